import Foundation

/// A body as seen: colours and how much of each pixel it covers, in a part of the picture.
struct Layer {
  let left: Int
  let top: Int
  let width: Int
  let height: Int
  private(set) var color: [Color]
  private(set) var alpha: [Float]

  init(left: Int, top: Int, width: Int, height: Int) {
    (self.left, self.top, self.width, self.height) = (left, top, max(0, width), max(0, height))
    color = Array(repeating: Color(), count: self.width * self.height)
    alpha = Array(repeating: 0, count: self.width * self.height)
  }

  /// How much of a pixel of the picture it covers.
  func cover(_ x: Int, _ y: Int) -> Float {
    let (u, v) = (x - left, y - top)
    return u >= 0 && v >= 0 && u < width && v < height ? alpha[v * width + u] : 0
  }

  mutating func set(_ x: Int, _ y: Int, _ paint: Color, _ cover: Float) {
    let i = y * width + x
    color[i] += (paint - color[i]) * cover
    alpha[i] += (1 - alpha[i]) * cover
  }

  /// Draws a limb: a cone with round ends, lit from the upper left.
  mutating func draw(_ limb: Limb) {
    let most = max(limb.from.radius, limb.to.radius) + 1
    let (a, b) = (limb.from, limb.to)
    let x0 = max(0, Int(min(a.x, b.x) - most) - left), x1 = min(width, Int(max(a.x, b.x) + most) + 2 - left)
    let y0 = max(0, Int(min(a.y, b.y) - most) - top), y1 = min(height, Int(max(a.y, b.y) + most) + 2 - top)
    guard x0 < x1, y0 < y1 else { return }
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let length = max(1e-6, dx * dx + dy * dy)
    for y in y0..<y1 {
      for x in x0..<x1 {
        let (px, py) = (Double(x + left) + 0.5 - a.x, Double(y + top) + 0.5 - a.y)
        let t = max(0, min(1, (px * dx + py * dy) / length))
        let radius = a.radius + (b.radius - a.radius) * t
        let (nx, ny) = (px - dx * t, py - dy * t)
        let distance = (nx * nx + ny * ny).squareRoot()
        let cover = max(0, min(1, radius - distance + 0.5))
        guard cover > 0 else { continue }
        let rise = (max(0, 1 - distance * distance / (radius * radius))).squareRoot()
        let light = 0.5 + 0.55 * max(0, (-0.5 * nx - 0.6 * ny) / radius + 0.62 * rise)
        let across = (nx * dy - ny * dx) / length.squareRoot()
        let paint = limb.cloth.color(along: t * length.squareRoot(), across: across, size: limb.size)
        set(x, y, paint * Float(light), Float(cover))
      }
    }
  }
}

/// A part of a body, in pixels.
struct Limb {
  struct End {
    var x: Double
    var y: Double
    var radius: Double
  }

  var from: End
  var to: End
  /// How far from the camera; the nearest are drawn last.
  var depth: Double
  var cloth: Cloth
  /// The body's height.
  var size: Double
}

/// A colour and its pattern.
struct Cloth {
  enum Pattern: CaseIterable { case plain, stripes, checks, mottled }

  var color: Color
  var second: Color
  var pattern = Pattern.plain

  func color(along: Double, across: Double, size: Double) -> Color {
    let (u, v) = (along / size, across / size)
    switch pattern {
    case .plain: return color
    case .stripes: return Int((u * 26).rounded(.down)) & 1 == 0 ? color : second
    case .checks:
      return (Int((u * 22).rounded(.down)) + Int((v * 22).rounded(.down))) & 1 == 0 ? color : second
    case .mottled: return sin(u * 190) + sin(v * 170 + u * 60) > 0.4 ? second : color
    }
  }
}
