import PixelTypes

/// Shrinks a region by whole factors: each output sample is the rounded mean of a box of input samples.
///
/// Makes the small luma that the HUD reads and the small picture behind the chrome. Skips rows and columns that
/// don't fill a box.
package struct BoxReducer {
  package let horizontal: Int
  package let vertical: Int
  private var sums: [UInt16]

  /// - Parameters:
  ///   - horizontal: input columns per output column, 1...64.
  ///   - vertical: input rows per output row, 1...64.
  ///   - width: the input's width in samples.
  package init(horizontal: Int, vertical: Int, width: Int) {
    precondition((1...64).contains(horizontal) && (1...64).contains(vertical))
    self.horizontal = horizontal
    self.vertical = vertical
    sums = Array(repeating: 0, count: width + 64)
  }

  /// Reduces `rect` of `source` into `target`, which must be no larger than the reduced size.
  package mutating func reduce(_ source: PixelPlane, _ rect: PixelRect, into target: PixelPlane) {
    let from = unsafe PlaneRegion(source, rect)
    let to = unsafe PlaneRegion(target)
    precondition(unsafe to.width * horizontal <= from.width && to.height * vertical <= from.height)
    precondition(unsafe from.width <= sums.count)
    // SAFETY: the precondition keeps every row and column inside its region; `sums` has `from.width` places.
    // A sum of 64 rows of 255 fits in 16 bits.
    unsafe sums.withUnsafeMutableBufferPointer { buffer in
      guard let sums = buffer.baseAddress else { return }
      let used = unsafe to.width * horizontal
      for y in unsafe 0..<to.height {
        unsafe Self.addRows(from, first: y * vertical, count: vertical, used: used, into: sums)
        unsafe Self.reduceRow(
          sums, by: horizontal, divisor: horizontal * vertical, into: to.row(y), count: to.width)
      }
    }
  }

  @unsafe
  private static func addRows(
    _ from: PlaneRegion, first: Int, count: Int, used: Int, into sums: UnsafeMutablePointer<UInt16>
  ) {
    var row = 0
    // Four rows at a time, since otherwise the sums cause more traffic than the pixels.
    while row + 4 <= count {
      let (a, b) = unsafe (from.row(first + row), from.row(first + row + 1))
      let (c, d) = unsafe (from.row(first + row + 2), from.row(first + row + 3))
      if row == 0 {
        for x in 0..<used { unsafe sums[x] = UInt16(a[x]) &+ UInt16(b[x]) &+ UInt16(c[x]) &+ UInt16(d[x]) }
      } else {
        for x in 0..<used { unsafe sums[x] &+= UInt16(a[x]) &+ UInt16(b[x]) &+ UInt16(c[x]) &+ UInt16(d[x]) }
      }
      row += 4
    }
    while row < count {
      let a = unsafe from.row(first + row)
      if row == 0 {
        for x in 0..<used { unsafe sums[x] = UInt16(a[x]) }
      } else {
        for x in 0..<used { unsafe sums[x] &+= UInt16(a[x]) }
      }
      row += 1
    }
  }

  @unsafe
  private static func reduceRow(
    _ sums: UnsafeMutablePointer<UInt16>, by factor: Int, divisor: Int, into out: UnsafeMutablePointer<UInt8>,
    count: Int
  ) {
    // Division by multiplication: exact enough for means of at most 4096 samples.
    let scale = UInt32((1 << 24) / divisor)
    // Literal factors for the usual ones, so that the compiler unrolls their loops.
    switch factor {
    case 2: unsafe means(sums, 2, scale, into: out, count: count)
    case 4: unsafe means(sums, 4, scale, into: out, count: count)
    case 8: unsafe means(sums, 8, scale, into: out, count: count)
    default: unsafe means(sums, factor, scale, into: out, count: count)
    }
  }

  @unsafe @inline(__always)
  private static func means(
    _ sums: UnsafeMutablePointer<UInt16>, _ factor: Int, _ scale: UInt32,
    into out: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    // A sum is at most 255 · divisor and the scale at most 2²⁴ / divisor: the product stays below 2³².
    for x in 0..<count {
      var sum: UInt32 = 0
      for k in 0..<factor { sum &+= unsafe UInt32(sums[factor &* x &+ k]) }
      unsafe out[x] = UInt8(truncatingIfNeeded: (sum &* scale &+ 1 << 23) &>> 24)
    }
  }
}
