import PixelTypes

/// Rows of a picture that are encoded without a look at any other rows: after each row of MCUs stands a restart marker
/// (ITU-T T.81, E.1.4).
///
/// Bands of one picture can be encoded at a time, each on a thread of its own; see ``BandedEncoder``.
public final class EncoderBand: @unchecked Sendable {
  // SAFETY: one thread at a time encodes a band, and the planes are only read meanwhile.
  private var encoder: JPEGEncoder
  private let size: PixelSize
  /// Of luma.
  private let rows: Range<Int>
  private let rowsOfMCUs: Int

  /// - Parameters:
  ///   - size: of the whole picture.
  ///   - rows: of luma; they begin at a multiple of eight rows of MCUs, so that restart markers' numbers go on.
  /// - Throws: ``JPEGError/unavailable``.
  init(size: PixelSize, rows: Range<Int>, subsampling: ChromaSubsampling) throws(JPEGError) {
    precondition(rows.lowerBound % (8 * subsampling.mcuHeight) == 0)
    encoder = try JPEGEncoder()
    self.size = size
    self.rows = rows
    rowsOfMCUs = (rows.count + subsampling.mcuHeight - 1) / subsampling.mcuHeight
  }

  /// Writes the band's rows, the headers before the first band's and the end after the last one's.
  ///
  /// - Parameters:
  ///   - quality: 1...100, libjpeg's scale.
  ///   - output: receives the rows from `offset` on.
  /// - Returns: the offset behind them.
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
      // What follows is the next row of MCUs, not the end.
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

  /// Where in a JPEG of our own the picture's height stands and the entropy-coded data begins.
  private static func headers(_ bytes: borrowing MutableSpan<UInt8>, from start: Int) -> (
    height: Int, scan: Int
  ) {
    var at = start + 2
    var height = at
    while true {
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      // SOF0: its length, the precision, then the height (T.81, B.2.2).
      if bytes[at + 1] == 0xC0 { height = at + 5 }
      if bytes[at + 1] == 0xDA { return (height, at + 2 + length) }
      at += 2 + length
    }
  }
}
