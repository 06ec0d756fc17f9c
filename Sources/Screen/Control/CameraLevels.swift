import CaptureKit
import HostResources
import Synchronization

/// The roll at which each camera counts as level, in a file by the cameras' stable names:
/// `{"usb-046d_HD_Pro_Webcam_C920_8A5D-video-index0":-1.25}`.
///
/// Degrees are those of ``HUDGeometry/HorizonReading/angleDegrees``. The stage asks for a level to be kept and never waits for the
/// file.
package final class CameraLevels: Sendable {
  /// The largest level, in degrees either way: beyond it nobody hangs a camera, and guides know no angle.
  package static let most = 60.0
  // A disk may hang.
  private static let patience = Duration.seconds(5)

  /// The file.
  package let path: String
  private let levels: [String: Double]
  private let saving = Mutex<WorkerThread?>(nil)
  /// Why levels couldn't be kept, for people.
  package let failures = Inbox<String>()

  /// Reads the file; one that doesn't exist yet has no levels.
  ///
  /// - Throws: `FileError` if it can't be read, or holds anything but degrees.
  package init(path: String) throws(FileError) {
    self.path = path
    levels = try Self.read(path)
  }

  /// What the file said at the start; 0 for a camera that it doesn't name.
  ///
  /// - Parameter isMirrored: whether the picture is the camera's mirror image, in which it rolls the other way.
  package func level(of name: String, isMirrored: Bool) -> Double {
    (levels[name] ?? 0) * (isMirrored ? -1 : 1)
  }

  /// Keeps a camera's level; 0 forgets it. Returns at once; ``failures`` says if it didn't work.
  func keep(_ degrees: Double, of name: String, isMirrored: Bool) {
    let degrees = isMirrored ? -degrees : degrees
    saving.withLock { saving in
      let former = saving
      do throws(ResourceShortage) {
        saving = try WorkerThread(name: "dualcam-level") { [self] in
          former?.join()
          do throws(FileError) { try save(degrees, of: name) } catch { failures.add("\(error)") }
        }
      } catch { failures.add("\(error)") }
    }
  }

  /// Waits for the last level to be kept.
  ///
  /// - Returns: `false` if the disk hangs.
  package func close() -> Bool { saving.withLock { $0 }?.join(within: Self.patience) ?? true }

  private func save(_ degrees: Double, of name: String) throws(FileError) {
    // Another recorder may keep its own cameras' here.
    var levels = try Self.read(path)
    levels[name] = degrees == 0 ? nil : degrees
    try CameraTable.write(levels, to: path)
  }

  private static func read(_ path: String) throws(FileError) -> [String: Double] {
    try CameraTable.read(path, most: most, unit: "°", "a level")
  }
}
