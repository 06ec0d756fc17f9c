import RealModule

/// The histogram of all edges' directions, with horizontals and uprights folded onto each other (±45°): what is
/// built stands at right angles.
struct FoldVote: Sendable {
  static let bins = 180  // half degrees, from −45
  /// Smoothed with σ = 1°; the sum over all bins is 1 where there are edges.
  private(set) var density = [Double](repeating: 0, count: bins)
  private var raw = [Double](repeating: 0, count: bins)
  private let kernel: [Double]

  init() {
    var kernel = (-6...6).map { Double.exp(-Double($0 * $0) / 8) }
    let sum = kernel.reduce(0, +)
    for i in kernel.indices { kernel[i] /= sum }
    self.kernel = kernel
  }

  mutating func read(_ cells: borrowing EdgeCells) {
    for i in raw.indices { raw[i] = 0 }
    var total = 0.0
    for i in 0..<cells.count {
      let edge = cells.edges[i]
      var angle = Double(edge.angle)
      if angle > 45 { angle -= 90 }
      if angle < -45 { angle += 90 }
      let place = (angle + 45) * 2
      let bin = Int(place)
      let part = place - Double(bin)
      raw[bin % Self.bins] += Double(edge.weight) * (1 - part)
      raw[(bin + 1) % Self.bins] += Double(edge.weight) * part
      total += Double(edge.weight)
    }
    let scale = total > 0 ? 1 / total : 0
    for i in raw.indices {
      var sum = 0.0
      for k in 0..<13 { sum += raw[(i + k - 6 + Self.bins) % Self.bins] * kernel[k] }
      density[i] = sum * scale
    }
  }
}
