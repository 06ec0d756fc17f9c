import Foundation
import GlassChrome
import PixelTypes

/// How far inwards the rim of a small clear circle shows what lies behind it, a quarter of the bevel's width inside the edge.
///
/// A bright disc behind the glass shrinks from picture to picture. A pixel turns dark when the disc's edge passes the place
/// it shows. The pixel gets other light too, mirrored and from the lamp, but only what it shows changes abruptly.
struct RimShift {
  var glass = Glass.clear
  /// Pixels per point.
  private static let scale = 2.0
  /// Points.
  private static let diameter = 44.0
  /// A circle's bevel: half its radius. Pixels.
  private static let bevel = diameter * scale / 4
  private static let depth = bevel / 4
  /// From the circle's middle to the pixels to read.
  private static let radius = diameter * scale / 2 - depth
  /// Side of the picture in pixels; a border of sixteen is white so that the light on the rim stays where it is.
  private static let side = 208

  /// Snell's law at that depth: how far a ray coming straight down shifts on its way to the foot of
  /// a slab 16 pt deep with the surface w (1 − u³)^(1/3), of index 1.5. Pixels.
  static var expected: Double {
    let u = 1 - depth / bevel
    let rest = 1 - u * u * u
    // The surface's normal in space, and the ray refracted at it: r·d + (r·cosᵢ − cosₜ)·n.
    let slope = u * u * pow(rest, -2.0 / 3)
    let length = (slope * slope + 1).squareRoot()
    let (outwards, up) = (slope / length, 1 / length)
    let r = 1 / 1.5
    let turn = r * up - (1 - r * r * (1 - up * up)).squareRoot()
    let way = (across: turn * outwards, down: r - turn * up)
    return (16 * scale + bevel * cbrt(rest)) * abs(way.across) / way.down
  }

  /// The four shifts in pixels, inwards positive; NaN where a pixel shows no part of the scene.
  func measured() throws(GlassError) -> [(side: String, shift: Double)] {
    let edges = stride(from: 1.0, through: 44, by: 1).map { $0 }
    var lights: [[Double]] = []
    for edge in edges { lights.append(Self.read(try picture(edge))) }
    return ["left", "right", "above", "below"].enumerated().map { i, side in
      (side, Self.radius - Self.place(edges, lights.map { $0[i] }))
    }
  }

  /// The scene behind the glass, with a disc of radius `disc`.
  private func picture(_ disc: Double) throws(GlassError) -> MeasuredPicture {
    let middle = Double(Self.side) / 2
    let scene = MeasuredPicture(width: Self.side, height: Self.side) { x, y in
      if max(abs(x - middle), abs(y - middle)) > middle - 16 { return 1 }
      let away = ((x - middle) * (x - middle) + (y - middle) * (y - middle)).squareRoot()
      return 0.05 + 0.35 * min(max(disc - away + 0.5, 0), 1)
    }
    return try scene.behind(
      Circle().frame(width: Self.diameter, height: Self.diameter).glassEffect(glass, in: .circle),
      scale: Self.scale)
  }

  /// Left, right, above, below; the middle lies between two pixels.
  private static func read(_ picture: MeasuredPicture) -> [Double] {
    let low = Int(Double(side) / 2 - radius)
    let (high, middle) = (side - 1 - low, side / 2)
    return [(low, middle - 1), (high, middle - 1), (middle - 1, low), (middle - 1, high)].map { x, y in
      // The neighbour across the axis.
      (picture[x, y] + (y == middle - 1 ? picture[x, middle] : picture[middle, y])) / 2
    }
  }

  /// The radius at which a pixel's light jumps: in the middle of its gain within four pixels of its largest step.
  private static func place(_ edges: [Double], _ lights: [Double]) -> Double {
    let steps = lights.indices.dropLast().map { lights[$0 + 1] - lights[$0] }
    guard let largest = steps.indices.max(by: { steps[$0] < steps[$1] }), steps[largest] > 0.05 else {
      return .nan
    }
    let near = max(largest - 4, 0)...min(largest + 4, steps.count - 1)
    let gained = near.reduce(0) { $0 + steps[$1] }
    return near.reduce(0) { $0 + steps[$1] * (edges[$1] + 0.5) } / gained
  }
}
