import CaptureKit
import JPEGCodec

/// Copies of the cameras' own JPEG frames of one picture, and the map of its ink. Allocates while frames grow.
final class SourceCopies {
  /// As in the manifest.
  let cameras: [StaticString]
  /// Empty where a camera has none in the picture.
  private(set) var frames: [[UInt8]]
  /// A portable bitmap, one pixel for each block of 8×8 pixels.
  private(set) var ink: [UInt8] = []

  /// Of all files that are made of these.
  var byteCount: Int {
    var sum = ink.count
    for index in frames.indices { sum += frames[index].count }
    return sum
  }

  init(cameras: [StaticString]) {
    self.cameras = cameras
    frames = cameras.map { _ in [] }
  }

  func take(_ slot: FrameSlot?, camera: Int) {
    frames[camera].removeAll(keepingCapacity: true)
    slot?.withBytes { bytes in
      // SAFETY: the buffer is the span's own, and isn't kept.
      unsafe bytes.withUnsafeBufferPointer { unsafe frames[camera].append(contentsOf: $0) }
    }
  }

  func take(_ mask: borrowing BlockMask) {
    ink.removeAll(keepingCapacity: true)
    mask.appendBitmap(to: &ink)
  }
}
