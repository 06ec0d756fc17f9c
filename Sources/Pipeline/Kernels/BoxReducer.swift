import PixelTypes

/// Shrinks a region by whole factors: each output sample is the rounded mean of a box of input samples.
///
/// This makes the small luma that the HUD reads and the small picture behind the chrome. Rows and columns that
/// don't fill a box are left out.
struct BoxReducer {
  let horizontal: Int
  let vertical: Int
  private var sums: [UInt16]

  /// - Parameters:
  ///   - horizontal: input columns for each output column, 1...64.
  ///   - vertical: input rows for each output row, 1...64.
  ///   - width: the input's width in samples.
  init(horizontal: Int, vertical: Int, width: Int) {
    precondition((1...64).contains(horizontal) && (1...64).contains(vertical))
    self.horizontal = horizontal
    self.vertical = vertical
    sums = Array(repeating: 0, count: width + 64)
  }

  /// Reduces `rect` of `source` into `target`, whose size must be at most the reduced one.
  mutating func reduce(_ source: PixelPlane, _ rect: PixelRect, into target: PixelPlane) {
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
    let top = unsafe from.row(first)
    for x in 0..<used { unsafe sums[x] = UInt16(top[x]) }
    for r in 1..<max(1, count) {
      let row = unsafe from.row(first + r)
      for x in 0..<used { unsafe sums[x] &+= UInt16(row[x]) }
    }
  }

  @unsafe
  private static func reduceRow(
    _ sums: UnsafeMutablePointer<UInt16>, by factor: Int, divisor: Int, into out: UnsafeMutablePointer<UInt8>,
    count: Int
  ) {
    // Division by multiplication: exact enough for means of at most 4096 samples.
    let scale = UInt32((1 << 24) / divisor)
    let half = UInt32(1 << 23)
    if factor == 4 {
      for x in 0..<count {
        let s =
          unsafe UInt32(sums[4 * x]) &+ UInt32(sums[4 * x + 1]) &+ UInt32(sums[4 * x + 2])
          &+ UInt32(sums[4 * x + 3])
        unsafe out[x] = UInt8(truncatingIfNeeded: min(255, (s &* scale &+ half) >> 24))
      }
      return
    }
    for x in 0..<count {
      var s: UInt32 = 0
      for k in 0..<factor { s &+= unsafe UInt32(sums[factor * x + k]) }
      unsafe out[x] = UInt8(truncatingIfNeeded: min(255, (UInt64(s) &* UInt64(scale) &+ UInt64(half)) >> 24))
    }
  }
}
