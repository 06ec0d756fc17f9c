import HUDGeometry
import Testing

@testable import GlassChrome

@Suite("Glass in the layout")
struct GlassLayoutTests {
  @Test("the example reads like SwiftUI and gives one piece of glass")
  func example() throws {
    let list = try laidOut(
      HStack(spacing: 8) {
        Text("Ready").font(.headline)
        Spacer()
        Icon("camera")
      }.padding(12).frame(minWidth: 44).glassEffect(.regular.interactive(), in: .capsule).id("bar"))
    #expect(list.groups.count == 1)
    let glass = try #require(list.groups[0].elements.first)
    #expect(glass.id == "bar")
    #expect(glass.glass.isInteractive)
    #expect(glass.frame.width == 400)
    #expect(list.groups[0].items.map(\.id.path) == ["bar/0/text", "bar/2/icon"])
    #expect(list.accessibility.map(\.label) == ["Ready"])
  }

  @Test("glass in glass is refused by the names of both, in stacks of either direction")
  func nesting() {
    let inner = Text("x").glassEffect().id("inner")
    let expected = LayoutError.nestedGlass(outer: "outer", inner: "outer/1/inner")
    #expect(throws: expected) {
      try laidOut(
        HStack {
          Text("a")
          VStack {
            inner
            Text("b")
          }
        }.glassEffect().id("outer"))
    }
    #expect(throws: expected) {
      try laidOut(
        VStack {
          Text("a")
          HStack {
            inner
            Text("b")
          }
        }.glassEffect().id("outer"))
    }
    #expect(throws: LayoutError.nestedGlass(outer: "outer", inner: "outer/overlay/inner")) {
      try laidOut(Text("a").overlay { inner }.glassEffect().id("outer"))
    }
    #expect("\(expected)".contains("“outer/1/inner” is glass inside the glass “outer”"))
  }

  @Test("identity keeps the layout, and disabled glass lets what is inside be glass")
  func identity() throws {
    let inner = Text("x").padding(10)
    let list = try laidOut(inner.glassEffect().id("inner").padding(5).glassEffect(isEnabled: false))
    let enabled = try fakeLayout.size(of: inner.glassEffect())
    #expect(enabled == (try fakeLayout.size(of: inner.glassEffect(.identity))))
    #expect(list.elements.filter { $0.glass.variant == .regular }.count == 1)
  }

  @Test("elements of a container share one group, with their identities in it")
  func container() throws {
    let list = try laidOut(
      GlassEffectContainer(spacing: 20) {
        HStack(spacing: 10) {
          Icon("a").padding(10).glassEffect().glassEffectID("first").glassEffectUnion(id: "u")
          Icon("b").padding(10).glassEffect(.regular, in: .circle).glassEffectTransition(.matchedGeometry)
            .elevation(.z4).glassEffectID("second")
        }
      }.id("tools"))
    #expect(list.groups.map(\.id.path) == ["tools"])
    #expect(list.groups[0].spacing == 20)
    let elements = list.groups[0].elements
    #expect(elements.map(\.id.path) == ["tools/first", "tools/second"])
    #expect(elements.map(\.union) == ["u", nil])
    #expect(elements[1].elevation == .z4)
    #expect(elements[1].transition == .matchedGeometry)
    #expect(list.groups[0].items.map(\.id.path) == ["tools/first/icon", "tools/second/icon"])
  }

  @Test("a concentric corner is parallel to the shape around it")
  func concentric() throws {
    let list = try laidOut(
      RoundedRectangle(cornerRadius: .containerConcentric).padding(8).frame(width: 100, height: 80)
        .glassEffect(.regular, in: .rect(cornerRadius: 28)))
    let plate = list.groups[0].items[0]
    #expect(plate.frame.width == 84)
    #expect(plate.ink == .plate(.rect(cornerRadius: 20)))
    let container = try laidOut(
      Text("x").frame(width: 40, height: 40)
        .glassEffect(.regular, in: .rect(cornerRadius: .concentric(minimum: 6))).padding(30)
        .containerShape(.rect(cornerRadius: 32)))
    #expect(container.groups[0].elements[0].form == .rect(cornerRadius: 6))
  }

  @Test("glass stands on even pixels at every scale", arguments: [1.0, 1.5, 2, 3])
  func grid(scale: Double) throws {
    let list = try laidOut(
      VStack(spacing: 7.3) {
        Text("one").padding(5.1).glassEffect()
        Text("three four").padding(3.7).glassEffect()
      }, in: Rect(x: 0, y: 0, width: 333, height: 211), environment: LayoutEnvironment(scale: scale))
    for element in list.elements {
      for length in [element.frame.x, element.frame.y, element.frame.width, element.frame.height] {
        let pairs = length * scale / 2
        #expect(abs(pairs - pairs.rounded()) < 1e-9)
      }
    }
  }

  @Test("ink needs glass beneath, in the tree or in the plane")
  func ink() throws {
    #expect(throws: LayoutError.inkWithoutGlass("bare/text")) {
      try laidOut(Text("x").id("bare"))
    }
    let list = try laidOut(
      Text("hello").padding(20).glassEffect().id("pill")
        .overlay(alignment: .center) { block("dot", 4, 4) })
    #expect(list.groups[0].items.map(\.id.path) == ["pill/text", "pill/overlay/dot/plate"])
  }

  @Test("overlapping glass of two groups is refused, and taken in one container")
  func overlaps() throws {
    let two = ZStack {
      Text("a").padding(20).glassEffect().id("a")
      Text("b").padding(10).glassEffect().id("b")
    }
    #expect(throws: LayoutError.overlappingGlass("a", "b")) {
      try laidOut(two)
    }
    #expect(try laidOut(GlassEffectContainer { two }).groups.count == 1)
  }

  @Test("a screen has at most five groups, two blurs, one prominent action, and no identity twice")
  func rules() throws {
    func screen(_ count: Int) throws -> DisplayList {
      try laidOut(HStack { ForEach(0..<count) { i in Text("\(i)").glassEffect() } })
    }
    #expect(try screen(5).groups.count == 5)
    #expect(throws: LayoutError.tooManyGroups(["0", "1", "2", "3", "4", "5"], maximum: 5)) { try screen(6) }

    var environment = LayoutEnvironment()
    environment.rules.smallBlur = 51
    #expect(throws: LayoutError.blurTooWide("p", radius: 51, maximum: 50)) {
      try laidOut(Text("x").glassEffect().id("p"), environment: environment)
    }
    environment.rules.smallBlur = 6
    environment.rules.maximumBlurLevels = 1
    #expect(throws: LayoutError.tooManyBlurLevels([6, 11], maximum: 1)) {
      try laidOut(
        HStack {
          Text("x").glassEffect()
          Text("y").frame(width: 100, height: 80).glassEffect()
        }, environment: environment)
    }
    #expect(throws: LayoutError.tooManyProminent(["a", "b"])) {
      try laidOut(
        HStack {
          Text("x").glassEffect(.regular.prominent()).id("a")
          Text("y").glassEffect(.regular.prominent()).id("b")
        })
    }
    #expect(throws: LayoutError.duplicateID("a")) {
      try laidOut(
        HStack {
          Text("x").glassEffect().id("a")
          Text("y").glassEffect().id("a")
        })
    }
  }

  @Test("the rules reckon with the blur that the material has", arguments: ChromeStyle.Appearance.allCases)
  func blur(appearance: ChromeStyle.Appearance) {
    for glass in [Glass.regular, .clear, .regular.tint(.recording), .regular.prominent()] {
      for (width, height) in [(44.0, 44.0), (300, 60), (340, 60), (200, 120)] {
        let element = GlassElement(
          id: "a", frame: Rect(x: 0, y: 0, width: width, height: height), glass: glass)
        let material = GlassMaterial.make(element, style: ChromeStyle(appearance: appearance))
        #expect(DisplayRules().blurRadius(element) == material.blurPoints)
      }
    }
    let identity = GlassElement(id: "a", frame: Rect(x: 0, y: 0, width: 44, height: 44), glass: .identity)
    #expect(DisplayRules().blurRadius(identity) == nil)
  }
}
