import CaptureKit
import GlassChrome
import JPEGCodec
import PixelTypes

/// Encodes the canvas as a whole.
package final class PixelComposer: Composer {
  package let kind = ComposerChoice.pixel
  private let encoder: BandedEncoder
  private let size: PixelSize
  private let subsampling: ChromaSubsampling
  /// Encodes the lower rows in parallel; made on first use.
  private var lower: LowerRows?
  // The picture being encoded.
  private var canvas: PlanarPicture?
  private var quality = 85

  /// - Parameter threads: how many can encode rows side by side.
  package init(_ size: PixelSize, _ subsampling: ChromaSubsampling, threads: Int) {
    (self.size, self.subsampling) = (size, subsampling)
    encoder = BandedEncoder(size: size, subsampling: subsampling, bands: threads)
  }

  package func makeSurface() -> Surface { Surface(size, subsampling, walks: []) }
  package func prepare(_ surface: Surface, _ inputs: [CameraInput], beside side: SideThread?) {}
  package func reveal(_ camera: Int, on surface: Surface) {}
  package func show(_ area: PixelRect, of camera: Int, on surface: Surface, into picture: PlanarPicture) {
    PlaneFill.copy(surface.canvas, area, to: picture)
  }
  package func chromeWasDrawn(_ tiles: TileMap) {}

  package func compose(
    _ surface: Surface, quality: Int, into picture: Picture, beside sides: [SideThread]
  ) throws(JPEGError) {
    (canvas, self.quality) = (surface.canvas, quality)
    picture.byteCount = try picture.withMemory { memory throws(JPEGError) in
      try compose(surface.canvas, &memory, sides)
    }
  }

  private func compose(
    _ canvas: PlanarPicture, _ memory: inout MutableSpan<UInt8>, _ sides: [SideThread]
  ) throws(JPEGError) -> Int {
    let bands = encoder.bands
    guard !sides.isEmpty, bands.count > 1 else {
      return try encoder.encode(canvas, quality: quality, into: &memory)
    }
    if lower == nil {
      lower = LowerRows(1..<bands.count, capacity: memory.count) {
        [unowned self] band, output, offset throws(JPEGError) in
        guard let canvas = self.canvas else { return offset }
        return try bands[band].encode(canvas, quality: self.quality, into: &output, at: offset)
      }
    }
    return try lower?.follow(in: &memory, from: 0, beside: sides) { output, offset throws(JPEGError) in
      try bands[0].encode(canvas, quality: quality, into: &output, at: offset)
    } ?? 0
  }
}
