import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Glass: light is neither made nor lost")
struct FurnaceTests {
  private typealias Fixtures = PainterFixtures

  private static let elements = [
    Fixtures.element("a", 10.5, 10, 60, 40), Fixtures.element("b", 76, 12, 36, 36, .circle),
    Fixtures.element("c", 30, 58.25, 70, 30, .rect(cornerRadius: 9)),
  ]

  private static let canvas = ChromeFixtures.size(128, 100)

  /// Largest difference in codes between what glass shows and the scene, over all channels.
  private func unevenness(_ scene: PlanarPicture, _ material: GlassMaterial) throws -> Int {
    let painted = try Fixtures.still(
      Fixtures.list(Self.elements, spacing: 12), Fixtures.open(128, 100), scene: scene, material: material)
    let body = Fixtures.body(Self.elements, spacing: 12, canvas: Self.canvas, material: material)
    var worst = 0
    for look in Fixtures.looks(body, on: Self.canvas) where look.coverage > 0 {
      let (x, y) = (Int(look.at.x), Int(look.at.y))
      for channel in 0..<3 {
        worst = max(worst, abs(Int(painted.plane(channel)[x, y]) - Int(scene.plane(channel)[x, y])))
      }
    }
    return worst
  }

  private static func uniform(_ red: Double, _ green: Double, _ blue: Double) -> PlanarPicture {
    ChromeFixtures.picture(128, 100) { _, _ in (red, green, blue) }
  }

  @Test(
    "over one colour neither lens, blur nor mirror shows, on clear glass and on soft",
    arguments: [(0.0, 0.0, 0.0), (255, 255, 255), (128, 128, 128), (200, 40, 30), (10, 60, 220)])
  func furnace(red: Double, green: Double, blue: Double) throws {
    let scene = Self.uniform(red, green, blue)
    let gather = GlassMaterial.regular(ChromeStyle()).edgeGather
    #expect(try unevenness(scene, Fixtures.pure { $0.edgeGather = gather }) <= 1)
    #expect(try unevenness(scene, Fixtures.pure { $0.dispersion = 0.12 }) <= 1)
    for (blur, lens) in [(GlassMaterial.largeBlur, 1.0), (GlassMaterial.smallBlur, 0.42)] {
      let soft = Fixtures.soft {
        ($0.blurPoints, $0.lens, $0.edgeGather) = (blur, lens, gather)
      }
      #expect(try unevenness(scene, soft) <= 1)
    }
  }

  @Test(
    "over one colour the rim of regular glass has the body's tone",
    arguments: [ChromeStyle.Appearance.dark, .light],
    [(0.0, 0.0, 0.0), (255, 255, 255), (128, 128, 128), (200, 40, 30), (10, 60, 220)])
  func tone(appearance: ChromeStyle.Appearance, color: (Double, Double, Double)) throws {
    var material = GlassMaterial.regular(ChromeStyle(appearance: appearance))
    material.keyLight = 0
    let frame = EffectStage.frame
    let picture = try EffectStage.still(
      EffectStage.color(color.0, color.1, color.2), material: material)
    let (x, y) = (Int(frame.center.x), Int(frame.center.y))
    for channel in 0..<3 {
      let plane = picture.plane(channel)
      for other in Int(frame.x) + 2..<Int(frame.maxX) - 2 {
        #expect(abs(Int(plane[other, y]) - Int(plane[x, y])) <= 4)
      }
    }
  }

  @Test("light that is added, and a lens that shows another light than the body, are found out")
  func furnaceOff() throws {
    let grey = Self.uniform(128, 128, 128)
    #expect(try unevenness(grey, Fixtures.pure { $0.keyLight = 1 }) > 20)
    #expect(try unevenness(grey, Fixtures.pure { $0.border = 0.4 }) > 4)
    #expect(try unevenness(grey, Fixtures.pure { $0.innerShadow = 0.5 }) > 20)
    #expect(try unevenness(grey, Fixtures.soft { $0.add = LinearColor(grey: 0.05) }) > 5)
    let slope = Fixtures.grey(128, 100) { x, y in Double(x + y) }
    #expect(try unevenness(slope, Fixtures.pure()) > 5)
    #expect(try unevenness(slope, Fixtures.soft { $0.blurPoints = GlassMaterial.largeBlur }) > 2)
  }

  @Test(
    "left looks as right does and top as bottom, in a mirror", arguments: PainterFixtures.forms.map(\.name))
  func symmetry(_ name: String) throws {
    let f = try #require(Fixtures.forms.first { $0.name == name })
    let found = asymmetry(Fixtures.element("a", 8, 10, f.width, f.height, f.form), f.width, f.height)
    #expect(found.looks > 1500)
    #expect(found.unlike == 0)
    #expect(found.worst < 0.15)
  }

  @Test("a shape that leans, or lies a quarter of a pixel beside the middle, is found out")
  func symmetryOff() {
    let leaning = GlassForm.path("M0.1 0 L1 0 L0.9 1 L0 1 Z")
    #expect(asymmetry(Fixtures.element("a", 8, 10, 80, 60, leaning), 80, 60).unlike > 20)
    let beside = asymmetry(Fixtures.element("a", 8.25, 10, 64, 64, .circle), 64, 64)
    #expect(beside.unlike > 20 || beside.worst > 0.3)
  }

