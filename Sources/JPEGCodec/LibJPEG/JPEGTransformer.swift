import CJPEG
import PixelTypes

/// Turns and crops JPEGs without decoding them, keeping every coefficient, using TurboJPEG.
///
/// Use a transformer from one thread at a time. A call allocates the picture's coefficients.
@safe
public struct JPEGTransformer: ~Copyable {
  private let handle: OpaquePointer
  private let message: UnsafeMutablePointer<CChar>

  /// Makes a transformer with TurboJPEG's state.
  ///
  /// - Throws: ``JPEGError/unavailable``.
  public init() throws(JPEGError) {
    guard let handle = unsafe cjpeg_transformer_create() else { throw .unavailable }
    unsafe self.handle = handle
    unsafe message = .allocate(capacity: Int(CJPEG_MESSAGE_SIZE))
    unsafe message.initialize(repeating: 0, count: Int(CJPEG_MESSAGE_SIZE))
  }

  deinit {
    unsafe cjpeg_transformer_destroy(handle)
    unsafe message.deallocate()
  }

  /// The most bytes that a picture of a size may have after any turn, not counting the markers it carries along.
  public static func largestOutput(_ size: PixelSize) -> Int {
    cjpeg_transformed_capacity(Int32(size.width), Int32(size.height))
  }

  /// Turns a picture, then crops a rectangle out.
  ///
  /// MCUs truncated by an edge of the picture can't be moved away from it: a turn that would do so omits them, as
  /// `jpegtran -trim` does.
  ///
  /// - Parameters:
  ///   - jpeg: the picture.
  ///   - turn: how it is turned.
  ///   - crop: what to keep of the turned picture, starting at an MCU's corner; `nil` for all.
  ///   - output: receives the JPEG; grows to ``largestOutput(_:)`` for `size`, which allocates.
  ///   - size: of the picture.
  /// - Returns: the number of bytes written, and whether data was missing or corrupt.
  /// - Throws: ``JPEGError/malformed(reason:)`` with TurboJPEG's message, ``JPEGError/noRoom(capacity:)``.
  public mutating func transform(
    _ jpeg: Span<UInt8>, _ turn: PictureTurn, crop: PixelRect? = nil, into output: inout [UInt8],
    size: PixelSize
  ) throws(JPEGError) -> (count: Int, isDamaged: Bool) {
    // Markers are kept; anything larger than the picture's own bytes allow is an error.
    let capacity = Self.largestOutput(size) + jpeg.count
    if output.count < capacity { output = [UInt8](repeating: 0, count: capacity) }
    var request = cjpeg_turn(operation: Self.operation(turn), x: 0, y: 0, width: 0, height: 0)
    if let crop {
      (request.x, request.y) = (Int32(crop.x), Int32(crop.y))
      (request.width, request.height) = (Int32(crop.width), Int32(crop.height))
    }
    var written = 0
    var damaged: Int32 = 0
    // SAFETY: both buffers are valid for their counts during the call, and don't overlap.
    let code = unsafe jpeg.withUnsafeBufferPointer { bytes in
      unsafe output.withUnsafeMutableBufferPointer { room in
        unsafe cjpeg_transform(
          handle, bytes.baseAddress, bytes.count, &request, room.baseAddress, room.count, &written, &damaged,
          message)
      }
    }
    if code == CJPEG_NO_ROOM { throw .noRoom(capacity: output.count) }
    guard code == CJPEG_OK else { throw .malformed(reason: unsafe String(cString: message)) }
    return (written, damaged != 0)
  }

  /// `cjpeg_turn`'s number: clockwise quarter turns, then mirroring.
  private static func operation(_ turn: PictureTurn) -> Int32 {
    // Clockwise by 90° and mirrored is the transpose, by 270° and mirrored the transverse.
    let (plain, mirrored): ([Int32], [Int32]) = ([0, 4, 3, 7], [1, 5, 2, 6])
    return turn.isMirrored ? mirrored[turn.quarters] : plain[turn.quarters]
  }
}
