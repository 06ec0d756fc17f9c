import CJPEG
import PixelTypes

/// Encodes planes (full range, BT.601) as baseline JPEG with the standard Huffman tables.
///
/// Use an encoder from one thread at a time. It keeps its work memory: encoding pictures of one size and quality
/// allocates nothing after the first.
@safe
public struct JPEGEncoder: ~Copyable {
  private let handle: OpaquePointer
  private let message: UnsafeMutablePointer<CChar>

  /// Makes an encoder with libjpeg's state.
  ///
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

  /// Enough bytes for any picture of this size: like libjpeg-turbo's `tjBufSize`, with padded blocks.
  public static func largestOutput(size: PixelSize, subsampling: ChromaSubsampling) -> Int {
    let width = (size.width + 15) / 16 * 16
    let height = (size.height + 15) / 16 * 16
    let chroma = subsampling.chromaSize(width: width, height: height)
    return 2 * (width * height + 2 * chroma.width * chroma.height) + 2048
  }

  /// Encodes a picture.
  ///
  /// - Parameters:
  ///   - picture: of any size and subsampling.
  ///   - quality: 1...100, libjpeg's scale.
  ///   - output: receives the JPEG from its start.
  /// - Returns: the number of bytes written.
  /// - Throws: ``JPEGError/noRoom(capacity:)``; ``JPEGError/malformed(reason:)`` with libjpeg's message;
  ///   ``JPEGError/unavailable`` without memory.
  public mutating func encode(
    _ picture: PlanarPicture, quality: Int, into output: inout MutableSpan<UInt8>
  ) throws(JPEGError) -> Int {
    try encode(picture, rows: 0..<picture.size.height, quality: quality, restartRows: 0, into: &output, at: 0)
  }

  /// Encodes a picture into a new array; errors as above.
  public mutating func encode(_ picture: PlanarPicture, quality: Int) throws(JPEGError) -> [UInt8] {
    var bytes = [UInt8](
      repeating: 0, count: Self.largestOutput(size: picture.size, subsampling: picture.subsampling))
    var span = bytes.mutableSpan
    let count = try encode(picture, quality: quality, into: &span)
    return Array(bytes[..<count])
  }

  /// Encodes some rows of a picture as a separate picture.
  ///
  /// - Parameters:
  ///   - picture: the whole picture.
  ///   - rows: of luma, beginning at a whole MCU.
  ///   - quality: 1...100, libjpeg's scale.
  ///   - restartRows: rows of MCUs between restart markers; 0 for none.
  ///   - output: receives the JPEG.
  ///   - offset: where in the output it goes.
  /// - Returns: the number of bytes written.
  mutating func encode(
    _ picture: PlanarPicture, rows: Range<Int>, quality: Int, restartRows: Int,
    into output: inout MutableSpan<UInt8>, at offset: Int
  ) throws(JPEGError) -> Int {
    let sampling = picture.subsampling
    precondition((1...100).contains(quality) && offset >= 0 && offset <= output.count)
    precondition(rows.lowerBound >= 0 && rows.upperBound <= picture.size.height && !rows.isEmpty)
    precondition(rows.lowerBound % sampling.mcuHeight == 0)
    let chromaRow = sampling == .grey ? 0 : rows.lowerBound / sampling.vertical
    // SAFETY: the planes outlive the call, which reads width × height samples of each, from a row inside on.
    var planes = unsafe cjpeg_planes(
      plane: (
        picture.luma.base + rows.lowerBound * picture.luma.bytesPerRow,
        picture.cb.base + chromaRow * picture.cb.bytesPerRow,
        picture.cr.base + chromaRow * picture.cr.bytesPerRow
      ),
      bytes_per_row: (
        Int32(picture.luma.bytesPerRow), Int32(picture.cb.bytesPerRow), Int32(picture.cr.bytesPerRow)
      ),
      width: Int32(picture.size.width), height: Int32(rows.count),
      chroma_horizontal: Int32(sampling == .grey ? 0 : sampling.horizontal),
      chroma_vertical: Int32(sampling == .grey ? 0 : sampling.vertical))
    var written = 0
    let capacity = output.count
    let code = unsafe output.withUnsafeMutableBufferPointer { buffer in
      // SAFETY: offset lies inside the buffer, as checked above.
      unsafe cjpeg_encode(
        handle, &planes, Int32(quality), Int32(restartRows), buffer.baseAddress.map { unsafe $0 + offset },
        capacity - offset, &written, message)
    }
    if code == CJPEG_OK { return written }
    if code == CJPEG_NO_ROOM { throw .noRoom(capacity: capacity) }
    if code == CJPEG_NO_MEMORY { throw .unavailable }
    throw .malformed(reason: unsafe String(cString: message))
  }
}
