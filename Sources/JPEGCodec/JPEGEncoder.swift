import CJPEG
import PixelTypes

/// Encodes planes (full range, BT.601) as baseline JPEG with the standard Huffman tables.
///
/// One encoder belongs to one thread at a time and keeps its work memory: encoding pictures of one size and
/// quality allocates nothing after the first.
@safe
public struct JPEGEncoder: ~Copyable {
  private let handle: OpaquePointer
  private let message: UnsafeMutablePointer<CChar>

  /// - Throws: ``JPEGError/unavailable``.
  public init() throws(JPEGError) {
    guard let handle = unsafe cjpeg_encoder_create() else { throw .unavailable }
    unsafe self.handle = handle
    unsafe message = .allocate(capacity: Int(CJPEG_MESSAGE_SIZE))
    unsafe message.initialize(repeating: 0, count: Int(CJPEG_MESSAGE_SIZE))
  }

  deinit {
    unsafe cjpeg_encoder_destroy(handle)
    unsafe message.deallocate()
  }

  /// Bytes that are enough for any picture of this size: what libjpeg-turbo's `tjBufSize` gives, blocks padded.
  public static func largestOutput(size: PixelSize, subsampling: ChromaSubsampling) -> Int {
    let width = (size.width + 15) / 16 * 16
    let height = (size.height + 15) / 16 * 16
    let chroma = subsampling.chromaSize(width: width, height: height)
    return 2 * (width * height + 2 * chroma.width * chroma.height) + 2048
  }

  /// Encodes a picture.
  ///
  /// - Parameters:
  ///   - quality: 1...100, libjpeg's scale.
  ///   - output: receives the JPEG from its start on.
  /// - Returns: how many bytes were written.
  /// - Throws: ``JPEGError/noRoom(capacity:)``, ``JPEGError/malformed(reason:)`` with libjpeg's words.
  public mutating func encode(
    _ picture: PlanarPicture, quality: Int, into output: inout MutableSpan<UInt8>
  ) throws(JPEGError) -> Int {
    precondition((1...100).contains(quality))
    let sampling = picture.subsampling
    // SAFETY: the planes outlive the call, which reads width × height samples of each.
    var planes = unsafe cjpeg_planes(
      plane: (picture.luma.base, picture.cb.base, picture.cr.base),
      bytes_per_row: (
        Int32(picture.luma.bytesPerRow), Int32(picture.cb.bytesPerRow), Int32(picture.cr.bytesPerRow)
      ),
      width: Int32(picture.size.width), height: Int32(picture.size.height),
      chroma_horizontal: Int32(sampling == .grey ? 0 : sampling.horizontal),
      chroma_vertical: Int32(sampling == .grey ? 0 : sampling.vertical))
    var written = 0
    let capacity = output.count
    let code = unsafe output.withUnsafeMutableBufferPointer { buffer in
      unsafe cjpeg_encode(
        handle, &planes, Int32(quality), buffer.baseAddress, buffer.count, &written, message)
    }
    if code == CJPEG_OK { return written }
    if code == CJPEG_NO_ROOM { throw .noRoom(capacity: capacity) }
    throw .malformed(reason: unsafe String(cString: message))
  }
}
