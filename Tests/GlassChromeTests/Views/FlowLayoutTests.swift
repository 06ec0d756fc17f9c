import HUDGeometry
import Testing

@testable import GlassChrome

@Suite("A flow breaks into rows where the room ends")
struct FlowLayoutTests {
  @Test("views stand side by side as long as they fit, then in the next row")
  func rows() throws {
    let frames = try frames(
      FlowLayout(spacing: 10) {
        for name in ["a", "b", "c", "d"] { block(name, 120, 40) }
      })
    #expect(frames["glass/a/plate"] == rect(0, 0, 120, 40))
    #expect(frames["glass/b/plate"] == rect(130, 0, 120, 40))
    #expect(frames["glass/c/plate"] == rect(260, 0, 120, 40))
    #expect(frames["glass/d/plate"] == rect(0, 50, 120, 40))
  }

  @Test("what is as wide as the room fits exactly, and what is wider gets the room")
  func widths() throws {
    let frames = try frames(
      FlowLayout(spacing: 0) {
        block("half", 200, 10)
        block("other", 200, 10)
        RoundedRectangle(cornerRadius: 0).frame(minWidth: 50, idealWidth: 900, maxWidth: 900, maxHeight: 20)
          .frame(height: 20).id("wide")
      })
    #expect(frames["glass/half/plate"] == rect(0, 0, 200, 10))
    #expect(frames["glass/other/plate"] == rect(200, 0, 200, 10))
    #expect(frames["glass/wide/plate"] == rect(0, 10, 400, 20))
  }

  @Test("short rows and low views are aligned")
  func alignment() throws {
    let frames = try frames(
      FlowLayout(alignment: .bottomTrailing, spacing: 0) {
        block("a", 250, 40)
        block("b", 100, 20)
        block("c", 150, 40)
      })
    #expect(frames["glass/b/plate"] == rect(250, 20, 100, 20))
    #expect(frames["glass/c/plate"] == rect(200, 40, 150, 40))
  }

  @Test("right to left it is the mirror image")
  func mirrored() throws {
    let flow = FlowLayout(spacing: 10) {
      block("a", 300, 40)
      block("b", 120, 40)
    }.frame(maxWidth: .infinity, alignment: .leading)
    let frames = try frames(flow, environment: LayoutEnvironment(direction: .rightToLeft))
    #expect(frames["glass/a/plate"] == rect(100, 0, 300, 40))
    #expect(frames["glass/b/plate"] == rect(280, 50, 120, 40))
  }

  @Test("an empty one takes no room")
  func empty() throws {
    let size = try fakeLayout.size(of: FlowLayout {}, width: 100, height: 100)
    #expect(size.width == 0 && size.height == 0)
  }
}
