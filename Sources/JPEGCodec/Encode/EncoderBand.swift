import PixelTypes

/// Rows of a picture, encoded independently of all other rows: a restart marker follows each row of MCUs (ITU-T T.81,
/// E.1.4).
///
/// Bands of one picture can be encoded concurrently, each on its own thread; see ``BandedEncoder``.
public final class EncoderBand: @unchecked Sendable {
  // SAFETY: one thread at a time encodes a band, and the planes are only read meanwhile.
  private var encoder = JPEGEncoder()
  private let size: PixelSize
  /// Of MCUs.
  private let rows: Range<Int>

  /// - Parameters:
  ///   - size: of the whole picture.
  ///   - rows: of MCUs.
  init(size: PixelSize, rows: Range<Int>) { (self.size, self.rows) = (size, rows) }

  /// Writes the band's rows, preceded by the headers in the first band and followed by the end marker in the last
  /// one.
  ///
  /// - Parameters:
  ///   - picture: the whole picture, of the encoder's size and subsampling.
  ///   - quality: 1...100, libjpeg's scale.
  ///   - output: receives the rows from `offset` on.
  ///   - offset: where the rows go.
  /// - Returns: the offset after them.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  public func encode(
    _ picture: PlanarPicture, quality: Int, into output: inout MutableSpan<UInt8>, at offset: Int
  ) throws(JPEGError) -> Int {
    precondition(picture.size == size)
    return try encoder.encode(
      luma: picture.luma, chroma: picture, rows: rows, quality: quality, hasRestarts: true, into: &output,
      at: offset)
  }
}
