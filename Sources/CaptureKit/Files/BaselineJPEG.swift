import CJPEG
import PixelTypes

/// Losslessly recodes progressive, arithmetic-coded and multi-scan JPEGs with TurboJPEG, so that everything downstream is
/// baseline.
@safe
final class BaselineJPEG {
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

  /// What became of a JPEG.
  enum Outcome {
    case recoded
    /// Data is missing or corrupt: much of a picture in several scans may then be missing everywhere.
    case damaged
    case failed
  }

  /// Replaces a slot's JPEG, if it is intact; otherwise the slot is unchanged.
  ///
  /// - Parameter size: of the picture.
  func recode(_ slot: FrameSlot, of size: PixelSize) -> Outcome {
    guard size.canBeHeld(from: slot.byteCount) else { return .failed }
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
    guard code == Int32(CJPEG_OK) else { return .failed }
    guard isDamaged == 0 else { return .damaged }
    let made = bytes
    slot.reserve(written)
    slot.fill(made.span.extracting(..<written), format: slot.format)
    return .recoded
  }
}
