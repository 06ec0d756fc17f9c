import JPEGCodec
import PixelTypes

/// Encodes planes as baseline JPEGs into slots.
final class FrameEncoder {
  private var encoder = JPEGEncoder()
  private let quality: Int

  /// - Parameter quality: 1...100, libjpeg's scale.
  init(quality: Int) { self.quality = quality }

  /// Fills a slot with a picture.
  ///
  /// - Parameters:
  ///   - luma: its luma.
  ///   - chroma: a picture of the same size with its Cb and Cr.
  ///   - slot: unchanged when the picture doesn't fit.
  /// - Returns: whether it fits.
  func encode(luma: PixelPlane, chroma: PlanarPicture, into slot: FrameSlot) -> Bool {
    // SAFETY: the slot is this thread's, and nobody else has its memory meanwhile.
    var memory = unsafe MutableSpan<UInt8>(_unsafeElements: slot.memory.assumingMemoryBound(to: UInt8.self))
    guard let count = try? encoder.encode(luma: luma, chroma: chroma, quality: quality, into: &memory) else {
      return false
    }
    slot.byteCount = count
    return true
  }
}
