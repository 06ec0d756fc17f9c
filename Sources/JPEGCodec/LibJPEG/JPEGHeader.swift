import PixelTypes

/// What a JPEG's headers say about its picture.
public struct JPEGHeader: Sendable, Hashable {
  /// The picture's size in pixels.
  public let size: PixelSize
  /// The subsampling after decoding: ``JPEGDecoder`` converts unusual kinds.
  public let subsampling: ChromaSubsampling
  /// MCUs between restart markers; 0 for none.
  public let restartInterval: Int
  /// Whether the file has its own Huffman tables. Some webcams omit them.
  public let hasHuffmanTables: Bool
}
