import HUDGeometry
import PixelTypes
import RealModule

/// What a panel's edge does at each of its points: where the glass looks, and how rim and key light shine.
struct EdgeProfile {
  let shape: GlassShape
  let optics: GlassOptics
  private let material: GlassMaterial
  private let hairline: Double
  private let border: Double

  init(area: PixelRect, radius: Double, material: GlassMaterial, scale: Double) {
    shape = GlassShape(width: Double(area.width), height: Double(area.height), radius: radius)
    let half = Double(min(area.width, area.height)) / 2
    let bevel = min(20 * scale, min(radius, half), half / 2)
    optics = GlassOptics(
      bevel: bevel, floor: 45 * scale, index: material.isOpaque ? 1 : material.refractiveIndex,
      longestShift: half)
    self.material = material
    hairline = max(0.8 * scale, 0.6)
    border = max(material.borderPoints * scale, 0.5)
  }

  struct Point2 {
    /// Where the glass looks, from the panel's top left.
    var source: Point
    var normal: Point
    var mix: GlassMix
    /// Covered share of a pixel here, 0...1.
    var coverage: Double
  }

  func point(at p: Point) -> Point2 {
    let (distance, normal) = shape.edge(at: p)
    let coverage = min(max(distance + 0.5, 0), 1)
    let x = max(distance, 0.25)
    let shift = distance < optics.bevel ? optics.shift(at: x) : 0
    // The key light stands above, a little to the left; glass also lights up where it leaves, opposite.
    let facing = normal.dot(Point(-0.45, -0.893))
    let near = max(facing, 0)
    let far = max(-facing, 0)
    let lobes = 0.62 * near * near + 0.34 * far * far + 0.06
    let rim = Double.exp(-(x / hairline) * (x / hairline) * 0.7)
    let u = max(1 - x / max(optics.bevel, 0.001), 0)
    // Schlick's share lies within a pixel of the edge; the broad term is what the bevel gathers from beside it.
    let mirrored =
      material.isOpaque ? 0 : min(optics.mirrored(at: x) + material.edgeGather * u * u * u, 0.7)
    let glow = 0.10 * u * u * near
    let edge = max(0, min(1, border - x + 0.5))
    let light = min(material.keyLight * (lobes * rim + glow) + material.border * edge, 0.85)
    let flat = distance >= optics.bevel
    let mirroredShare = flat ? 0 : UInt16((mirrored * (1 - light) * 256).rounded())
    let lightShare = flat ? 0 : UInt16((light * 256).rounded())
    return Point2(
      source: Point(p.x - normal.x * shift, p.y - normal.y * shift), normal: normal,
      mix: GlassMix(
        transmitted: 256 - mirroredShare - lightShare, mirrored: mirroredShare, light: lightShare),
      coverage: coverage)
  }
}

/// Works out a panel's rows and end pixels for one of its channels.
struct GlassPlan {
  let profile: EdgeProfile
  let tile: SceneTile
  let environment: SceneTile
  /// How far outside the panel its rim mirrors the scene, in pixels.
  let reach: Double
  let endWidth: Int

  func rows(vertical: Int) -> [GlassPanel.GlassRow] {
    let area = tile.area
    return (0..<area.height / vertical).map { row in
      let p = Point(Double(area.width) / 2, (Double(row) + 0.5) * Double(vertical))
      let at = profile.point(at: p)
      let line = tile.line(at: Double(area.y) + at.source.y)
      let mirrored = environment.line(at: Double(area.y) + p.y + at.normal.y * reach)
      return GlassPanel.GlassRow(
        line: line.index, fraction: line.fraction,
        environment: mirrored.index
          + (mirrored.fraction >= 8 && mirrored.index + 1 < environment.texels.height ? 1 : 0),
        mix: at.mix)
    }
  }

  func ends(horizontal: Int, vertical: Int) -> [GlassPixel] {
    let area = tile.area
    let columns = area.width / horizontal
    let end = endWidth / horizontal
    var pixels: [GlassPixel] = []
    for row in 0..<area.height / vertical {
      for column in 0..<columns where column < end || column >= columns - end {
        let p = Point((Double(column) + 0.5) * Double(horizontal), (Double(row) + 0.5) * Double(vertical))
        let at = profile.point(at: p)
        let coverage = self.coverage(column, row, horizontal, vertical)
        guard coverage > 0 else { continue }
        pixels.append(pixel(column, row, p, at, coverage, horizontal))
      }
    }
    return pixels
  }

  private func coverage(_ column: Int, _ row: Int, _ h: Int, _ v: Int) -> UInt16 {
    var sum = 0.0
    for dy in 0..<v {
      for dx in 0..<h {
        let p = Point(Double(column * h + dx) + 0.5, Double(row * v + dy) + 0.5)
        sum += min(max(profile.shape.edge(at: p).distance + 0.5, 0), 1)
      }
    }
    return UInt16((sum / Double(h * v) * 256).rounded())
  }

  private func pixel(
    _ column: Int, _ row: Int, _ p: Point, _ at: EdgeProfile.Point2, _ coverage: UInt16, _ horizontal: Int
  ) -> GlassPixel {
    let area = tile.area
    let kind = horizontal == 1 ? 0 : 1
    let lines = kind == 0 ? tile.lumaLines : tile.cbLines
    let around = kind == 0 ? environment.lumaLines : environment.cbLines
    let source = tile.line(at: Double(area.y) + min(max(at.source.y, 0.5), Double(area.height) - 0.5))
    let sourceColumn = min(max(Int(at.source.x / Double(horizontal)), 0), lines.width - 1)
    let mirrored = environment.line(at: Double(area.y) + p.y + at.normal.y * reach)
    let mirroredX = p.x + at.normal.x * reach + Double(area.x - environment.area.x)
    let mirroredColumn = min(max(Int(mirroredX / Double(horizontal)), 0), around.width - 1)
    return GlassPixel(
      x: Int32(column), y: Int32(row), source: Int32(source.index * lines.samplesPerRow + sourceColumn),
      fraction: UInt16(source.fraction),
      environment: Int32(mirrored.index * around.samplesPerRow + mirroredColumn), mix: at.mix,
      coverage: coverage)
  }
}
