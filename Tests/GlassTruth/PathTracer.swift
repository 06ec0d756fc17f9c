import RealModule

/// Renders glass over a scene by following each ray from the eye: through the surface by vector Snell, off it by Fresnel's
/// equations, scattered in the body, lit by a key light. Slow, in linear light, and without any of the painter's code.
///
/// Rays start on a grid inside each pixel, so that pictures are always the same and as symmetric as what they show.
public struct PathTracer: Sendable {
  /// One picture to make: a scene as large as the canvas, and what the glass over it is made of.
  public struct Shot: Sendable {
    /// What lies behind the glass, at the canvas's size.
    public var scene: LightPicture
    /// What the glass is made of.
    public var substance: GlassSubstance
    /// What shines on the rim.
    public var lamp: Lamp

    /// A shot of a scene through a substance.
    public init(_ scene: LightPicture, _ substance: GlassSubstance, lamp: Lamp = Lamp()) {
      (self.scene, self.substance, self.lamp) = (scene, substance, lamp)
    }
  }

  /// The key light.
  public struct Lamp: Sendable {
    /// Unit vector towards it, in the picture's plane.
    public var direction: SIMD2<Double>
    /// How much of it there is, 0...1; the rim's faint line all around doesn't depend on it.
    public var power: Double
    /// Its light.
    public var color: SIMD3<Float>

    /// A lamp; by default white and from above, a little from the left.
    public init(
      toward x: Double = -0.45, _ y: Double = -0.893, power: Double = 1,
      color: SIMD3<Float> = SIMD3(repeating: 1)
    ) {
      direction = SIMD2(x, y) / SIMD2(x, y).length
      (self.power, self.color) = (power, color)
    }
  }

  /// Size of the canvas in pixels.
  public let width: Int
  /// Height of the canvas in pixels.
  public let height: Int
  /// Pixels per point.
  public let scale: Double
  /// The glass.
  public let block: GlassBlock
  /// Share of light that the shadow takes at the edge, and its reach in points.
  public var shadow = (strength: 0.14, reach: 4.0)
  /// How far the shadow lies below the glass, in points.
  public var drop = 2.0
  /// Rays along a pixel's side where the surface is curved, and at the edge.
  public var raysPerSide = (bevel: 4, edge: 8)

  /// A tracer of one block on a canvas of `width` × `height` pixels.
  public init(_ block: GlassBlock, width: Int, height: Int, scale: Double) {
    (self.block, self.width, self.height, self.scale) = (block, width, height, scale)
  }

  /// The pixels of which at least a part shows glass, row by row.
  public var glassPixels: [Bool] {
    (0..<width * height).map {
      let centre = SIMD2(Double($0 % width) + 0.5, Double($0 / width) + 0.5) / scale
      return block.outline.place(of: centre).depth > -0.5 / scale
    }
  }

  /// Makes the shots' pictures; what depends on the glass's shape alone is found once for all of them.
  ///
  /// - Parameter shots: scenes of the canvas's size (a precondition).
  public func trace(_ shots: [Shot]) -> [LightPicture] {
    precondition(shots.allSatisfy { $0.scene.width == width && $0.scene.height == height })
    let bodies = shots.map { scattered($0) }
    var pictures = shots.map(\.scene)
    for y in 0..<height {
      for x in 0..<width {
        let centre = SIMD2(Double(x) + 0.5, Double(y) + 0.5) / scale
        let middle = block.surface(at: centre)
        // Outside, the shadow is all there is to see, and it is smooth.
        let n =
          abs(middle.depth) * scale < 1.5
          ? raysPerSide.edge : middle.depth > 0 && middle.depth < block.widest ? raysPerSide.bevel : 1
        var sums = [SIMD3<Float>](repeating: .zero, count: shots.count)
        for i in 0..<n * n {
          let within = SIMD2(Double(i % n) + 0.5, Double(i / n) + 0.5) / Double(n)
          let p = (SIMD2(Double(x), Double(y)) + within) / scale
          let surface = n == 1 ? middle : block.surface(at: p)
          for s in shots.indices { sums[s] += light(shots[s], bodies[s].light, p, surface) }
        }
        for s in shots.indices { pictures[s][x, y] = sums[s] / Float(n * n) }
      }
    }
    return pictures
  }

  /// What the eye sees at a point.
  private func light(
    _ shot: Shot, _ body: LightPicture, _ p: SIMD2<Double>, _ surface: GlassBlock.Surface
  ) -> SIMD3<Float> {
    guard surface.depth > 0 else {
      return shot.scene.light(x: p.x * scale, y: p.y * scale) * Float(shade(at: p))
    }
    let substance = shot.substance
    let share = Self.lensShare(surface, substance)
    var light = SIMD3<Float>.zero
    if share < 1 {
      light += coloured(body.light(x: p.x * scale, y: p.y * scale), substance) * Float(1 - share)
    }
    if share > 0 {
      let source = Self.source(p, surface, substance) * scale
      light += coloured(shot.scene.light(x: source.x, y: source.y), substance) * Float(share)
    }
    let mirrored = Self.mirrored(surface, substance)
    if mirrored > 0 {
      let place = (p + surface.outwards * (3 * surface.depth + 1)) * scale
      light =
        light * Float(1 - mirrored) + coloured(shot.scene.light(x: place.x, y: place.y), substance)
        * Float(mirrored)
    }
    let lit = Float(Self.shine(surface, substance, shot.lamp))
    return light * (1 - lit) + shot.lamp.color * lit
  }

