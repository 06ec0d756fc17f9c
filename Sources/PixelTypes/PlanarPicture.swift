/// A planar picture: luma, and Cb and Cr at the subsampling's size (empty for grey).
public final class PlanarPicture: Sendable {
  /// The luma plane's size.
  public let size: PixelSize
  /// How the chroma planes are subsampled.
  public let subsampling: ChromaSubsampling
  /// Luma, `size` samples.
  public let luma: PixelPlane
  /// Cb, at the subsampling's chroma size; 0 × 0 for grey.
  public let cb: PixelPlane
  /// Cr, the same size as Cb.
  public let cr: PixelPlane

  /// Makes a black picture: luma 0, chroma 128.
  public init(size: PixelSize, subsampling: ChromaSubsampling) {
    self.size = size
    self.subsampling = subsampling
    let chroma = subsampling.chromaSize(width: size.width, height: size.height)
    luma = PixelPlane(width: size.width, height: size.height)
    cb = PixelPlane(width: chroma.width, height: chroma.height, fill: 128)
    cr = PixelPlane(width: chroma.width, height: chroma.height, fill: 128)
  }

  /// A picture of this size and subsampling: the old one if it is, with its samples, or a new one.
  package static func reusing(
    _ old: PlanarPicture?, size: PixelSize, subsampling: ChromaSubsampling
  ) -> PlanarPicture {
    if let old, old.size == size, old.subsampling == subsampling { return old }
    return PlanarPicture(size: size, subsampling: subsampling)
  }

  /// The whole picture: `size` at the origin.
  public var bounds: PixelRect { size.bounds }
}
