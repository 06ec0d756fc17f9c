/// A picture in planes: luma, and Cb and Cr at the subsampling's size (none for grey).
public final class PlanarPicture: Sendable {
  public let size: PixelSize
  public let subsampling: ChromaSubsampling
  public let luma: PixelPlane
  public let cb: PixelPlane
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

  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: size.width, height: size.height) }
}
