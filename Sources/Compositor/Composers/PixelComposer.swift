import GlassChrome
import JPEGCodec
import PixelTypes

/// Encodes the canvas as a whole.
package final class PixelComposer: Composer {
  package let kind = ComposerChoice.pixel
  package let composition = Composition.encoded(because: nil)
  private let encoder: BandedEncoder
  private let canvas: PlanarPicture
  /// Encodes the lower rows in parallel; made on first use.
  private var lower: LowerRows?
  private var quality = 85

  /// - Parameter threads: how many can encode rows side by side.
  /// - Throws: ``JPEGError/unavailable``.
  package init(_ canvas: PlanarPicture, threads: Int) throws(JPEGError) {
    self.canvas = canvas
    encoder = try BandedEncoder(size: canvas.size, subsampling: canvas.subsampling, bands: threads)
  }

  package func walk(of camera: Int) -> CameraWalk? { nil }
  package func prepare(_ inputs: [CameraInput], beside side: SideThread?) {}
  package func reveal(_ camera: Int) {}
  package func show(_ area: PixelRect, of camera: Int, into picture: PlanarPicture) {
    PlaneFill.copy(canvas, area, to: picture)
  }
  package func chromeWasDrawn(_ tiles: TileMap) {}

  package func compose(
    ink: borrowing BlockMask, quality: Int, into picture: Picture, beside sides: [SideThread]
  ) throws(JPEGError) {
    self.quality = quality
    picture.byteCount = try picture.withMemory { memory throws(JPEGError) in try compose(&memory, sides) }
  }

  private func compose(_ memory: inout MutableSpan<UInt8>, _ sides: [SideThread]) throws(JPEGError) -> Int {
    let bands = encoder.bands
    guard !sides.isEmpty, bands.count > 1 else {
      return try encoder.encode(canvas, quality: quality, into: &memory)
    }
    if lower == nil {
      lower = LowerRows(1..<bands.count, capacity: memory.count) {
        [unowned self, canvas] band, output, offset throws(JPEGError) in
        try bands[band].encode(canvas, quality: self.quality, into: &output, at: offset)
      }
    }
    return try lower?.follow(in: &memory, from: 0, beside: sides) { output, offset throws(JPEGError) in
      try bands[0].encode(canvas, quality: quality, into: &output, at: offset)
    } ?? 0
  }
}
