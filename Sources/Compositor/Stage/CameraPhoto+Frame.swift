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
  ///   - coder: codes raw frames; one that is kept makes the next of the same size cheaper.
  /// - Returns: `nil` for a raw frame that can't be drawn.
  package init?(
    _ camera: String, _ slot: FrameSlot, isComplete: Bool, quality: Int,
    coder: RawFrameCoder = RawFrameCoder()
  ) {
    self.camera = camera
    guard slot.format.pixelFormat != .mjpeg else {
      var bytes: [UInt8] = []
      slot.withBytes { StandardHuffmanTables.append($0, isComplete: isComplete, to: &bytes) }
      self.bytes = bytes
      return
    }
    guard let bytes = coder.jpeg(slot, quality: max(quality, Self.leastQuality)) else { return nil }
    self.bytes = bytes
  }
}
