import PixelTypes

extension PixelRect {
  /// Where a rectangle of luma pixels lies in the chroma planes.
  package func inChroma(_ sampling: ChromaSubsampling) -> PixelRect {
    let size = sampling.chromaSize(width: width, height: height)
    return PixelRect(
      x: x / sampling.horizontal, y: y / sampling.vertical, width: size.width, height: size.height)
  }
}
