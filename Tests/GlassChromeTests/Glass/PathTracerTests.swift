import GlassTruth
import RealModule
import TestSupport
import Testing

@Suite("Path tracer")
struct PathTracerTests {
  private static let width = 136
  private static let circle = GlassBlock([.init(x: 12, y: 12, width: 44, height: 44, radius: 22)])
  private static let tracer = PathTracer(circle, width: width, height: width, scale: 2)
  private static let regular = GlassSubstance(
    keep: 0.94, add: SIMD3(repeating: 0.03), saturation: 1.25, blur: 4, isClear: false, edgeGather: 0.3)

  private static func scene(_ light: (Double, Double) -> SIMD3<Float>) -> LightPicture {
    var scene = LightPicture(width: width, height: width)
    for (x, y) in Places(0..<width, 0..<width) { scene[x, y] = light(Double(x) + 0.5, Double(y) + 0.5) }
    return scene
  }

  @Test("over one colour nothing but the tone shows, up to the very edge")
  func furnace() {
    let grey = SIMD3<Float>(0.4, 0.4, 0.4)
    var tracer = Self.tracer
    tracer.shadow.strength = 0
    var softened = Self.regular
    (softened.keep, softened.add) = (1, .zero)
    let pictures = tracer.trace([
      .init(Self.scene { _, _ in grey }, GlassSubstance(edgeGather: 0.3)),
      .init(Self.scene { _, _ in grey }, softened), .init(Self.scene { _, _ in grey }, Self.regular),
    ])
    for picture in pictures.prefix(2) {
      #expect(picture.pixels.allSatisfy { abs($0 - grey).max() < 1e-4 })
    }
    // The lens shows the scene as it is; the middle, in the material's tone.
    #expect(abs(pictures[2][68, 68] - (grey * 0.94 + 0.03)).max() < 1e-4)
    #expect(abs(pictures[2][68, 26] - grey).max() < 0.01)
  }

  /// The shift at a depth by angles instead of vectors, as docs/glass.md has it. Points.
  private static func shift(depth: Double, bevel: Double) -> Double {
    let u = 1 - depth / bevel
    let theta = Double.atan(u * u / Double.pow(1 - u * u * u, 2.0 / 3))
    let delta = theta - Double.asin(Double.sin(theta) / 1.5)
    return (16 + bevel * Double.root(1 - u * u * u, 3)) * Double.tan(delta)
  }

  @Test("a ramp shows each place where Snell's angles put it", arguments: [2.75, 4.25, 5.5, 8.25])
  func shift(depth: Double) {
    // Light that grows along a row, and along a column, by a thousandth a pixel.
    let ramp = Self.scene { x, y in SIMD3(Float(x), Float(y), 0) / 1000 }
    let picture = Self.tracer.trace([.init(ramp, GlassSubstance())])[0]
    let x = Int((12 + depth) * 2)
    func place(_ p: Int) -> Double { Double(picture[p, 68].x) * 1000 }
    let centre = (Double(x) + 0.5) / 2 - 12
    let expected = Double(x) + 0.5 + 2 * Self.shift(depth: centre, bevel: 11)
    #expect(abs(place(x) - expected) < 0.2)
    #expect(abs(Double(picture[x, 68].y) * 1000 - 68.5) < 0.3)
    // The other side looks as far the other way.
    #expect(abs(place(x) + place(Self.width - 1 - x) - 136) < 0.01)
  }

  @Test("glass that bends nothing shows the scene")
  func unbent() {
    let scene = Self.scene { x, y in
      SIMD3(repeating: 0.5) + SIMD3(Float(Double.sin(x / 7)), Float(Double.sin(y / 9)), 0.1) * 0.4
    }
    var tracer = Self.tracer
    tracer.shadow.strength = 0
    let pictures = tracer.trace([.init(scene, GlassSubstance(index: 1)), .init(scene, GlassSubstance())])
    let glass = tracer.glassPixels
    #expect(PictureDifference(pictures[0], scene).percentile(0.99, where: glass) < 0.5)
    #expect(PictureDifference(pictures[1], scene).mean(where: glass) > 5)
    // In the middle exactly.
    #expect(pictures[0][68, 68] == scene[68, 68] && pictures[1][68, 68] == scene[68, 68])
  }

