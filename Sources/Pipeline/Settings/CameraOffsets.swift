import CaptureKit
import HostResources
import Recordings

/// What is added to each camera's stamps when frames are paired, in a file in milliseconds by the cameras' stable names:
/// `{"usb-046d_HD_Pro_Webcam_C920_8A5D-video-index0":-12.5}`.
package struct CameraOffsets: Sendable {
  /// The largest offset in milliseconds either way.
  package static let most = 1000.0

  let path: String
  private let milliseconds: [String: Double]

  /// - Throws: `FileError` if the file can't be read, or holds anything but milliseconds.
  package init(path: String) throws(FileError) {
    self.path = path
    milliseconds = try CameraTable.read(path, most: Self.most, unit: " ms", "an offset")
    guard !milliseconds.isEmpty else {
      throw .unfit(path: path, reason: "there are no offsets; 'dualcam sync DIR -o FILE' writes them")
    }
  }

  /// What is added to each camera's stamps, for people.
  ///
  /// - Parameter cameras: the job's names for them, and their stable ones.
  /// - Throws: `FileError.unfit(path:reason:)` if none of them is in the file.
  func applied(to cameras: [(name: String, stable: String)]) throws(FileError) -> String {
    guard cameras.contains(where: { milliseconds[$0.stable] != nil }) else {
      let (these, those) = (cameras.map(\.stable), milliseconds.keys.sorted())
      throw .unfit(
        path: path,
        reason: "it has offsets of \(those.joined(separator: ", ")), and the cameras are "
          + "\(these.joined(separator: ", ")); run 'dualcam sync' on a recording of these")
    }
    let offsets = cameras.map { camera in
      let offset = milliseconds[camera.stable].map { "\(($0 * 100).rounded() / 100) ms" }
      return "\(camera.name) \(offset ?? "not in the file")"
    }
    return "stamps corrected by \(path): \(offsets.joined(separator: ", "))"
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
