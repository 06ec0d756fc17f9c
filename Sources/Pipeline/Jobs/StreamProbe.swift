import CaptureKit
import Compositor
import JPEGCodec
import PixelTypes

/// Learns a stream's contents from a frame: from a JPEG's headers, or from a raw format's name.
enum StreamProbe {
  /// Rejects sizes outside the limits for pictures, whether from files, scenes or cameras.
  ///
  /// - Parameter name: the source's, for the message.
  static func check(_ size: PixelSize, of name: String) throws(PipelineError) {
    guard let problem = size.objection else { return }
    throw .capture(.badFile(path: name, reason: "its pictures are \(size); \(problem)"))
  }

  /// - Returns: the size of the frames, and the subsampling of their decoded planes.
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
    } catch { throw .picture(.codec(error)) }
  }
}
