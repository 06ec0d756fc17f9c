import CaptureKit
import HostResources
import Recordings

/// A warning about sources that are a recording's finished pictures: the glass edges around a
/// viewfinder and the lines in it are level, whatever the camera saw.
///
/// - Returns: a sentence for people about the first such source; `nil` if there is none.
func warning(about sources: [SourceSpecification]) -> String? {
  var seen: Set<String> = []
  for case .files(let file) in sources where file.camera == nil && !file.isPipe {
    // A folder, or pictures in one.
    let folders = [file.path, PathRules.folder(of: file.path)]
    for folder in folders where seen.insert(folder).inserted {
      guard let handle = try? FolderHandle(folder), RecordingFolder.isRecording(handle) else { continue }
      let instead =
        RecordingFolder.keptCameras(handle).first.map { "what its camera saw is file:\(folder)?camera=\($0)" }
        ?? "record with --keep-source to keep what the cameras saw"
      return
        "\(file.path) holds finished pictures: guides also find the level edges of glass and ink; \(instead)"
    }
  }
  return nil
}
