import Compositor
import GlassChrome
import HostResources
import JPEGCodec
import PixelTypes
import Recording

/// Reads a recording's pictures small; use one per thread.
package struct ThumbnailReader: ~Copyable {
  private var decoder: JPEGDecoder

  package init() throws(JPEGError) { decoder = try JPEGDecoder() }

  /// Reads a part of a picture at about a width.
  ///
  /// - Parameters:
  ///   - file: the picture's name.
  ///   - folder: the recording's folder.
  ///   - part: what to show of it, in its pixels; `nil`, and a part that lies outside: all of it.
  ///   - width: of the result in pixels, at most half of the part's.
  /// - Throws: `FileError` or `JPEGError`.
  package mutating func read(
    _ file: String, in folder: FolderHandle, part: PixelRect?, width: Int
  ) throws -> Thumbnail {
    let bytes = try folder.read(file)
    let header = try decoder.readHeader(bytes.span)
    let size = header.size
    let half = PlanarPicture(
      size: PixelSize(clampingWidth: (size.width + 1) / 2, height: (size.height + 1) / 2),
      subsampling: header.subsampling.halved)
    _ = try decoder.decode(bytes.span, into: half, isHalved: true)
    let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    let inside = part?.intersection(whole) ?? whole
    let shown = inside.isEmpty ? whole : inside
    let share = min(Double(width) / Double(shown.width), 0.5)
    // Even: a chroma sample covers up to two columns and two rows.
    func scaled(_ length: Int) -> Int { Int(Double(length) * share / 2) * 2 }
    let small = PlanarPicture(
      size: PixelSize(clampingWidth: max(scaled(size.width), 2), height: max(scaled(size.height), 2)),
      subsampling: half.subsampling)
    for (from, to) in [(half.luma, small.luma), (half.cb, small.cb), (half.cr, small.cr)] where to.width > 0 {
      var scaler = PlaneScaler(from: (from.width, from.height), to: (to.width, to.height))
      scaler.scale(from, into: to, at: PixelRect(x: 0, y: 0, width: to.width, height: to.height))
    }
    let cut = PixelRect(
      x: scaled(shown.x), y: scaled(shown.y), width: max(scaled(shown.width), 2),
      height: max(scaled(shown.height), 2)
    ).intersection(small.bounds)
    return Thumbnail(copying: small, part: cut.isEmpty ? nil : cut)
  }
}
