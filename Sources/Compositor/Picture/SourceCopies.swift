import CaptureKit
import JPEGCodec

/// Copies of the cameras' own JPEG frames for one picture, and the map of its ink. Allocates while frames grow.
///
/// A frame is kept byte for byte, except that Huffman tables and the end marker are added if the
/// camera omitted them: other programs need them to read the file.
package final class SourceCopies {
  /// The ids of the picture's cameras, as in the manifest.
  package private(set) var cameras: [String] = []
  /// One per camera; empty when a camera has none in the picture.
  package private(set) var frames: [[UInt8]] = []
  /// A portable bitmap with one pixel per block of 8×8 pixels.
  package private(set) var ink: [UInt8] = []

  /// The number of blocks in it.
  package private(set) var inkBlocks = 0

  /// Size in bytes of all files made from these.
  package var byteCount: Int {
    var sum = ink.count
    for index in frames.indices { sum += frames[index].count }
    return sum
  }

  /// Whether nothing is to be kept beside the picture.
  package var isEmpty: Bool { ink.isEmpty && frames.allSatisfy(\.isEmpty) }

  package init() {}

  /// Forgets the previous picture, which may have shown other cameras.
  package func begin(cameras: [String]) {
    self.cameras = cameras
    while frames.count < cameras.count { frames.append([]) }
    frames.removeLast(frames.count - cameras.count)
    ink.removeAll(keepingCapacity: true)
  }

  /// Copies a camera's frame, or none for `nil`.
  ///
  /// - Parameters:
  ///   - slot: holds the frame.
  ///   - camera: index of the camera.
  ///   - isComplete: whether it is a whole picture, though its end marker may be missing.
  package func take(_ slot: FrameSlot?, camera: Int, isComplete: Bool = true) {
    frames[camera].removeAll(keepingCapacity: true)
    slot?.withBytes { bytes in
      StandardHuffmanTables.append(bytes, isComplete: isComplete, to: &frames[camera])
    }
  }

  package func take(_ mask: borrowing BlockMask) {
    ink.removeAll(keepingCapacity: true)
    mask.appendBitmap(to: &ink)
    inkBlocks = 0
    for index in ink.count - mask.rows * ((mask.columns + 7) / 8)..<ink.count {
      inkBlocks += ink[index].nonzeroBitCount
    }
  }
}
