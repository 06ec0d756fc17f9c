import CaptureKit
import JPEGCodec
import PixelTypes

extension CameraPhoto {
  /// libjpeg's scale: what a raw camera's photo is coded with at least.
  private static let leastQuality = 92

  /// A JPEG is taken byte for byte, with the Huffman tables and the end marker that it may lack; a raw frame is coded.
  ///
  /// - Parameters:
  ///   - slot: holds the frame, turned and cropped as it is shown.
  ///   - isComplete: whether it is a whole picture, though its end marker may be missing.
  ///   - quality: of the recording, 1...100.
  /// - Returns: `nil` for a raw frame that can't be drawn.
  package init?(_ camera: String, _ slot: FrameSlot, isComplete: Bool, quality: Int) {
    self.camera = camera
    guard slot.format.pixelFormat != .mjpeg else {
      var bytes: [UInt8] = []
      slot.withBytes { StandardHuffmanTables.append($0, isComplete: isComplete, to: &bytes) }
      self.bytes = bytes
      return
    }
    let size = slot.format.size
    let picture = PlanarPicture(size: size, subsampling: .yuv422)
    guard var painter = try? ViewfinderPainter(rect: size.bounds, canvasSubsampling: .yuv422),
      var encoder = try? JPEGEncoder(), painter.draw(slot, into: picture) == .drawn,
      let bytes = try? encoder.encode(picture, quality: max(quality, Self.leastQuality))
    else { return nil }
    self.bytes = bytes
  }
}
