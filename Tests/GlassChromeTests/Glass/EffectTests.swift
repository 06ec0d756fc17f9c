import HUDGeometry
import PixelTypes
import RealModule
import Testing

@testable import GlassChrome

/// Each parameter of the glass has a metric that it moves, and that is small when its effect is off.
@Suite("Glass: each parameter moves its metric")
struct EffectTests {
  private typealias Fixtures = PainterFixtures

  private static let layout = Fixtures.open(160, 96)
  private static let frame = Rect(x: 20, y: 16, width: 120, height: 60)
  private static let grey = Fixtures.uniform(128, 128, 128)
  /// Inside the bevel's foot, and outside the rim.
  private static let middle = PixelRect(x: 56, y: 36, width: 48, height: 20)

  private static func element(
    _ glass: Glass = .regular, elevation: GlassElement.Elevation = .z0, presence: Double = 1
  ) -> GlassElement {
    GlassElement(
      id: "a", frame: frame, form: .rect(cornerRadius: 20), glass: glass, elevation: elevation,
      presence: presence)
  }

  private func still(
    _ element: GlassElement = Self.element(), _ backdrop: PlanarPicture = Self.grey,
    style: ChromeStyle = ChromeStyle(), quality: GlassQuality = .full, _ material: GlassMaterial? = nil
  ) throws -> PlanarPicture {
    try Fixtures.still(
      Fixtures.list([element]), Self.layout, backdrop, style: style, quality: quality, material: material)
  }

