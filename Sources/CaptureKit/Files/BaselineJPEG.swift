import CJPEG
import PixelTypes

/// Losslessly recodes progressive, arithmetic-coded and multi-scan JPEGs with TurboJPEG, so that everything downstream is
/// baseline.
@safe
final class BaselineJPEG {
  /// In pixels; a pixel's coefficients take up to six bytes.
  private static let largest = 1 << 26

  // SAFETY: made in init, destroyed in deinit, used by one thread at a time, like the reader.
  private let transformer: OpaquePointer
  private var bytes: [UInt8] = []

  /// - Throws: ``CaptureError/system(call:path:code:)`` when TurboJPEG can't be set up.
  init() throws(CaptureError) {
    guard let transformer = unsafe cjpeg_transformer_create() else {
      throw .system(call: "tjInitTransform", path: "JPEG", code: 0)
    }
    unsafe self.transformer = transformer
  }

  deinit { unsafe cjpeg_transformer_destroy(transformer) }

  /// Replaces a slot's JPEG, if it is intact.
  ///
  /// - Parameter size: of the picture.
  /// - Returns: whether it could be recoded; if not, the slot is unchanged.
  func recode(_ slot: FrameSlot, of size: PixelSize) -> Bool {
    guard size.area <= Self.largest else { return false }
    // Markers are kept.
    let room = cjpeg_transformed_capacity(Int32(size.width), Int32(size.height)) + slot.byteCount
    if bytes.count < room { bytes = [UInt8](repeating: 0, count: room) }
    var turn = cjpeg_turn()
    var written = 0
    var isDamaged: Int32 = 0
    // SAFETY: both buffers are valid for their counts during the call and don't overlap, and the message buffer has the size
    // that the shim requires.
    let code = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CJPEG_MESSAGE_SIZE)) {
      text in
      unsafe cjpeg_transform(
        transformer, slot.memory.baseAddress?.assumingMemoryBound(to: UInt8.self), slot.byteCount, &turn,
        &bytes, bytes.count, &written, &isDamaged, text.baseAddress)
    }
    guard code == Int32(CJPEG_OK), isDamaged == 0, written <= slot.capacity else { return false }
    let made = bytes
    slot.fill(made.span.extracting(..<written), format: slot.format)
    return true
  }
}
