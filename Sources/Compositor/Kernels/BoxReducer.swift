import CPlaneScaler
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
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      for y in unsafe 0..<to.height {
        unsafe cplanescaler_box(
          from.row(y * vertical), from.bytesPerRow, Int32(horizontal), Int32(vertical), Int32(to.width),
          sums.baseAddress, to.row(y))
      }
    }
  }
}
