import PixelTypes

/// Encodes pictures of one size (full range, BT.601) as baseline JPEG with the standard Huffman tables, large ones in
/// independent bands.
///
/// The coding depends only on the picture's size, not on which threads encode the bands and when. Memory is reused as by
/// ``JPEGEncoder``.
public struct BandedEncoder: ~Copyable, Sendable {
  /// The picture's rows, from top to bottom: bands that take about equally long.
  public let bands: [EncoderBand]

  /// Fewer MCUs aren't worth another thread: they take about 0.25 ms.
  private static let fewestInBand = 1000

  /// Makes an encoder for pictures of one size.
  ///
  /// - Parameters:
  ///   - size: of the pictures, in pixels.
  ///   - subsampling: of the pictures.
  ///   - most: the most bands; small pictures have fewer.
  public init(size: PixelSize, subsampling: ChromaSubsampling, bands most: Int = 1) {
    let layout = ScanLayout(size: size, subsampling: subsampling)
    let count = max(1, min(most, layout.mcuCount / Self.fewestInBand))
    var bands: [EncoderBand] = []
    var top = 0
    for index in 1...count {
      let bottom = (layout.rows * index + count / 2) / count
      // Of a low picture's bands some would be empty.
      guard bottom > top else { continue }
      bands.append(EncoderBand(size: size, rows: top..<bottom))
      top = bottom
    }
    self.bands = bands
  }

  /// Encodes a picture, one band after the other.
  ///
  /// - Parameters:
  ///   - picture: of the encoder's size and subsampling.
  ///   - quality: 1...100, libjpeg's scale.
  ///   - output: receives the JPEG from its start.
  /// - Returns: the number of bytes written.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  public func encode(
    _ picture: PlanarPicture, quality: Int, into output: inout MutableSpan<UInt8>
  ) throws(JPEGError) -> Int {
    var at = 0
    for index in bands.indices {
      at = try bands[index].encode(picture, quality: quality, into: &output, at: at)
    }
    return at
  }
}
