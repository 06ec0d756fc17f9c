import Geometry

extension GlyphMask {
  /// The shape at another size, each pixel covered by as much as the shape covers of it: words that grow with their glass
  /// neither change their spacing nor jump from pixel to pixel.
  ///
  /// - Parameters:
  ///   - factor: its size in this one's.
  ///   - pen: where the pen is, in pixels; the result's edges are counted from where it is counted from.
  func scaled(by factor: Double, at pen: Point) -> GlyphMask {
    guard width > 0, height > 0, factor > 0.01, factor < 8 else { return .empty }
    let across = Self.shares(of: width, from: pen.x + Double(left) * factor, each: factor)
    let down = Self.shares(of: height, from: pen.y + Double(top) * factor, each: factor)
    var wide = [Float](repeating: 0, count: across.count * height)
    for share in across.shares {
      for y in 0..<height {
        wide[y * across.count + share.to] += share.part * Float(coverage[y * width + share.from])
      }
    }
    var sums = [Float](repeating: 0, count: across.count * down.count)
    for share in down.shares {
      for x in 0..<across.count {
        sums[share.to * across.count + x] += share.part * wide[share.from * across.count + x]
      }
    }
    return GlyphMask(
      width: across.count, height: down.count, left: across.first, top: down.first,
      coverage: sums.map { UInt8(min($0 + 0.5, 255)) })
  }

  /// How much of each target pixel each pixel of a row covers once each is `each` pixels wide.
  private static func shares(of count: Int, from start: Double, each: Double)
    -> (first: Int, count: Int, shares: [(from: Int, to: Int, part: Float)])
  {
    let first = Int(start.rounded(.down))
    let end = max(Int((start + Double(count) * each).rounded(.up)), first + 1)
    var shares: [(from: Int, to: Int, part: Float)] = []
    for i in 0..<count {
      let (low, high) = (start + Double(i) * each, start + Double(i + 1) * each)
      var target = Int(low.rounded(.down))
      while Double(target) < high, target < end {
        let part = min(high, Double(target + 1)) - max(low, Double(target))
        if part > 0 { shares.append((i, target - first, Float(part))) }
        target += 1
      }
    }
    return (first, end - first, shares)
  }
}
