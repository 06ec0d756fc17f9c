import CaptureKit
import JPEGCodec
import PixelTypes

/// Looks at a frame to learn what a stream holds: a JPEG says it itself, a raw format by its name.
enum StreamProbe {
  /// - Returns: the size of the frames, and the subsampling of the planes that they decode to.
  static func look(
    at slot: FrameSlot
  ) throws(PipelineError) -> (size: PixelSize, subsampling: ChromaSubsampling) {
    let format = slot.format
    guard format.pixelFormat == .mjpeg else {
      return (format.size, RawUnpacker.subsampling(of: format.pixelFormat) ?? .yuv422)
    }
    do {
      var decoder = try JPEGDecoder()
      let header = try slot.withBytes { bytes throws(JPEGError) in try decoder.readHeader(bytes) }
      return (header.size, header.subsampling)
    } catch { throw .codec(error) }
  }
}
