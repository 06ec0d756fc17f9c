import GlassChrome
import JPEGCodec
import PixelTypes

/// Encodes the canvas as a whole.
package final class PixelComposer: Composer {
  package let kind = ComposerChoice.pixel
  package let composition = Composition.encoded(because: nil)
  package let total = SpliceCounts()
  private let encoder: BandedEncoder
  private let canvas: PlanarPicture
  /// Encodes the lower rows in parallel; made on first use.
  private var lower: LowerRowsTask?
  private var quality = 85

  /// - Throws: ``JPEGError/unavailable``.
  package init(_ canvas: PlanarPicture) throws(JPEGError) {
    self.canvas = canvas
    encoder = try BandedEncoder(size: canvas.size, subsampling: canvas.subsampling)
  }

  package func walk(of camera: Int) -> CameraWalk? { nil }
  package func prepare(_ inputs: [CameraInput], beside side: SideThread?) {}
  package func reveal(_ camera: Int) {}
  package func show(_ area: PixelRect, of camera: Int, into picture: PlanarPicture) {
    PlaneFill.copy(canvas, area, to: picture)
  }
  package func chromeWasDrawn(_ tiles: TileMap) {}
  package func forgetCounts() {}

  package func compose(
    ink: borrowing BlockMask, quality: Int, into output: OutputFrame, beside side: SideThread?
  ) throws(JPEGError) {
    self.quality = quality
    output.byteCount = try output.withMemory { memory throws(JPEGError) in try compose(&memory, side) }
  }

  private func compose(_ memory: inout MutableSpan<UInt8>, _ side: SideThread?) throws(JPEGError) -> Int {
    let bands = encoder.bands
    guard let side, bands.count == 2 else {
      return try encoder.encode(canvas, quality: quality, into: &memory)
    }
    if lower == nil {
      lower = LowerRowsTask(capacity: memory.count) {
        [unowned self, canvas] output, offset throws(JPEGError) in
        try bands[1].encode(canvas, quality: self.quality, into: &output, at: offset)
      }
    }
    return try lower?.follow(in: &memory, from: 0, beside: side) { output, offset throws(JPEGError) in
      try bands[0].encode(canvas, quality: quality, into: &output, at: offset)
    } ?? 0
  }
}
