import CJPEG
import PixelTypes

/// Encodes a scene's 4:2:2 pictures as JPEGs.
@safe
final class SceneEncoder {
  // SAFETY: made in init, destroyed in deinit, used by one thread at a time, like the reader.
  private let handle: OpaquePointer
  private let quality: Int32
  private let subsampling: ChromaSubsampling
  // 4:2:0 chroma, made from two rows of 4:2:2.
  private let halved: PlanarPicture?

  /// - Throws: ``CaptureError/system(call:path:code:)`` when the encoder can't be made.
  init(size: PixelSize, subsampling: ChromaSubsampling, quality: Int) throws(CaptureError) {
    guard let handle = unsafe cjpeg_encoder_create() else {
      throw .system(call: "jpeg_create_compress", path: "synth", code: 0)
    }
    unsafe self.handle = handle
    self.quality = Int32(quality)
    self.subsampling = subsampling
    halved = subsampling == .yuv420 ? PlanarPicture(size: size, subsampling: .yuv420) : nil
  }

  deinit { unsafe cjpeg_encoder_destroy(handle) }

  /// - Returns: the number of bytes written to the start of the slot's memory.
  /// - Throws: ``CaptureError/badSource(text:reason:)`` when a picture doesn't fit its slot.
  func encode(
    _ picture: PlanarPicture, into slot: FrameSlot, source: SceneSettings
  ) throws(CaptureError) -> Int {
    if let halved {
      halve(picture.cb, into: halved.cb)
      halve(picture.cr, into: halved.cr)
    }
    let chroma = halved ?? picture
    var planes = cjpeg_planes()
    unsafe planes.plane = (picture.luma.base, chroma.cb.base, chroma.cr.base)
    planes.bytes_per_row = (
      Int32(picture.luma.bytesPerRow), Int32(chroma.cb.bytesPerRow), Int32(chroma.cr.bytesPerRow)
    )
    planes.width = Int32(picture.size.width)
    planes.height = Int32(picture.size.height)
    planes.chroma_horizontal = Int32(subsampling.horizontal)
    planes.chroma_vertical = Int32(subsampling.vertical)
    var written = 0
    // SAFETY: the planes have the given sizes and outlive the call; the slot is this thread's and its capacity is
    // passed; the message buffer has the size that the shim requires.
    let code = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CJPEG_MESSAGE_SIZE)) {
      text in
      unsafe cjpeg_encode(
        handle, &planes, quality, 0, slot.memory.baseAddress?.assumingMemoryBound(to: UInt8.self),
        slot.capacity,
        &written, text.baseAddress)
    }
    guard code == Int32(CJPEG_OK) else {
      throw .badSource(text: "synth:\(source)", reason: "a frame couldn't be encoded as JPEG (code \(code))")
    }
    return min(written, slot.capacity)
  }

  private func halve(_ source: PixelPlane, into target: PixelPlane) {
    for y in 0..<target.height {
      let first = 2 * y * source.bytesPerRow
      let second = min(2 * y + 1, source.height - 1) * source.bytesPerRow
      // SAFETY: both rows lie within the plane, and both planes are of the same width.
      unsafe RowKernels.mean(
        target.base + y * target.bytesPerRow, source.base + first, source.base + second, count: target.width)
    }
  }
}
