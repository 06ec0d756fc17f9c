import Compositor
import GlassChrome
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes

/// Writes what the HUD saw and drew: the whole frame with ink, and the small luma.
final class OverlayWriter {
  private let folder: FolderHandle
  private var ink: HUDInk
  private var painter: InkPainter
  private var encoder = JPEGEncoder()
  private let small: PlanarPicture
  private var bytes: [UInt8]

  init(
    folder path: String, size: PixelSize, subsampling: ChromaSubsampling, small luma: PixelPlane,
    settings: HUDSettings
  ) throws(PipelineError) {
    folder = try PipelineError.wrapping { try FolderHandle.creating(path) }
    guard let smallSize = PixelSize(width: luma.width, height: luma.height) else {
      throw .picture(.layout(reason: "the picture is too small for an overlay"))
    }
    small = PlanarPicture(size: smallSize, subsampling: .grey)
    painter = InkPainter(canvas: size, subsampling: subsampling)
    bytes = [UInt8](repeating: 0, count: JPEGEncoder.largestOutput(size: size, subsampling: subsampling))
    let layout = InkLayout(InkLayout.Request(rect: size.bounds, letters: FigureInk.smallest))
    do {
      ink = HUDInk(
        layout: layout, settings: settings, rasterizer: try OutlineRasterizer(),
        figures: try HUDInk.figures(.large, width: size.width, scale: layout.scale))
    } catch { throw .picture(.chrome(error)) }
  }

  /// Draws the guides into `picture` and writes `NNNNNN.jpg` and `NNNNNN-small.jpg`, replacing files of these names.
  ///
  /// - Parameter isPhoto: whether to draw the likeliest line at once; in a film it fades in once known.
  func write(
    _ index: Int, _ picture: PlanarPicture, _ luma: PixelPlane, _ reading: HUDReading, isPhoto: Bool
  ) throws(PipelineError) {
    painter.begin()
    var reading = reading
    if isPhoto, let angle = reading.horizon.likelyDegrees {
      (reading.horizon.angleDegrees, reading.horizon.visibility) = (angle, 1)
      reading.horizon.isKnown = true
    }
    ink.draw(reading, state: .live, into: picture, with: &painter)
    let digits = String(index)
    let name = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    try write(picture, to: name + ".jpg")
    PlaneFill.copy(luma, small.bounds, to: small.luma, small.bounds)
    try write(small, to: name + "-small.jpg")
  }

  private func write(_ picture: PlanarPicture, to name: String) throws(PipelineError) {
    try PipelineError.wrapping {
      var span = bytes.mutableSpan
      let count = try encoder.encode(picture, quality: 92, into: &span)
      try folder.replace(name, with: Array(bytes[..<count]))
    }
  }
}
