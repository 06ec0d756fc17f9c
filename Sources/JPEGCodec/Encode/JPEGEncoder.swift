import PixelTypes

/// Encodes planes (full range, BT.601) as baseline JPEG in the standard tables, with libjpeg-turbo's bytes.
///
/// Use an encoder from one thread at a time. It keeps its work memory: encoding pictures of one size, subsampling and quality
/// allocates nothing after the first.
public struct JPEGEncoder: ~Copyable, Sendable {
  /// What a coder was made for.
  private struct Kind: Equatable {
    var size: PixelSize
    var subsampling: ChromaSubsampling
    var quality: Int
    var hasRestarts: Bool
  }

  private var kind: Kind?
  private var coder: PlaneCoder?

  /// Makes an encoder.
  public init() {}

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
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  public mutating func encode(
    _ picture: PlanarPicture, quality: Int, into output: inout MutableSpan<UInt8>
  ) throws(JPEGError) -> Int {
    try encode(luma: picture.luma, chroma: picture, quality: quality, into: &output)
  }

  /// Encodes a picture whose luma and chroma are apart.
  ///
  /// - Parameters:
  ///   - luma: its luma.
  ///   - chroma: a picture of the same size with its Cb and Cr.
  ///   - quality: 1...100, libjpeg's scale.
  ///   - output: receives the JPEG from its start.
  /// - Returns: the number of bytes written.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  package mutating func encode(
    luma: PixelPlane, chroma: PlanarPicture, quality: Int, into output: inout MutableSpan<UInt8>
  ) throws(JPEGError) -> Int {
    try encode(
      luma: luma, chroma: chroma, rows: nil, quality: quality, hasRestarts: false, into: &output, at: 0)
  }

  /// Encodes a picture into a new array; errors as above.
  public mutating func encode(_ picture: PlanarPicture, quality: Int) throws(JPEGError) -> [UInt8] {
    var bytes = [UInt8](
      repeating: 0, count: Self.largestOutput(size: picture.size, subsampling: picture.subsampling))
    var span = bytes.mutableSpan
    let count = try encode(picture, quality: quality, into: &span)
    return Array(bytes[..<count])
  }

  /// Encodes rows of a picture: the headers come before the first, the end marker after the last.
  ///
  /// - Parameters:
  ///   - luma: the whole picture's luma.
  ///   - chroma: a picture of the same size with its Cb and Cr.
  ///   - rows: of MCUs; `nil` for all.
  ///   - quality: 1...100, libjpeg's scale.
  ///   - hasRestarts: whether a restart marker follows each row; rows of one picture need it.
  ///   - output: receives the bytes.
  ///   - offset: where in the output they go.
  /// - Returns: the offset after them.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  mutating func encode(
    luma: PixelPlane, chroma: PlanarPicture, rows: Range<Int>?, quality: Int, hasRestarts: Bool,
    into output: inout MutableSpan<UInt8>, at offset: Int
  ) throws(JPEGError) -> Int {
    precondition((1...100).contains(quality) && offset >= 0 && offset <= output.count)
    let wanted = Kind(
      size: chroma.size, subsampling: chroma.subsampling, quality: quality, hasRestarts: hasRestarts)
    if kind != wanted {
      coder = PlaneCoder(
        JPEGHeaders(
          size: wanted.size, subsampling: wanted.subsampling, quality: quality, hasRestarts: hasRestarts))
      kind = wanted
    }
    let all = 0..<coder!.headers.layout.rows
    let rows = rows ?? all
    precondition(!rows.isEmpty && all.contains(rows.lowerBound) && rows.upperBound <= all.upperBound)
    let room = JPEGError.noRoom(capacity: output.count)
    var at = offset
    if rows.lowerBound == 0 {
      let count = coder!.preamble.count
      guard at + count <= output.count else { throw room }
      for index in 0..<count { output[at + index] = coder!.preamble[index] }
      at += count
    }
    coder!.begin()
    for row in rows {
      coder!.put(luma, chroma, row: row)
      let end =
        hasRestarts || row == all.upperBound - 1
        ? coder!.finish(row: row, into: &output, at: at) : coder!.takeBytes(into: &output, at: at)
      guard let end else { throw room }
      at = end
    }
    return at
  }
}
