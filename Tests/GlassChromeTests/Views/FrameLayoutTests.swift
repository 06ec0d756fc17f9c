import HUDGeometry
import Testing

@testable import GlassChrome

@Suite("Frames, padding and text")
struct FrameLayoutTests {
  @Test("padding surrounds its content")
  func padding() throws {
    let found = try frames(
      block("a", 20, 10).padding(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)))
    #expect(found == ["glass/a/plate": rect(2, 1, 20, 10)])
    let size = try fakeLayout.size(of: block("a", 20, 10).padding(.horizontal, 5).padding(.top, 2))
    #expect(size == (30, 12))
  }

  @Test("a frame stretches between its limits, and its content stays its own size")
  func limits() throws {
    func width(_ view: some View, offered: Double?) throws -> Double {
      try fakeLayout.size(of: view, width: offered).width
    }
    let small = block("a", 20, 10)
    #expect(try width(small.frame(minWidth: 44), offered: 400) == 44)
    #expect(try width(small.frame(maxWidth: 44), offered: 400) == 44)
    #expect(try width(small.frame(maxWidth: .infinity), offered: 400) == 400)
    #expect(try width(small.frame(maxWidth: .infinity), offered: nil) == 20)
    #expect(try width(small.frame(minWidth: 10, maxWidth: 15), offered: 400) == 15)
    #expect(try width(small.frame(minWidth: 30, idealWidth: 35, maxWidth: 90), offered: nil) == 35)
    #expect(try width(small.frame(minWidth: 30, maxWidth: 90), offered: 5) == 30)
    #expect(try width(RoundedRectangle(cornerRadius: 0).frame(idealWidth: 70), offered: nil) == 70)
  }

  @Test("a frame's alignment puts the content into its corner")
  func alignment() throws {
    let found = try frames(block("a", 20, 10).frame(width: 100, height: 50, alignment: .bottomTrailing))
    #expect(found.values.first == rect(80, 40, 20, 10))
  }

  @Test("an offset moves nobody else")
  func offset() throws {
    let found = try frames(
      HStack(spacing: 0) {
        block("a", 10, 10).offset(x: 5, y: 7).id("a")
        block("b", 10, 10)
      })
    #expect(found["glass/a/plate"] == rect(5, 7, 10, 10))
    #expect(found["glass/b/plate"] == rect(10, 0, 10, 10))
  }

  @Test("overlays and backgrounds get their base's size, before or behind it")
  func overlays() throws {
    let base = block("base", 40, 20)
    let list = try laidOut(
      onGlass(
        base.background { RoundedRectangle(cornerRadius: 0) }
          .overlay(alignment: .topTrailing) { block("badge", 8, 6) }))
    let items = list.groups[0].items
    #expect(
      items.map(\.id.path) == [
        "glass/background/0/plate", "glass/base/plate", "glass/overlay/badge/plate",
      ])
    #expect(items.map(\.frame) == [rect(0, 0, 40, 20), rect(0, 0, 40, 20), rect(32, 0, 8, 6)])
  }

  @Test("hidden views keep their room and are neither drawn nor told")
  func hidden() throws {
    let list = try laidOut(
      onGlass(
        HStack(spacing: 0) {
          Text("ab").hidden()
          block("a", 10, 10)
        }))
    #expect(list.groups[0].items.map(\.frame.x) == [17])
    #expect(list.accessibility.isEmpty)
  }

  @Test("text wraps between words to its lines, and the rest ends in an ellipsis")
  func wrapping() throws {
    func lines(_ width: Double, limit: Int?) -> [String] {
      var style = ViewEnvironment(layout: LayoutEnvironment())
      style.lineLimit = limit
      return WrappedText(
        "one two three four", style, ProposedSize(width: width, height: nil), FakeMeasurer()
      ).lines.map(\.text)
    }
    // A character is 8.5 points wide.
    #expect(lines(400, limit: nil) == ["one two three four"])
    #expect(lines(8.5 * 9, limit: nil) == ["one two", "three", "four"])
    #expect(lines(8.5 * 9, limit: 2) == ["one two", "three fo…"])
    #expect(lines(8.5 * 9, limit: 1) == ["one two…"])
    #expect(lines(8.5 * 4, limit: nil) == ["one", "two", "thr…", "four"])
    #expect(lines(8.5, limit: 1) == ["o…"])
    #expect(lines(8.5 * 4, limit: 9).count == 4)
  }

  @Test("lines of text stand on whole pixels, under each other")
  func lines() throws {
    let list = try laidOut(
      onGlass(Text("one two").multilineTextAlignment(.trailing).frame(width: 30).padding(.top, 0.3)))
    #expect(list.texts.map(\.text) == ["one", "two"])
    #expect(list.texts.map(\.id.path) == ["glass/text", "glass/text-1"])
    #expect(list.texts.map(\.lettering?.origin.y) == [17, 39])
  }

  @Test("monospaced digits keep a text's width")
  func monospacedDigits() throws {
    struct Narrow: TextMeasuring {
      func line(_ text: String, size: Double, weight: Int) -> LineMetrics {
        let advance = text.reduce(0.0) { $0 + ($1 == "1" ? 1 : 2) }
        return LineMetrics(advance: advance, ascent: 1, descent: 0, capHeight: 1)
      }
    }
    let layout = DisplayLayout(measuring: Narrow())
    #expect(try layout.size(of: Text("1×")).width == 3)
    #expect(try layout.size(of: Text("1×").monospacedDigit()).width == 4)
  }

  @Test("figures keep room for their widest value")
  func figures() throws {
    let list = try laidOut(onGlass(Figures(slot: 3, format: .decimal, digits: 2).font(.caption)))
    let item = list.groups[0].items[0]
    guard case .figures(let number, let lettering) = item.ink else {
      Issue.record("no figures")
      return
    }
    #expect((number.slot, item.frame.width, lettering.origin.y) == (3, 24, 12))
  }

  @Test("the first alternative that fits is taken, or the last")
  func thatFits() throws {
    func width(_ room: Double) throws -> Double {
      try fakeLayout.size(
        of: ViewThatFits(in: [.horizontal]) {
          block("wide", 100, 10)
          block("middle", 50, 10)
          block("narrow", 20, 10)
        }, width: room
      ).width
    }
    #expect(try width(120) == 100)
    #expect(try width(99) == 50)
    #expect(try width(5) == 20)
  }

  @Test("text styles grow with the reader's size of type", arguments: TextStyle.allCases)
  func typeSizes(style: TextStyle) {
    let sizes = DynamicTypeSize.allCases.map { $0.points(style) }
    #expect(sizes == sizes.sorted())
    #expect(sizes[0] >= 11)
    #expect(sizes.count == 12)
  }
}
