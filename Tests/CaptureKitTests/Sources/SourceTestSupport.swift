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

func sceneSettings(
  _ scene: SceneKind, width: Int = 64, height: Int = 64, format: PixelFormat = .mjpeg, frames: Int = 0,
  _ change: (inout SceneSettings) -> Void = { _ in }
) -> SceneSettings {
  var settings = SceneSettings(scene: scene)
  settings.size = PixelSize(clampingWidth: width, height: height)
  settings.pixelFormat = format
  settings.frameCount = frames
  change(&settings)
  return settings
}

/// Real JPEGs of a small scene.
func sampleJPEGs(_ count: Int, width: Int = 64, height: Int = 64) throws -> [[UInt8]] {
  try SyntheticReader(sceneSettings(.fog, width: width, height: height, frames: count)).readAll().map(\.bytes)
}

func files(_ path: String, fps: Double? = nil, loops: Bool = false) throws -> any FrameReader {
  try makeReader(for: .files(FileSourceSettings(path: path, framesPerSecond: fps, loops: loops)))
}
