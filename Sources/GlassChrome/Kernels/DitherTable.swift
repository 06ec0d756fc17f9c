/// An ordered threshold pattern (Bayer, 16 × 16) that keeps smooth gradients from banding at 8 bits.
///
/// Thresholds are 0...255 in 1/256 of a code step; a value in 8.8 fixed point plus its threshold,
/// truncated to 8 bits, is right on average over the pattern, and exact for whole codes.
@safe
final class DitherTable: Sendable {
  static let shared = DitherTable()
  /// Columns stored: the pattern repeats along each row, so kernels read it without wrapping.
  static let period = 256
  // SAFETY: the table is only read.
  nonisolated(unsafe) private let base = unsafe constantTable(16 * DitherTable.period) { i in
    let (x, y) = (i % DitherTable.period, i / DitherTable.period)
    return (0..<4).reduce(UInt16(0)) { value, bit in
      let p = UInt16(x >> bit & 1)
      let q = UInt16(y >> bit & 1)
      return value << 2 | ((p ^ q) << 1 | q)
    }
  }

  private init() {}

  /// Thresholds of a canvas row; column x of the canvas is entry x mod 16.
  func row(_ y: Int) -> UnsafePointer<UInt16> { unsafe base + (y & 15) * Self.period }
}
