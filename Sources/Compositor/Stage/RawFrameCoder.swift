import CaptureKit
import JPEGCodec
import PixelTypes

/// Codes a raw camera's own frames as JPEGs of the camera's size, in 4:2:2.
package final class RawFrameCoder {
  private var picture: PlanarPicture?
  private var painter: ViewfinderPainter?
  private var encoder = JPEGEncoder()

  package init() {}

  /// - Returns: `nil` for a frame that can't be drawn.
  func jpeg(_ slot: FrameSlot, quality: Int) -> [UInt8]? {
    let size = slot.format.size
    if picture?.size != size {
      picture = PlanarPicture(size: size, subsampling: .yuv422)
      painter = try? ViewfinderPainter(rect: size.bounds, canvasSubsampling: .yuv422)
    }
    guard let picture, painter?.draw(slot, into: picture) == .drawn else { return nil }
    return try? encoder.encode(picture, quality: quality)
  }
}
