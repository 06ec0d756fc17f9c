import Geometry
import PixelTypes
import RealModule

/// The soft shadow of a body of glass on the scene behind it, on the scene's coarse grid.
struct GlassShadow {
  /// Texels of the canvas's grid within the shadow's reach.
  let texels: PixelRect
  /// Share of light that remains, row by row, 0...1.
  private let kept: [Float]

  /// The shadow of glass that floats above the scene, 2 points lower than the glass; higher glass casts a softer and
  /// stronger one.
  init?(_ elements: [GlassElement], _ shape: BodyShape, _ context: GlassBody.Context) {
    guard let highest = elements.max(by: { $0.elevation.rawValue < $1.elevation.rawValue })?.elevation,
      highest.shadow > 0
    else { return nil }
    // The share of light taken at the edge, and from there the pixels to where a twentieth of the shadow remains.
    let strength = (0.1 + 0.02 * Double(highest.rawValue)) * (context.style.increaseContrast ? 1.6 : 1)
    let reach = highest.shadow * context.scale
    let drop = 2 * context.scale
    let presences = zip(shape.parts.frames, elements).map {
      (frame: $0, presence: min(max($1.presence, 0), 1))
    }
    let (bounds, size) = (shape.parts.area, Double(SceneTile.texel(scale: context.scale)))
    let margin = 1.5 * reach
    func floor(_ v: Double) -> Int { Int((v / size).rounded(.down)) }
    let x = floor(Double(bounds.x) - margin)
    let y = floor(Double(bounds.y) - margin)
    texels = PixelRect(
      x: x, y: y, width: floor(Double(bounds.maxX) + margin) + 1 - x,
      height: floor(Double(bounds.maxY) + margin + drop) + 1 - y)
    let coarse = shape.outline.moved { Point($0.x / size, ($0.y + drop) / size) }
    let field = ShapeField(coarse, area: texels, reach: max(margin / size, 1) + 1)
    kept = field.distance.indices.map { i in
      let t = max(-Double(field.distance[i]) * size, 0) / max(reach, 0.001)
      guard t < 1.5 else { return 1 }
      let (row, column) = i.quotientAndRemainder(dividingBy: field.area.width)
      let x = (Double(field.area.x + column) + 0.5) * size
      let y = (Double(field.area.y + row) + 0.5) * size - drop
      let presence = Self.presence(Point(x, y), presences, softness: size)
      return Float(1 - strength * presence * Double.exp(-t * t * 3))
    }
  }

  /// Presence of a point's casters; nearer ones count more.
  private static func presence(
    _ p: Point, _ casters: [(frame: Rect, presence: Double)], softness: Double
  ) -> Double {
    guard casters.contains(where: { $0.presence != casters[0].presence }) else {
      return casters.first?.presence ?? 0
    }
    var (sum, weights) = (0.0, 0.0)
    for caster in casters {
      let dx = max(caster.frame.x - p.x, p.x - caster.frame.maxX, 0) / softness
      let dy = max(caster.frame.y - p.y, p.y - caster.frame.maxY, 0) / softness
      let weight = 1 / (0.05 + (dx * dx + dy * dy) * (dx * dx + dy * dy))
      sum += weight * caster.presence
      weights += weight
    }
    return sum / weights
  }

  /// Share of light that remains at a texel of the canvas's grid, 0...1.
  func light(x: Int, y: Int) -> Float {
    let (column, row) = (x - texels.x, y - texels.y)
    guard column >= 0, row >= 0, column < texels.width, row < texels.height else { return 1 }
    return kept[row * texels.width + column]
  }
}
