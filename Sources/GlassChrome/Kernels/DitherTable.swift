/// An ordered threshold pattern (Bayer, 16 × 16) that keeps smooth gradients from banding at 8 bits.
///
/// Thresholds are 0...255 in 1/256 of a code step; a value in 8.8 fixed point plus its threshold,
/// truncated to 8 bits, is right on average over the pattern, and exact for whole codes.
@safe
final class DitherTable: Sendable {
  static let shared = DitherTable()
  /// Columns stored: the pattern repeats along each row, so kernels read it without wrapping.
  static let period = 256
  // SAFETY: written only in init.
  nonisolated(unsafe) private let base: UnsafePointer<UInt16>

  private init() {
    let made = UnsafeMutablePointer<UInt16>.allocate(capacity: 16 * Self.period)
    for y in 0..<16 {
      for x in 0..<Self.period {
        var value = 0
        let (a, b) = (x & 15, y & 15)
        for bit in 0..<4 {
          let p = (a >> bit) & 1
          let q = (b >> bit) & 1
          value = value << 2 | ((p ^ q) << 1 | q)
        }
        unsafe (made + y * Self.period + x).initialize(to: UInt16(value))
      }
    }
    unsafe base = UnsafePointer(made)
  }

  // SAFETY: allocated in init; nothing else owns it.
  deinit { unsafe base.deallocate() }

  /// Thresholds of a canvas row; column x of the canvas is entry x mod 16.
  func row(_ y: Int) -> UnsafePointer<UInt16> { unsafe base + (y & 15) * Self.period }
}
