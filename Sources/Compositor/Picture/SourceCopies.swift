import CaptureKit
import JPEGCodec

/// Copies of the cameras' own JPEG frames of one picture, and the map of its ink. Allocates while frames grow.
///
/// A frame is kept byte for byte but for what a file needs to be read by others: Huffman tables and the end marker are
/// put in where the camera left them out.
package final class SourceCopies {
  /// As in the manifest.
  package let cameras: [StaticString]
  /// Empty where a camera has none in the picture.
  package private(set) var frames: [[UInt8]]
  /// A portable bitmap, one pixel for each block of 8×8 pixels.
  package private(set) var ink: [UInt8] = []

  /// Of all files that are made of these.
  package var byteCount: Int {
    var sum = ink.count
    for index in frames.indices { sum += frames[index].count }
    return sum
  }

  package init(cameras: [StaticString]) {
    self.cameras = cameras
    frames = cameras.map { _ in [] }
  }

  /// - Parameter isComplete: whether it is a whole picture, though its end marker may be missing.
  package func take(_ slot: FrameSlot?, camera: Int, isComplete: Bool = true) {
    frames[camera].removeAll(keepingCapacity: true)
    slot?.withBytes { bytes in
      StandardHuffmanTables.append(bytes, isComplete: isComplete, to: &frames[camera])
    }
  }

  package func take(_ mask: borrowing BlockMask) {
    ink.removeAll(keepingCapacity: true)
    mask.appendBitmap(to: &ink)
  }
}
