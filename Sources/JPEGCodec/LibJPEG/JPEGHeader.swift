import PixelTypes

/// What a JPEG's headers say about its picture.
public struct JPEGHeader: Sendable, Hashable {
  public let size: PixelSize
  public let subsampling: ChromaSubsampling
  /// MCUs between restart markers; 0: none.
  public let restartInterval: Int
  /// Whether the file brings its own Huffman tables. Some webcams leave them out.
  public let hasHuffmanTables: Bool
}
