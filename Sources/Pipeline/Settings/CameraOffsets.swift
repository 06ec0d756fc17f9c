import HostResources
import Recordings

/// What is added to each camera's stamps when frames are paired, in a file in milliseconds by the cameras' stable names:
/// `{"usb-046d_HD_Pro_Webcam_C920_8A5D-video-index0":-12.5}`.
package struct CameraOffsets: Sendable {
  /// The largest offset in milliseconds either way.
  package static let most = 1000.0

  private let milliseconds: [String: Double]

  /// - Throws: `FileError` if the file can't be read, or holds anything but milliseconds.
  package init(path: String) throws(FileError) {
    milliseconds = try CameraTable.read(path, most: Self.most, unit: " ms", "an offset")
  }

  /// In nanoseconds; 0 for a camera that the file doesn't name.
  func nanoseconds(of name: String) -> Int64 { Int64(((milliseconds[name] ?? 0) * 1e6).rounded()) }

  /// Keeps the offsets that were found; those of other cameras stay.
  package static func keep(_ cameras: [RecordingBeats.Camera], in path: String) throws(FileError) {
    var offsets = try CameraTable.read(path, most: most, unit: " ms", "an offset")
    for camera in cameras { if let offset = camera.offsetMs { offsets[camera.stableName] = offset } }
    try CameraTable.write(offsets, to: path)
  }
}
