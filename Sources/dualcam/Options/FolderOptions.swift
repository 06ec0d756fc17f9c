import Compositor
import Foundation
import HostResources
import Pipeline
import PixelTypes
import Screen
import Settings

/// Where a recording goes, and what else it keeps.
struct FolderOptions: SettingGroup {
  @Option(
    "output", short: "o", help: Help("Folder for the recording.", valueName: "dir"),
    completion: .directory)
  var output: String

  @Flag("describe", help: "Also write screen.jsonl: what is on the screen, for people who can't see it.")
  var describe = false
  @Option(
    "keep-source", alone: .beside,
    help: Help(
      "Keep the cameras' own JPEG frames: beside, in DIR/sources with the ink map; inside, in the pictures, which then give them back for a tenth of the space. For verify to compare and strip to take out. Alone: beside.",
      valueName: "where"))
  var keepSource: SourceKeeping?

  @Option(
    "sign",
    help: Help(
      "Sign all that is recorded with this secret key, which 'dualcam key' makes; verify --key proves it.",
      valueName: "file.key"), completion: .words([], orFiles: ["key", "pem"]))
  var sign: String?

  @Option(
    "seal",
    help: Help(
      "Seal what --mask and --redact take out of kept frames to this public key, which 'dualcam key --seal' makes; strip --key gives it back. Without it it is gone.",
      valueName: "file.pub"), rules: [.requires("keep-source")],
    completion: .words([], orFiles: ["pub", "pem"]))
  var seal: String?

  @Option(
    "mode",
    help:
      "What the shutter does at first. In photo and timelapse mode nothing is recorded until it is pressed.")
  var mode = CaptureMode.video
  @Option(
    "photos",
    help: Help(
      "What a press of the shutter in photo mode leaves beside the recorded picture: clean, each camera's own picture as DIR/photos/IMG_0001.jpg; annotated, nothing; both, also the recorded one there."
    ))
  var photos = ShotPhotos.clean

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output is empty; name a folder") }
    if output.lowercased().hasSuffix(".mcap"), !FileManager.default.fileExists(atPath: output) {
      let film = PlainText.value(output)
      throw ValidationError(
        "--output is \(film), and a recording is a folder of pictures; for messages add --sink \(film), and name a folder"
      )
    }
    if let folder = Self.folder(besideFilm: output) {
      throw ValidationError(
        "--output is \(PlainText.value(output)), and a recording is a folder of pictures; record into one, "
          + "then make the film: -o \(folder), then dualcam export \(folder) -o \(PlainText.value(output))")
    }
  }

  /// The folder to record into for a film of this name; `nil` if it isn't a film's.
  static func folder(besideFilm path: String) -> String? {
    let films = ["mp4", "m4v", "mkv", "avi", "mov", "webm"]
    guard let dot = path.lastIndex(of: "."), films.contains(path[path.index(after: dot)...].lowercased()),
      // A folder that is there may be called anything.
      !FileManager.default.fileExists(atPath: path)
    else { return nil }
    let name = path[..<dot]
    return name.isEmpty || name.hasSuffix("/") ? "\(name)film" : PlainText.value(String(name))
  }

  /// Refuses a mode that waits for a shutter which nobody can press.
  ///
  /// - Parameter what: the options that press it.
  func checkShutter(isControlled: Bool, _ what: String) throws {
    guard mode != .video, !isControlled else { return }
    throw ValidationError("--mode \(mode.rawValue) waits for a shutter that nothing presses; add \(what)")
  }

  func apply(to settings: inout JobSettings) throws {
    settings.folder = output
    settings.key = try sign.map { try KeyFile.readSecret($0) }
    settings.seal = try seal.map { try KeyFile.readSealing($0) }
    settings.describesScreen = describe
    settings.mode = mode
    settings.stage.photos = photos
    settings.stage.keptSources = keepSource
  }
}

extension CaptureMode: SettingValue {}
extension ShotPhotos: SettingValue {}
extension SourceKeeping: SettingValue {}
