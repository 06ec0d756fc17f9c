import Foundation
import PixelTypes

@testable import CaptureKit

/// One delivered frame, copied.
struct DeliveredFrame: Equatable {
  var bytes: [UInt8]
  var sequence: UInt32
  var nanoseconds: Int64
  var gap: Int
  var flags: FrameFlags
}

extension FrameReader {
  /// Reads up to `limit` frames.
  func readAll(limit: Int = 1000) throws -> [DeliveredFrame] {
    let slot = FrameSlot(capacity: largestFrame, format: format)
    var frames: [DeliveredFrame] = []
    while frames.count < limit, try read(into: slot) {
      frames.append(
        DeliveredFrame(
          bytes: slot.copiedBytes, sequence: slot.sequence, nanoseconds: slot.time.nanoseconds, gap: slot.gap,
          flags: slot.flags))
    }
    return frames
  }
}

extension FrameSlot {
  var copiedBytes: [UInt8] {
    withBytes { span in (0..<span.count).map { span[$0] } }
  }
}

/// Real JPEGs of a small scene.
func sampleJPEGs(_ count: Int, width: Int = 64, height: Int = 64, seed: UInt64 = 1) throws -> [[UInt8]] {
  var settings = SceneSettings(scene: .fog)
  settings.size = PixelSize(width: width, height: height) ?? settings.size
  settings.seed = seed
  settings.frameCount = count
  return try SyntheticReader(settings).readAll().map(\.bytes)
}

func files(_ path: String, fps: Double? = nil, loops: Bool = false) throws -> any FrameReader {
  try makeReader(for: .files(FileSourceSettings(path: path, framesPerSecond: fps, loops: loops)))
}

/// A JPEG's bytes without its DHT segments, as some webcams send it.
func withoutHuffmanTables(_ jpeg: [UInt8]) -> [UInt8] {
  var out = Array(jpeg[..<2])
  var place = 2
  while place + 4 <= jpeg.count {
    let length = Int(jpeg[place + 2]) << 8 | Int(jpeg[place + 3])
    if jpeg[place + 1] == JPEGMarker.startOfScan { return out + jpeg[place...] }
    if jpeg[place + 1] != JPEGMarker.huffmanTables { out += jpeg[place..<place + 2 + length] }
    place += 2 + length
  }
  return out
}
