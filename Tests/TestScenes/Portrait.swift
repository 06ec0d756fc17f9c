import TestSupport

/// A drawn head and shoulders before a wall, at `x` pixels right of the middle; `nil` for the wall alone.
package struct Portrait: Sendable {
  package static let (width, height) = (240, 135)
  /// Where its eyes are, in pixels, if it stands in the middle.
  package static let eyes = [SIMD2(112.0, 42), SIMD2(128.0, 42)]
  package var luma: [UInt8] = []
  package var cb: [UInt8] = []
  package var cr: [UInt8] = []
  package var truth: [Bool] = []

  /// - Parameters:
  ///   - stripes: where posts before the wall begin, in pixels; `nil` for none.
  ///   - hasFace: false for one who looks away.
  package init(at x: Double?, stripes: Double? = nil, hasFace: Bool = true, seed: UInt64) {
    var random = Seeded(seed)
    var colors: [SIMD3<Double>] = []
    for row in 0..<Self.height {
      for column in 0..<Self.width {
        let (u, v) = (Double(column) + 0.5 - Double(Self.width) / 2 - (x ?? 0), Double(row) + 0.5)
        let painted = x == nil ? nil : Self.paint(u, v, hasFace: hasFace)
        truth.append(painted != nil)
        var wall = SIMD3(176, 172, 160) + 0.15 * Double(row)
        if let stripes {
          let place = (Double(column) - stripes + 480) / 24
          if place - place.rounded(.down) < 0.25 { wall = SIMD3(90, 84, 70) }
        }
        colors.append(painted ?? wall)
      }
    }
    for c in colors {
      let y = 0.299 * c.x + 0.587 * c.y + 0.114 * c.z
      luma.append(UInt8(max(0, min(255, y + (random.unit() - 0.5) * 4))))
    }
    for row in 0..<Self.height / 2 {
      for column in 0..<Self.width / 2 {
        let i = 2 * row * Self.width + 2 * column
        let c = (colors[i] + colors[i + 1] + colors[i + Self.width] + colors[i + Self.width + 1]) / 4
        cb.append(UInt8(max(0, min(255, 128 - 0.168736 * c.x - 0.331264 * c.y + 0.5 * c.z))))
        cr.append(UInt8(max(0, min(255, 128 + 0.5 * c.x - 0.418688 * c.y - 0.081312 * c.z))))
      }
    }
  }

  /// Adds somebody else: a coat of one colour, whose left edge is at `x`.
  package mutating func add(at x: Double?) {
    guard let x else { return }
    for row in 30..<130 {
      for column in 0..<Self.width where Double(column) >= x && Double(column) < x + 26 {
        luma[row * Self.width + column] = 70
        let half = row / 2 * (Self.width / 2) + column / 2
        (cb[half], cr[half]) = (108, 172)
      }
    }
  }

  private static func paint(_ u: Double, _ v: Double, hasFace: Bool) -> SIMD3<Double>? {
    func isIn(_ x: Double, _ y: Double, _ across: Double, _ down: Double) -> Bool {
      let (a, b) = ((u - x) / across, (v - y) / down)
      return a * a + b * b < 1
    }
    if hasFace {
      if isIn(-8, 42, 3.2, 1.8) || isIn(8, 42, 3.2, 1.8) { return SIMD3(50, 40, 36) }
      if abs(abs(u) - 8) < 4, abs(v - 37) < 1 { return SIMD3(60, 42, 34) }
      if isIn(0, 60, 7, 2) { return SIMD3(160, 80, 76) }
      if isIn(0, 46, 19, 25) { return SIMD3(214, 168, 140) }
    } else if isIn(0, 46, 20, 25) {
      return SIMD3(62, 43, 32)
    }
    if isIn(0, 36, 24, 28) { return SIMD3(58, 40, 30) }
    if abs(u) < 9, v > 62, v < 88 { return SIMD3(196, 150, 124) }
    return abs(u) < 46 && v > 100 || isIn(0, 102, 46, 20) ? SIMD3(52, 60, 84) : nil
  }
}