  private func mean(_ plane: PixelPlane, _ rect: PixelRect) -> Double {
    var sum = 0.0
    for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { sum += Double(plane[x, y]) } }
    return sum / Double(rect.width * rect.height)
  }

  /// Mean difference between neighbours: how sharp a picture is.
  private func sharpness(_ plane: PixelPlane, _ rect: PixelRect) -> Double {
    var sum = 0.0
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX - 4 { sum += abs(Double(plane[x, y]) - Double(plane[x + 4, y])) }
    }
    return sum / Double((rect.width - 4) * rect.height)
  }

  private func chroma(_ canvas: PlanarPicture, _ rect: PixelRect) -> Double {
    let (u, v) = (mean(canvas.cb, rect) - 128, mean(canvas.cr, rect) - 128)
    return (u * u + v * v).squareRoot()
  }

  private func difference(_ a: PlanarPicture, _ b: PlanarPicture, _ rect: PixelRect? = nil) -> Double {
    let rect = rect ?? a.bounds
    var sum = 0.0
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX { sum += abs(Double(a.luma[x, y]) - Double(b.luma[x, y])) }
    }
    return sum / Double(rect.width * rect.height)
  }

  @Test("blur softens what comes through")
  func blur() throws {
    let stripes = ChromeFixtures.picture(160, 96) { x, _ in
      Int(x * 10) % 2 == 0 ? (200, 200, 200) : (60, 60, 60)
    }
    func sharpness(_ points: Double) throws -> Double {
      self.sharpness(
        try still(Self.element(), stripes, Fixtures.pure { $0.blurPoints = points }).luma, Self.middle)
    }
    let (off, some, much) = (try sharpness(0.35), try sharpness(6), try sharpness(12))
    #expect(off > 20)
    #expect(some < off * 0.85)
    #expect(much < some * 0.6)
  }

  @Test("the wash lies over it, as strong as it is asked to be")
  func wash() throws {
    func light(_ opacity: Double, _ color: LinearColor) throws -> Double {
      mean(
        try still(
          Self.element(), Self.grey,
          Fixtures.pure {
            $0.washOpacity = opacity; $0.wash = color
          }
        ).luma,
        Self.middle)
    }
    let plain = try light(0, .black)
    #expect(abs(plain - 128) < 1)
    let half = TransferCurve.code(TransferCurve.light(128.0 / 255) / 2) * 255
    #expect(abs(try light(0.5, .black) - half) < 1)
    #expect(abs(try light(1, .white) - 255) < 1)
  }

  @Test("saturation moves colours from grey, and 256 leaves them")
  func saturation() throws {
    let skin = Fixtures.uniform(190, 140, 120)
    func chroma(_ amount: Int32) throws -> Double {
      self.chroma(try still(Self.element(), skin, Fixtures.pure { $0.saturation = amount }), Self.middle)
    }
    let color = InkColor(190, 140, 120)
    let (u, v) = (Double(color.cb) - 128, Double(color.cr) - 128)
    let (off, more, none) = (try chroma(256), try chroma(340), try chroma(0))
    #expect(abs(off - (u * u + v * v).squareRoot()) < 1)
    #expect(more > off + 5)
    #expect(none < 1)
  }

  /// Rows just inside the top and the bottom edge, away from corners.
  private static let top = PixelRect(x: 60, y: 16, width: 40, height: 2)
  private static let bottom = PixelRect(x: 60, y: 74, width: 40, height: 2)

  @Test("the key light shines on the upper rim, less on the lower one, and not when it is off")
  func keyLight() throws {
    func rims(_ strength: Double) throws -> (top: Double, bottom: Double) {
      let plane = try still(Self.element(), Self.grey, Fixtures.pure { $0.keyLight = strength }).luma
      let middle = mean(plane, Self.middle)
      return (mean(plane, Self.top) - middle, mean(plane, Self.bottom) - middle)
    }
    let (off, half, on) = (try rims(0), try rims(0.5), try rims(1))
    #expect(abs(off.top) < 1 && abs(off.bottom) < 1)
    #expect(on.top > on.bottom + 4 && on.bottom > 4)
    #expect(half.top < on.top - 4 && half.top > 4)
  }

  @Test("the border lightens all of the edge, as wide and strong as it is asked to be")
  func border() throws {
    func edge(_ strength: Double, _ points: Double) throws -> [Double] {
      let material = Fixtures.pure {
        $0.border = strength; $0.borderPoints = points
      }
      let plane = try still(Self.element(), Self.grey, material).luma
      let middle = mean(plane, Self.middle)
      return (0..<4).map { mean(plane, PixelRect(x: 60, y: 16 + $0, width: 40, height: 1)) - middle }
    }
    let (off, thin, strong, wide) = (
      try edge(0, 1.5), try edge(0.12, 0.5), try edge(0.7, 0.5), try edge(0.7, 2.5)
    )
    #expect(off.allSatisfy { abs($0) < 1 })
    #expect(thin[0] > 3 && thin[1] < 1.5)
    #expect(strong[0] > thin[0] * 2)
    #expect(wide[1] > 60 && strong[1] < 10 && wide[3] < 1.5)
  }

  @Test("the inner shadow darkens the lower bevel more than the upper one")
  func innerShadow() throws {
    func shades(_ strength: Double) throws -> (top: Double, bottom: Double) {
      let plane = try still(Self.element(), Self.grey, Fixtures.pure { $0.innerShadow = strength }).luma
      let middle = mean(plane, Self.middle)
      return (middle - mean(plane, Self.top), middle - mean(plane, Self.bottom))
    }
    let (off, on) = (try shades(0), try shades(0.5))
    #expect(abs(off.top) < 1 && abs(off.bottom) < 1)
    #expect(on.bottom > on.top + 10 && on.top > 5)
    // An inset element (Z1) is made so.
    let inset = GlassMaterial.make(.regular, elevation: .z1, style: ChromeStyle())
    #expect(
      inset.innerShadow > GlassMaterial.make(.regular, elevation: .z2, style: ChromeStyle()).innerShadow * 2)
  }

  @Test("dispersion bends blue more than red, and nothing where it is off")
  func dispersion() {
    func apart(_ amount: Double, quality: GlassQuality = .full) -> Double {
      let body = Fixtures.body(
        [Self.element()], canvas: ChromeFixtures.size(160, 96), quality: quality,
        material: Fixtures.pure { $0.dispersion = amount })
      let (blue, red) = (Fixtures.looks(body, channel: 1), Fixtures.looks(body, channel: 2))
      return zip(blue, red).map { blue, red in
        (blue.source - blue.at).length - (red.source - red.at).length
      }.max() ?? 0
    }
    #expect(apart(0.12) > 2)
    #expect(apart(0.24) > apart(0.12) * 1.5)
    #expect(apart(0) == 0)
    #expect(apart(0.12, quality: .withoutEnvironment) == 0)
    let asked = GlassMaterial.make(Glass(.regular, isDispersive: true), elevation: .z2, style: ChromeStyle())
    #expect(
      asked.dispersion > 0
        && GlassMaterial.make(.regular, elevation: .z2, style: ChromeStyle()).dispersion == 0)
  }

  @Test("the rim gathers light from beside the glass, and not when it is off")
  func edgeGather() throws {
    // Bright on the left of the glass, dark under it.
    let beside = ChromeFixtures.picture(160, 96) { x, _ in x < 0.11 ? (250, 250, 250) : (40, 40, 40) }
    func rim(_ amount: Double) throws -> Double {
      let plane = try still(Self.element(), beside, Fixtures.pure { $0.edgeGather = amount }).luma
      return mean(plane, PixelRect(x: 24, y: 42, width: 3, height: 8))
    }
    #expect(try rim(0.45) > rim(0) + 8)
  }

  @Test("what the rim gathers runs on without steps along the edge", arguments: [1.0, 2])
  func edgeSteps(scale: Double) throws {
    let rising = Fixtures.grey(80, 48) { _, y in 40 + 170 * Double(y) / 47 }
    let size = Self.layout.canvas
    let layout = Fixtures.open(size.width * Int(scale), size.height * Int(scale), scale: scale)
    let plane = try Fixtures.still(
      Fixtures.list([Self.element()]), layout, rising, material: Fixtures.pure { $0.edgeGather = 0.7 }
    ).luma
    let column = Int(20 * scale) + 1
    let codes = (Int(40 * scale)..<Int(52 * scale)).map { y in
      mean(plane, PixelRect(x: column, y: y, width: 2, height: 1))
    }
    let steps = zip(codes, codes.dropFirst()).map { $1 - $0 }
    #expect((codes.last ?? 0) > (codes.first ?? 0) + 10)
    #expect((steps.max() ?? 9) < 6 / scale)
  }

  @Test("the higher the glass, the further its shadow reaches, and at Z0 and Z1 there is none")
  func elevation() throws {
    let wide = Fixtures.open(288, 224)
    func shadow(_ elevation: GlassElement.Elevation) throws -> (depth: Double, reach: Int) {
      let element = Fixtures.element("a", 96, 80, 96, 60, .rect(cornerRadius: 12), elevation: elevation)
      let bright = Fixtures.uniform(230, 230, 230)
      let with = try Fixtures.still(
        Fixtures.list([element]), wide, bright, style: ChromeStyle(appearance: .light))
      let without = try Fixtures.still(DisplayList(), wide, bright, style: ChromeStyle(appearance: .light))
      var (depth, reach) = (0.0, 0)
      for y in 142..<224 {
        let rect = PixelRect(x: 136, y: y, width: 16, height: 1)
        let dark = mean(without.luma, rect) - mean(with.luma, rect)
        depth = max(depth, dark)
        if dark > 0.9 { reach = y - 140 }
      }
      return (depth, reach)
    }
    #expect(try shadow(.z0) == (0, 0))
    #expect(try shadow(.z1) == (0, 0))
    var last = 0
    for elevation in [GlassElement.Elevation.z2, .z3, .z4, .z5] {
      let (depth, reach) = try shadow(elevation)
      #expect(depth > 2 && reach > last)
      last = reach
    }
  }

  @Test("each tint has its colour, and a prominent one more of it", arguments: Glass.Tint.allCases)
  func tint(_ tint: Glass.Tint) throws {
    let plain = chroma(try still(), Self.middle)
    let tinted = try still(Self.element(.regular.tint(tint)))
    let prominent = try still(Self.element(.regular.tint(tint).prominent()))
    #expect(plain < 3)
    #expect(chroma(tinted, Self.middle) > plain + 3)
    #expect(chroma(prominent, Self.middle) > chroma(tinted, Self.middle) + 3)
    for other in Glass.Tint.allCases where other != tint {
      let pair: Set<Glass.Tint> = [.destructive, .recording]
      if pair == [tint, other] { continue }
      #expect(difference(tinted, try still(Self.element(.regular.tint(other)))) > 0.2)
    }
  }

  @Test("each tier lays more over the scene than the one before")
  func tier() throws {
    let dark = Fixtures.uniform(70, 70, 70)
    let lights = try Glass.Tier.allCases.map {
      mean(try still(Self.element(Glass(.regular, tier: $0)), dark).luma, Self.middle)
    }
    #expect(zip(lights, lights.dropFirst()).allSatisfy { $0 > $1 + 0.5 })
  }

  @Test("clear glass is clearer than regular glass, over a dark layer")
  func variant() throws {
    let scene = ChromeFixtures.picture(160, 96) { x, _ in Int(x * 10) % 2 == 0 ? (90, 90, 90) : (10, 10, 10) }
    let regular = try still(Self.element(.regular), scene)
    let clear = try still(Self.element(.clear), scene)
    #expect(sharpness(clear.luma, Self.middle) > sharpness(regular.luma, Self.middle) * 3)
  }

  @Test("press and touch glow on interactive glass alone, and reach a neighbour in the container")
  func press() throws {
    let dark = Fixtures.uniform(60, 60, 60)
    func light(_ change: (inout [GlassElement]) -> Void, at x: Int) throws -> Double {
      var elements = [
        Fixtures.element("a", 12, 24, 60, 44, glass: .regular.interactive()),
        Fixtures.element("b", 78, 24, 60, 44, glass: .regular.interactive()),
      ]
      change(&elements)
      let canvas = try Fixtures.still(Fixtures.list(elements, spacing: 14), Self.layout, dark)
      return mean(canvas.luma, PixelRect(x: x, y: 40, width: 10, height: 10))
    }
    let (a, b) = (try light({ _ in }, at: 36), try light({ _ in }, at: 92))
    #expect(try light({ $0[0].press = 1 }, at: 36) > a + 4)
    #expect(try light({ $0[0].press = 0.4 }, at: 36) > a + 1)
    #expect(
      try light(
        {
          $0[0].touch = Point(60, 46); $0[0].touchStrength = 1
        }, at: 36) > a + 4)
    #expect(
      try light(
        {
          $0[0].touch = Point(60, 46); $0[0].touchStrength = 1
        }, at: 92) > b + 1)
    #expect(
      try light(
        {
          $0[0].press = 1; $0[0].glass.isInteractive = false; $0[1].glass.isInteractive = false
        }, at: 36)
        == a)
  }

  @Test("presence brings bend, wash and all from nothing, always further")
  func presence() throws {
    let scene = Fixtures.clouds()
    let none = try Fixtures.still(DisplayList(), Self.layout, scene)
    let steps = try [0.1, 0.25, 0.5, 0.75].map {
      difference(try still(Self.element(presence: $0), scene), none)
    }
    #expect(steps[0] > 0.2)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 < $1 })
    func way(_ presence: Double) -> Double {
      let body = Fixtures.body([Self.element(presence: presence)], canvas: ChromeFixtures.size(160, 96))
      return Fixtures.looks(body).map { ($0.source - $0.at).length }.reduce(0, +)
    }
    #expect(way(0.2) < way(0.6) && way(0.6) < way(1) && way(0.01) < way(1) / 20)
  }

  @Test("each level of quality looks other than the last, in the rim, the bevel and all over")
  func quality() throws {
    let scene = Fixtures.clouds()
    let glass = Glass(.regular, isDispersive: true)
    let levels = try GlassQuality.allCases.map { try still(Self.element(glass), scene, quality: $0) }
    let inside = PixelRect(x: 20, y: 16, width: 120, height: 60)
    for (finer, coarser) in zip(levels, levels.dropFirst()) {
      #expect(difference(finer, coarser, inside) > 0.3)
    }
    // Blur is what goes last: until then the flat middle stays as it is.
    #expect(difference(levels[0], levels[2], Self.middle) == 0)
    #expect(sharpness(levels[3].luma, Self.middle) < 0.3)
  }

  @Test("each setting for accessibility and appearance shows")
  func styles() throws {
    let scene = Fixtures.clouds()
    let plain = try still(Self.element(), scene)
    for style in [
      ChromeStyle(appearance: .light), ChromeStyle(reduceTransparency: true),
      ChromeStyle(increaseContrast: true),
    ] {
      let inside = PixelRect(x: 20, y: 16, width: 120, height: 60)
      #expect(difference(try still(Self.element(), scene, style: style), plain, inside) > 1)
    }
  }
}
