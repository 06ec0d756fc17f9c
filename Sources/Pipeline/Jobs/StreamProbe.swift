import CaptureKit
import Compositor
import JPEGCodec
import PixelTypes

/// Looks at a frame to learn what a stream holds: a JPEG says it itself, a raw format by its name.
enum StreamProbe {
  /// Refuses what is no picture's size, of a file, a scene or a camera alike.
  ///
  /// - Parameter name: of the source, for the message.
  static func check(_ size: PixelSize, of name: String) throws(PipelineError) {
    guard let problem = size.objection else { return }
    throw .capture(.badFile(path: name, reason: "its pictures are \(size); \(problem)"))
  }

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
    } catch { throw .picture(.codec(error)) }
  }
}
