extension GlyphMask {
  /// The shape with a margin all around.
  ///
  /// - Parameter radius: how far the margin reaches, in pixels.
  func widened(by radius: Double) -> GlyphMask {
    let margin = Int(radius.rounded(.up))
    guard margin > 0, width > 0, height > 0 else { return self }
    var wide = GlyphMask(
      width: width + 2 * margin, height: height + 2 * margin, left: left - margin, top: top - margin,
      coverage: Array(repeating: 0, count: (width + 2 * margin) * (height + 2 * margin)))
    for down in -margin...margin {
      for across in -margin...margin {
        // How much of a pixel at that distance a covered pixel's margin covers: by the distance from its square.
        let (x, y) = (max(0, Double(abs(across)) - 0.5), max(0, Double(abs(down)) - 0.5))
        let share = min(1, max(0, radius + 0.5 - (x * x + y * y).squareRoot()))
        if share > 0 { wide.cover(with: self, across: across + margin, down: down + margin, share: share) }
      }
    }
    return wide
  }

  /// Takes a share of another mask's coverage where that is denser.
  private mutating func cover(with mask: GlyphMask, across: Int, down: Int, share: Double) {
    let scale = Int((share * 256).rounded())
    for y in 0..<mask.height {
      let to = (y + down) * width + across
      for x in 0..<mask.width {
        let ink = UInt8(Int(mask.coverage[y * mask.width + x]) * scale >> 8)
        if ink > coverage[to + x] { coverage[to + x] = ink }
      }
    }
  }
}