  /// How much a body of glass, in the middle of 8 and 10 pixels more on each side, differs from its mirror images.
  private func asymmetry(_ element: GlassElement, _ elementWidth: Double, _ elementHeight: Double) -> (
    looks: Int, unlike: Int, worst: Double
  ) {
    let (width, height) = (Int(elementWidth) + 16, Int(elementHeight) + 20)
    let body = Fixtures.body(
      [element], canvas: ChromeFixtures.size(width, height), material: Fixtures.pure { $0.edgeGather = 0.3 })
    var looks: [Int: Fixtures.Look] = [:]
    for look in Fixtures.looks(body, on: ChromeFixtures.size(width, height)) {
      looks[Int(look.at.y) * width + Int(look.at.x)] = look
    }
    var worst = 0.0
    var unlike = 0
    for look in looks.values {
      let (x, y) = (Int(look.at.x), Int(look.at.y))
      guard let across = looks[y * width + width - 1 - x], let down = looks[(height - 1 - y) * width + x]
      else {
        unlike += 1
        continue
      }
      for (other, flipped) in [
        (across, Point(Double(width) - look.source.x, look.source.y)),
        (down, Point(look.source.x, Double(height) - look.source.y)),
      ] {
        if abs(other.coverage - look.coverage) > 1
          || abs(Int(other.edge.mirrored) - Int(look.edge.mirrored)) > 1
        {
          unlike += 1
        }
        if look.coverage == 256 { worst = max(worst, (other.source - flipped).length) }
      }
    }
    return (looks.count, unlike, worst)
  }

  @Test(
    "the order of elements changes nothing, byte for byte",
    arguments: [
      [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
    ], [false, true])
  func order(permutation: [Int], isMixed: Bool) throws {
    var elements = Self.elements
    if isMixed {
      elements[0].glass = .clear
      elements[1].glass = .regular.tint(.success).interactive()
      elements[1].press = 1
      elements[1].presence = 0.6
      elements[2].elevation = .z4
    }
    func samples(_ elements: [GlassElement]) throws -> [[UInt8]] {
      ChromeFixtures.samples(
        try Fixtures.still(
          Fixtures.list(elements, spacing: 18), Fixtures.open(128, 100), Fixtures.clouds(),
          subsampling: .yuv420))
    }
    #expect(try samples(permutation.map { elements[$0] }) == samples(elements))
  }

  @Test("two and three times the pixels show the same picture", arguments: [2, 3])
  func scales(scale: Int) throws {
    let (body, rim) = try differences(scale, scale: Double(scale))
    #expect(body.count > 10_000 && rim.count > 800)
    #expect(Fixtures.percentile(body, 0.5) < 0.6)
    #expect(Fixtures.percentile(body, 0.99) < 5)
    // Its hairline is thinner than a pixel: at the smallest scale one sample stands for all of it.
    #expect(Fixtures.percentile(rim, 0.5) < 4)
    #expect(Fixtures.percentile(rim, 0.99) < 14)
  }

  @Test("glass whose bevel, blur and shadow don't grow with the pixels is found out")
  func scalesOff() throws {
    // The same frames, but points of one pixel.
    #expect(Fixtures.percentile(try differences(2, scale: 1).body, 0.99) > 8)
  }

  /// Codes between the picture at one pixel to a point and one of `factor` times as many pixels, averaged: on the rim, and
  /// elsewhere.
  ///
  /// - Parameter scale: that the larger one takes its points for; its frames are as large in any case.
  private func differences(_ factor: Int, scale: Double) throws -> (body: [Double], rim: [Double]) {
    func canvas(_ factor: Int, _ scale: Double) throws -> PlanarPicture {
      let elements = Self.elements.map { element in
        var element = element
        let more = Double(factor) / scale
        element.elevation = .z2
        element.frame = Rect(
          x: element.frame.x * more, y: element.frame.y * more, width: element.frame.width * more,
          height: element.frame.height * more)
        return element
      }
      return try Fixtures.still(
        Fixtures.list(elements, spacing: 12), Fixtures.open(128 * factor, 100 * factor, scale: scale),
        scene: Fixtures.clouds(128 * factor, 100 * factor))
    }
    let (small, large) = (try canvas(1, 1), try canvas(factor, scale))
    let glass = Fixtures.body(Self.elements, spacing: 12, canvas: Self.canvas)
    let looks = Fixtures.looks(glass, on: Self.canvas)
    let isRim = Set(
      looks.filter { $0.coverage < 256 || $0.edge.rim > 40 }.map { [Int($0.at.x), Int($0.at.y)] })
    var (body, rim): ([Double], [Double]) = ([], [])
    for (x, y) in small.luma.places {
      let pixels = PixelRect(x: x * factor, y: y * factor, width: factor, height: factor)
      let difference = abs(EffectStage.mean(large.luma, pixels) - Double(small.luma[x, y]))
      if isRim.contains([x, y]) { rim.append(difference) } else { body.append(difference) }
    }
    return (body, rim)
  }
}