  /// The share of light that the glass's shadow leaves.
  private func shade(at p: SIMD2<Double>) -> Double {
    let away = max(-block.outline.place(of: p - SIMD2(0, drop)).depth, 0) / shadow.reach
    return 1 - shadow.strength * Double.exp(-3 * away * away)
  }

  /// How much of what a point shows is the sharp scene: all of it in clear glass, else the bevel's part.
  static func lensShare(_ surface: GlassBlock.Surface, _ substance: GlassSubstance) -> Double {
    if substance.isClear { return substance.lens }
    return substance.lens * Double.pow(min(max((surface.u - 0.25) / 0.6, 0), 1), 1.2)
  }

  /// Where a ray that comes straight down at a point meets the scene at the slab's foot. Points.
  public static func source(_ p: SIMD2<Double>, _ surface: GlassBlock.Surface, _ substance: GlassSubstance)
    -> SIMD2<Double>
  {
    let normal = normal(surface)
    // Snell: t = r·d + (r·cosᵢ − cosₜ)·n, with d = (0, 0, −1) and r = 1 / index.
    let r = 1 / substance.index
    let cosI = normal.z
    let cosT = (1 - r * r * (1 - cosI * cosI)).squareRoot()
    let ray = SIMD3(0, 0, -r) + normal * (r * cosI - cosT)
    var way = SIMD2(ray.x, ray.y) * ((substance.floor + surface.height) / -ray.z)
    let longest = surface.halfMinor * (substance.isClear ? 1.33 : 1)
    if way.length > longest { way *= longest / way.length }
    return p + way
  }

  /// The surface's unit normal in space, z up to the eye.
  private static func normal(_ surface: GlassBlock.Surface) -> SIMD3<Double> {
    let flat = surface.outwards * surface.slope
    return SIMD3(flat.x, flat.y, 1) / (surface.slope * surface.slope + 1).squareRoot()
  }

  /// The share of the surroundings that a point mirrors: Fresnel's equations for unpolarised light (Born and Wolf,
  /// "Principles of Optics", 1.5), beyond what flat glass mirrors, and what the bevel gathers.
  public static func mirrored(_ surface: GlassBlock.Surface, _ substance: GlassSubstance) -> Double {
    let n = substance.index
    guard n > 1, surface.u > 0 else { return 0 }
    let cosI = normal(surface).z
    let cosT = (1 - (1 - cosI * cosI) / (n * n)).squareRoot()
    let s = (cosI - n * cosT) / (cosI + n * cosT)
    let p = (n * cosI - cosT) / (n * cosI + cosT)
    let straight = (n - 1) / (n + 1)
    let u = surface.u
    return min((s * s + p * p) / 2 - straight * straight + substance.edgeGather * u * u * u, 0.6)
  }

  /// The share of a point's light that the key light gives: a line along the rim, brightest where it faces the light and
  /// where the light leaves again, and a glow inside it.
  static func shine(_ surface: GlassBlock.Surface, _ substance: GlassSubstance, _ lamp: Lamp) -> Double {
    let facing = (surface.outwards * lamp.direction).sum()
    let (near, far) = (max(facing, 0), max(-facing, 0))
    let fromLine = (surface.depth - 0.9) / 0.75
    let rim = Double.exp(-fromLine * fromLine)
    let glow = Double.exp(-(surface.depth / 5.5) * (surface.depth / 5.5))
    let line = 0.08 + lamp.power * (0.85 * Double.pow(near, 2.2) + 0.38 * far * far * far)
    let shine = rim * line + glow * lamp.power * (0.16 * near * near + 0.07 * far * far)
    return min(substance.keyLight * shine, 0.93)
  }

  private func scattered(_ shot: Shot) -> Scattering {
    func pixels(_ from: Double, _ to: Double, _ count: Int) -> Range<Int> {
      let first = min(max(Int((from * scale).rounded(.down)), 0), count - 1)
      return first..<max(min(Int((to * scale).rounded(.up)), count), first + 1)
    }
    let outline = block.outline
    return Scattering(
      shot.scene, sigma: shot.substance.blur * scale, columns: pixels(outline.low.x, outline.high.x, width),
      rows: pixels(outline.low.y, outline.high.y, height))
  }

  /// Light with its saturation raised about its own luminance, then dimmed and tinted.
  private func coloured(_ light: SIMD3<Float>, _ substance: GlassSubstance) -> SIMD3<Float> {
    let grey = SIMD3<Float>(repeating: LightPicture.luminance(light))
    let vivid = grey + (light - grey) * Float(substance.saturation)
    return vivid.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1)) * Float(substance.keep)
      + SIMD3<Float>(substance.add)
  }
}
