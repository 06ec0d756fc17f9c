import HUDGeometry
import Testing

@testable import GlassChrome

/// A view of one's own, as a program would write it.
private struct Greeting: View {
  var names: [String]
  var isLoud: Bool

  var body: some View {
    VStack(alignment: .leading, spacing: 2) {
      ForEach(names, id: { $0 }) { name in
        switch isLoud {
        case true: Text(name).bold()
        case false: Text(name)
        }
      }
      if names.isEmpty { Text("Nobody") }
      for i in 0..<2 { Icon("heart").opacity(i == 0 ? 1 : 0.5) }
    }.font(.caption).foregroundStyle(.secondary)
  }
}

@Suite("Views")
struct ViewTests {
  private func items(_ view: some View) throws -> [DisplayItem] {
    try laidOut(onGlass(view)).groups[0].items
  }

  @Test("views of one's own are made of views, with branches and loops")
  func composition() throws {
    let found = try items(Greeting(names: ["Ada", "Bob"], isLoud: true))
    #expect(
      found.map(\.id.path) == [
        "glass/0/Ada/text", "glass/0/Bob/text", "glass/2/0/icon", "glass/2/1/icon",
      ])
    let lettering = try #require(found[0].lettering)
    #expect((lettering.size, lettering.weight, found[0].role) == (12, 700, .secondary))
    #expect((found[3].icon, found[3].role, found[3].opacity) == ("heart", .secondary, 0.5))
    #expect(try items(Greeting(names: [], isLoud: false)).map(\.id.path).first == "glass/1/text")
  }

  @Test("style is inherited, and what stands further in has its own way")
  func inheritance() throws {
    let texts = try laidOut(
      onGlass(
        VStack {
          Text("a")
          Text("b").font(.title).foregroundStyle(.warning).opacity(0.5)
        }.font(.footnote).fontWeight(.medium).foregroundStyle(.tint).opacity(0.5))
    ).texts
    #expect(texts.map(\.lettering?.size) == [13, 28])
    #expect(texts.map(\.lettering?.weight) == [500, 500])
    #expect(texts.map(\.role) == [.tint, .warning])
    #expect(texts.map(\.opacity) == [0.5, 0.25])
  }

  @Test("a row turns into a column at the accessibility sizes", arguments: DynamicTypeSize.allCases)
  func adaptive(typeSize: DynamicTypeSize) throws {
    let size = try fakeLayout.size(
      of: AdaptiveStack(spacing: 0) {
        block("a", 30, 20)
        block("b", 30, 20)
      }, environment: LayoutEnvironment(typeSize: typeSize))
    #expect(size == (typeSize.isAccessibilitySize ? (30, 40) : (60, 20)))
  }

  @Test("type stops growing where a bar says so")
  func cappedType() throws {
    for (typeSize, width) in [(DynamicTypeSize.xSmall, 7.0), (.xxxLarge, 11.5), (.accessibility5, 11.5)] {
      let size = try fakeLayout.size(
        of: Text("x").dynamicTypeSize(...DynamicTypeSize.xxxLarge),
        environment: LayoutEnvironment(typeSize: typeSize))
      #expect(size.width == width)
    }
  }

  @Test("what points on points the other way from the right")
  func mirroredIcons() throws {
    #expect(Placement.mirrored("chevron.left") == "chevron.right")
    #expect(Placement.mirrored("chevron.right") == "chevron.left")
    #expect(Placement.mirrored("camera") == "camera")
    let list = try laidOut(
      onGlass(Icon("chevron.left")), environment: LayoutEnvironment(direction: .rightToLeft))
    let icon = list.groups[0].items[0]
    #expect(icon.icon == "chevron.right" && icon.frame.maxX == canvas.maxX)
  }

  @Test("a relative frame is a part of its room, where it says")
  func relativeFrames() throws {
    let found = try frames(
      RoundedRectangle(cornerRadius: 0).relativeFrame(width: 0.25, height: 0.5, x: 1, y: 0)
        .frame(width: 200, height: 100))
    #expect(Array(found.values) == [rect(150, 0, 50, 50)])
  }

  @Test("opacity on glass is how much of it is there")
  func presence() throws {
    let list = try laidOut(Text("x").glassEffect().opacity(0.25))
    #expect(list.groups[0].elements[0].presence == 0.25)
  }

  @Test("a form's corner never exceeds half of its frame")
  func corners() throws {
    let list = try laidOut(Text("x").frame(width: 40, height: 30).glassEffect(in: .rect(cornerRadius: 99)))
    #expect(list.groups[0].elements[0].form == .rect(cornerRadius: 15))
  }
}
