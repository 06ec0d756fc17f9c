import PixelTypes

/// Rows of a picture, encoded independently of all other rows: a restart marker follows each row of MCUs (ITU-T T.81,
/// E.1.4).
///
/// Bands of one picture can be encoded concurrently, each on its own thread; see ``BandedEncoder``.
public final class EncoderBand: @unchecked Sendable {
  // SAFETY: one thread at a time encodes a band, and the planes are only read meanwhile.
  private var encoder: JPEGEncoder
  private let size: PixelSize
  /// In rows of luma.
  private let rows: Range<Int>
  private let rowsOfMCUs: Int

  /// - Parameters:
  ///   - size: of the whole picture.
  ///   - rows: of luma; they begin at a multiple of eight rows of MCUs, so that the restart markers' numbers
  ///     continue.
  ///   - subsampling: of the picture.
  /// - Throws: ``JPEGError/unavailable``.
  init(size: PixelSize, rows: Range<Int>, subsampling: ChromaSubsampling) throws(JPEGError) {
    precondition(rows.lowerBound % (8 * subsampling.mcuHeight) == 0)
    encoder = try JPEGEncoder()
    self.size = size
    self.rows = rows
    rowsOfMCUs = (rows.count + subsampling.mcuHeight - 1) / subsampling.mcuHeight
  }

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
    let count = try encoder.encode(
      picture, rows: rows, quality: quality, restartRows: 1, into: &output, at: offset)
    var end = offset + count
    let headers = Self.headers(output, from: offset)
    if rows.upperBound < size.height {
      // The next row of MCUs follows, not the end.
      output[end - 1] = 0xD0 + UInt8((rowsOfMCUs - 1) & 7)
    }
    if rows.lowerBound == 0 {
      output[headers.height] = UInt8(size.height >> 8)
      output[headers.height + 1] = UInt8(size.height & 255)
    } else {
      let shift = headers.scan - offset
      unsafe output.withUnsafeMutableBufferPointer { bytes in
        // SAFETY: both places lie in what was written; they may overlap.
        guard let start = bytes.baseAddress else { return }
        unsafe (start + offset).update(from: start + headers.scan, count: end - headers.scan)
      }
      end -= shift
    }
    return end
  }

  /// The offsets of the picture's height and the entropy-coded data in a JPEG encoded here.
  private static func headers(_ bytes: borrowing MutableSpan<UInt8>, from start: Int) -> (
    height: Int, scan: Int
  ) {
    var height = start
    var at = start + 2
    while let segment = try? JPEGSegment.next(in: bytes.span, from: at) {
      // SOF0: its length, the precision, then the height (T.81, B.2.2).
      if segment.marker == JPEGMarker.baselineFrame { height = segment.offset + 5 }
      if segment.marker == JPEGMarker.startOfScan { return (height, segment.end) }
      at = segment.end
    }
    // Not input: the encoder above has just written these bytes, and libjpeg-turbo always writes a scan.
    preconditionFailure("an encoded picture without a scan")
  }
}
