import CJPEG
import PixelTypes

/// Encodes planes as baseline JPEGs into slots.
@safe
final class FrameEncoder {
  // SAFETY: made in init, destroyed in deinit, used by one thread at a time, like the reader.
  private let handle: OpaquePointer
  private let quality: Int32

  /// - Parameter source: what is encoded, for the error.
  /// - Throws: ``CaptureError/system(call:path:code:)`` when the encoder can't be made.
  init(quality: Int, source: String) throws(CaptureError) {
    guard let handle = unsafe cjpeg_encoder_create() else {
      throw .system(call: "jpeg_create_compress", path: source, code: 0)
    }
    unsafe self.handle = handle
    self.quality = Int32(quality)
  }

  deinit { unsafe cjpeg_encoder_destroy(handle) }

  /// Fills a slot with a picture.
  ///
  /// - Parameters:
  ///   - luma: its luma.
  ///   - chroma: a picture of the same size with its Cb and Cr.
  ///   - slot: unchanged when the picture can't be encoded or doesn't fit.
  /// - Returns: 0, or the shim's code.
  func encode(luma: PixelPlane, chroma: PlanarPicture, into slot: FrameSlot) -> Int32 {
    var planes = cjpeg_planes()
    unsafe planes.plane = (luma.base, chroma.cb.base, chroma.cr.base)
    planes.bytes_per_row = (
      Int32(luma.bytesPerRow), Int32(chroma.cb.bytesPerRow), Int32(chroma.cr.bytesPerRow)
    )
    (planes.width, planes.height) = (Int32(luma.width), Int32(luma.height))
    planes.chroma_horizontal = Int32(chroma.subsampling.horizontal)
    planes.chroma_vertical = Int32(chroma.subsampling.vertical)
    var written = 0
    // SAFETY: the planes have the given sizes and outlive the call; the slot is this thread's and its capacity
    // is passed. Nobody wants the message.
    let code = unsafe cjpeg_encode(
      handle, &planes, quality, 0, slot.memory.baseAddress?.assumingMemoryBound(to: UInt8.self),
      slot.capacity, &written, nil)
    if code == 0 { slot.byteCount = min(written, slot.capacity) }
    return code
  }
}
