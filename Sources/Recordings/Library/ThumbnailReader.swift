import Compositor
import GlassChrome
import HostResources
import JPEGCodec
import PixelTypes

/// Reads a recording's pictures at reduced size; use one per thread.
package struct ThumbnailReader: ~Copyable {
  private var decoder: JPEGDecoder

  package init() throws(JPEGError) { decoder = try JPEGDecoder() }

  /// Reads part of a picture at approximately a given width.
  ///
  /// - Parameters:
  ///   - file: the picture's name.
  ///   - folder: the recording's folder.
  ///   - part: the part to show, in the picture's pixels; `nil`, or a part that lies outside, shows all of it.
  ///   - width: of the result in pixels, at most half of the part's.
  /// - Throws: `FileError` or `JPEGError`.
  package mutating func read(
    _ file: String, in folder: FolderHandle, part: PixelRect?, width: Int
  ) throws -> Thumbnail {
    let bytes = try folder.read(file)
    let size = try decoder.readHeader(bytes.span).size
    let whole = size.bounds
    let inside = part?.intersection(whole) ?? whole
    let shown = inside.isEmpty ? whole : inside
    let share = min(Double(width) / Double(shown.width), 0.5)
    func scaled(_ length: Int) -> Int { Int(Double(length) * share / 2) * 2 }
    let small = try read(bytes.span, width: scaled(size.width), height: scaled(size.height))
    let cut = PixelRect(
      x: scaled(shown.x), y: scaled(shown.y), width: max(scaled(shown.width), 2),
      height: max(scaled(shown.height), 2)
    ).intersection(small.bounds)
    return Thumbnail(copying: small, part: cut.isEmpty ? nil : cut)
  }

  /// A picture's size.
  package mutating func size(of bytes: Span<UInt8>) throws(JPEGError) -> PixelSize {
    try decoder.readHeader(bytes).size
  }

  /// Decodes a picture at a given size: decodes it at half or full size, then resamples.
  ///
  /// - Parameters:
  ///   - bytes: the JPEG from its first byte.
  ///   - width: of the result in pixels; rounded to an even number of 2 or more.
  ///   - height: likewise.
  package mutating func read(
    _ bytes: Span<UInt8>, width: Int, height: Int
  ) throws(JPEGError) -> PlanarPicture {
    // A chroma sample covers up to two columns and two rows.
    let size = PixelSize(clampingWidth: max(width & ~1, 2), height: max(height & ~1, 2))
    let header = try decoder.readHeader(bytes)
    let isHalved = 2 * size.width <= header.size.width && 2 * size.height <= header.size.height
    let decoded =
      isHalved
      ? PlanarPicture(
        size: PixelSize(
          clampingWidth: (header.size.width + 1) / 2, height: (header.size.height + 1) / 2),
        subsampling: header.subsampling.halved)
      : PlanarPicture(size: header.size, subsampling: header.subsampling)
    _ = try decoder.decode(bytes, into: decoded, isHalved: isHalved)
    if decoded.size == size { return decoded }
    let scaled = PlanarPicture(size: size, subsampling: decoded.subsampling)
    for (from, to) in [(decoded.luma, scaled.luma), (decoded.cb, scaled.cb), (decoded.cr, scaled.cr)]
    where to.width > 0 {
      var scaler = PlaneScaler(from: (from.width, from.height), to: (to.width, to.height))
      scaler.scale(from, into: to, at: PixelRect(x: 0, y: 0, width: to.width, height: to.height))
    }
    return scaled
  }
}
