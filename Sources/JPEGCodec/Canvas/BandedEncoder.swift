import PixelTypes

/// Encodes pictures of one size (full range, BT.601) as baseline JPEG with the standard Huffman tables, large ones in
/// two independent bands.
///
/// The coding depends only on the picture's size, not on which threads encode the bands and when. Memory is reused as by
/// ``JPEGEncoder``.
public struct BandedEncoder: ~Copyable, Sendable {
  /// The picture's rows, from top to bottom: one band, or two that take about equally long.
  public let bands: [EncoderBand]

  /// Smaller pictures, in MCUs, aren't worth two threads: they take about 0.5 ms.
  private static let worthHalving = 2000

  /// Makes an encoder for pictures of one size.
  ///
  /// - Parameters:
  ///   - size: of the pictures, in pixels.
  ///   - subsampling: of the pictures.
  /// - Throws: ``JPEGError/unavailable``.
  public init(size: PixelSize, subsampling: ChromaSubsampling) throws(JPEGError) {
    let height = 8 * subsampling.mcuHeight
    let mcus = size.area / (subsampling.mcuWidth * subsampling.mcuHeight)
    let middle = (size.height / 2 + height / 2) / height * height
    let cuts =
      mcus >= Self.worthHalving && middle > 0 && middle < size.height
      ? [0, middle, size.height] : [0, size.height]
    var bands: [EncoderBand] = []
    for index in 1..<cuts.count {
      bands.append(try EncoderBand(size: size, rows: cuts[index - 1]..<cuts[index], subsampling: subsampling))
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
