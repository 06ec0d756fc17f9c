import CaptureKit
import JPEGCodec
import PixelTypes

/// A drawn scene to stand behind a view.
enum Scenery: String, Sendable, CaseIterable {
  case coast, city, walker

  /// The scene's first frame, without noise.
  ///
  /// - Throws: `CaptureError` and `JPEGError`, none of which happen at an ordinary size.
  func picture(width: Int, height: Int) throws -> PlanarPicture {
    var settings = SceneSettings(scene: SceneKind(rawValue: rawValue) ?? .coast)
    settings.size = PixelSize(clampingWidth: width, height: height)
    settings.noise = 0
    settings.quality = 95
    let reader = try SyntheticReader(settings)
    let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
    _ = try reader.read(into: slot)
    var decoder = try JPEGDecoder()
    return try slot.withBytes { bytes in
      let header = try decoder.readHeader(bytes)
      let picture = PlanarPicture(size: header.size, subsampling: header.subsampling)
      _ = try decoder.decode(bytes, into: picture)
      return picture
    }
  }
}
