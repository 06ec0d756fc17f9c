extension PixelRect {
  /// The part of the chroma planes under this rectangle of luma pixels.
  package func inChroma(_ sampling: ChromaSubsampling) -> PixelRect {
    let size = sampling.chromaSize(width: width, height: height)
    return PixelRect(
      x: x / sampling.horizontal, y: y / sampling.vertical, width: size.width, height: size.height)
  }
}