  @Test("pictures of what is symmetric are symmetric")
  func symmetry() {
    let scene = Self.scene { x, y in
      SIMD3(Float((x - 68) * (x - 68)), Float((y - 68) * (y - 68)), Float(abs(x - 68) * abs(y - 68))) / 4700
    }
    var substance = Self.regular
    substance.keyLight = 1
    let picture = Self.tracer.trace([.init(scene, substance, lamp: .init(toward: 0, -1))])[0]
    for (x, y) in Places(0..<Self.width / 2, 0..<Self.width) {
      #expect(abs(picture[x, y] - picture[Self.width - 1 - x, y]).max() < 2e-4, "\(x), \(y)")
    }
    // The light falls from above.
    #expect(picture[68, 25].x > picture[68, 110].x + 0.1)
  }

  @Test("the body scatters a line of light into a Gaussian of its own width, and none is lost")
  func scattering() {
    let line = Self.scene { x, _ in SIMD3(repeating: abs(x - 68.5) < 0.1 ? 1 : 0) }
    var substance = GlassSubstance(blur: 4, isClear: false)
    substance.lens = 0
    let block = GlassBlock([.init(x: 0, y: 0, width: 68, height: 68, radius: 4)])
    let picture = PathTracer(block, width: Self.width, height: Self.width, scale: 2).trace([
      .init(line, substance)
    ])[0]
    var (sum, square) = (0.0, 0.0)
    for x in 0..<Self.width {
      let light = Double(picture[x, 68].x)
      (sum, square) = (sum + light, square + light * Double((x - 68) * (x - 68)))
    }
    #expect(abs(sum - 1) < 0.01)
    #expect(abs((square / sum).squareRoot() - 8) < 0.1)
  }

  @Test("neighbours flow together below half their spacing, and not above")
  func merging() {
    func depth(gap: Double) -> Double {
      let block = GlassBlock(
        [
          .init(x: 0, y: 0, width: 60, height: 60, radius: 10),
          .init(x: 60 + gap, y: 0, width: 60, height: 60, radius: 10),
        ], spacing: 16)
      return block.outline.place(of: SIMD2(60 + gap / 2, 30)).depth
    }
    #expect(depth(gap: 6) > 10)
    #expect(depth(gap: 7.5) > 0)
    #expect(depth(gap: 8.5) < 0)
    #expect(depth(gap: 20) < -9)
  }

  @Test("outlines are as far away as they are")
  func distances() {
    let circle = Self.circle.outline
    for (x, y) in [(34.0, 13.0), (40, 34), (12.5, 34), (2, 34), (60, 60), (50, 20)] {
      let away = ((x - 34) * (x - 34) + (y - 34) * (y - 34)).squareRoot()
      let place = circle.place(of: SIMD2(x, y))
      #expect(abs(place.depth - (22 - away)) < 0.002)
      #expect(away < 1 || abs(place.normal - SIMD2(x - 34, y - 34) / away).max() < 0.01)
    }
  }

  @Test("of light that comes from the left, most shines on the left, less on the right, hardly any above")
  func lamp() {
    let black = Self.scene { _, _ in .zero }
    var substance = GlassSubstance(keyLight: 1)
    let lamp = PathTracer.Lamp(toward: -1, 0, color: SIMD3(1, 0.5, 0))
    let lit = Self.tracer.trace([.init(black, substance, lamp: lamp)])[0]
    #expect(lit[25, 68].x > 0.7 && lit[110, 68].x > 0.3 && lit[110, 68].x < 0.5)
    #expect(lit[68, 25].x < 0.1 && lit[68, 25].x > 0.02)
    #expect(abs(lit[25, 68].y / lit[25, 68].x - 0.5) < 1e-3 && lit[25, 68].z == 0)
    substance.keyLight = 0
    #expect(Self.tracer.trace([.init(black, substance)])[0].pixels.allSatisfy { $0 == .zero })
  }

  @Test("the shadow takes its share beside the glass and none under it")
  func shadow() {
    let white = Self.scene { _, _ in SIMD3(repeating: 1) }
    let picture = Self.tracer.trace([.init(white, GlassSubstance())])[0]
    #expect(abs(picture[68, 113].x - 0.86) < 0.01)
    #expect(picture[68, 68].x == 1 && picture[2, 2].x > 0.9999)
    let lower = picture[68, 118].x
    #expect(lower > 0.87 && lower < 0.99 && picture[68, 17].x > lower)
  }
}

extension SIMD3<Float> {
  fileprivate static func - (a: Self, b: Float) -> Self { a - Self(repeating: b) }
}

private func abs(_ v: SIMD3<Float>) -> SIMD3<Float> { v.replacing(with: -v, where: v .< 0) }
private func abs(_ v: SIMD2<Double>) -> SIMD2<Double> { v.replacing(with: -v, where: v .< 0) }
