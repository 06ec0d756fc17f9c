import HUDGeometry
import Testing

@testable import GlassChrome

@Suite("Stacks")
struct StackLayoutTests {
  @Test("a row stands its views side by side with the spacing between them")
  func row() throws {
    let found = try frames(
      HStack(spacing: 10) {
        block("a", 20, 30)
        block("b", 40, 10)
      })
    #expect(found == ["glass/a/plate": rect(0, 0, 20, 30), "glass/b/plate": rect(30, 10, 40, 10)])
  }

  @Test("a column stands its views under each other")
  func column() throws {
    let found = try frames(
      VStack(alignment: .trailing, spacing: 4) {
        block("a", 20, 30)
        block("b", 40, 10)
      })
    #expect(found == ["glass/a/plate": rect(20, 0, 20, 30), "glass/b/plate": rect(0, 34, 40, 10)])
  }

  @Test("the spacing is 8 points by itself, and none next to a spacer")
  func ordinarySpacing() throws {
    let found = try frames(
      HStack {
        block("a", 10, 10)
        block("b", 10, 10)
        Spacer(minLength: 5)
        block("c", 10, 10)
      }.fixedSize())
    #expect(found["glass/b/plate"]?.x == 18)
    #expect(found["glass/c/plate"]?.x == 33)
  }

  @Test("a spacer takes what the others leave")
  func spacer() throws {
    let found = try frames(
      HStack(spacing: 0) {
        block("a", 20, 10)
        Spacer()
        block("b", 30, 10)
      })
    #expect(found["glass/b/plate"] == rect(370, 0, 30, 10))
  }

  @Test("flexible views share what inflexible ones leave, whatever their order")
  func leastFlexibleFirst() throws {
    for first in [true, false] {
      let found = try frames(
        HStack(spacing: 0) {
          if first { block("fixed", 100, 10) }
          RoundedRectangle(cornerRadius: 0).frame(height: 10).id("wide")
          RoundedRectangle(cornerRadius: 0).frame(maxWidth: 60, maxHeight: 10).id("limited")
          if !first { block("fixed", 100, 10) }
        })
      #expect(found["glass/limited/plate"]?.width == 60)
      #expect(found["glass/wide/plate"]?.width == 240)
    }
  }

  @Test("no text is cut while there is room for all, though another is more flexible")
  func idealsFirst() throws {
    // 8.5 points a character. The block and its text need 208 of 400: more than an even share.
    let found = try frames(
      HStack(spacing: 0) {
        HStack(spacing: 0) {
          block("mark", 140, 10)
          Text("aaaaaaaa").lineLimit(1)
        }
        Text("bbbbbbbbbb").lineLimit(1)
      })
    #expect(found["glass/0/1/text"]?.width == 68)
    #expect(found["glass/1/text"]?.width == 85)
  }

  @Test("a higher layout priority gets its room before the others")
  func priority() throws {
    // 30 characters at 17 points are 255 wide; both don't fit into 400.
    let words = "aaaaaaaaa bbbbbbbbb cccccccccc"
    let found = try frames(
      HStack(spacing: 0) {
        Text(words).lineLimit(1).id("first")
        Text(words).lineLimit(1).layoutPriority(1).id("urgent")
      })
    #expect(found["glass/urgent/text"]?.width == 255)
    #expect(try #require(found["glass/first/text"]?.width) <= 145)
  }

  @Test(
    "a row's views stand on one line",
    arguments: [
      (VerticalAlignment.top, 0.0, 0.0), (.center, 0.0, 10.0), (.bottom, 0.0, 20.0),
      // Baselines: 28 under the large text's top, 17 under the other's.
      (.firstTextBaseline, 0.0, 11.0),
    ])
  func guides(alignment: VerticalAlignment, large: Double, small: Double) throws {
    let found = try frames(
      HStack(alignment: alignment, spacing: 0) {
        if alignment == .firstTextBaseline {
          Text("A").font(.title).id("a")
          Text("b").id("b")
        } else {
          block("a", 10, 40)
          block("b", 10, 20)
        }
      })
    let leaf = alignment == .firstTextBaseline ? "a/text" : "a/plate"
    #expect(found["glass/\(leaf)"]?.y == large)
    #expect(found.count == 2 && found.values.contains { $0.y == small })
  }

  @Test("layers lie over each other, aligned")
  func layers() throws {
    let found = try frames(
      ZStack(alignment: .bottomTrailing) {
        block("a", 50, 40)
        block("b", 10, 20)
      })
    #expect(found == ["glass/a/plate": rect(0, 0, 50, 40), "glass/b/plate": rect(40, 20, 10, 20)])
  }

  @Test("a divider crosses its stack")
  func divider() throws {
    let found = try frames(
      HStack(spacing: 0) {
        block("a", 10, 40)
        Divider().id("line")
      }.frame(height: 40))
    #expect(found["glass/line/divider"] == rect(10, 0, 1, 40))
  }

  @Test("groups and loops stand as brothers in the stack")
  func flattening() throws {
    let found = try frames(
      HStack(spacing: 1) {
        Group {
          block("a", 10, 10)
          block("b", 10, 10)
        }
        ForEach(0..<2) { _ in RoundedRectangle(cornerRadius: 0).frame(width: 10, height: 10) }
      })
    #expect(Set(found.keys) == ["glass/0/a/plate", "glass/0/b/plate", "glass/1/0/plate", "glass/1/1/plate"])
    #expect(found["glass/1/1/plate"]?.x == 33)
  }

  @Test("what an if leaves out keeps its neighbours' identities", arguments: [true, false])
  func positions(isThere: Bool) throws {
    let found = try frames(
      HStack(spacing: 0) {
        if isThere { Text("x") }
        Icon("camera")
      })
    #expect(found["glass/1/icon"] != nil)
    #expect((found["glass/0/text"] != nil) == isThere)
  }
}
