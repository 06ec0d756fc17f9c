import CaptureKit
import HostResources

/// Makes the reader for files, a scene, or the frames that a recording kept (`file:DIR?camera=primary`).
///
/// Kept frames carry their pictures' times since the recording began, across all runs and segments, so two cameras' frames
/// pair as they did when recorded.
///
/// - Throws: as `CaptureKit.makeReader`, and `FileError` for an unreadable recording.
package func makeSourceReader(
  for source: SourceSpecification, isLive: Bool = false, opening: OpeningWait? = nil
) throws -> any FrameReader {
  guard case .files(let settings) = source, let camera = settings.camera else {
    return try makeReader(for: source, isLive: isLive, opening: opening)
  }
  let reel = try RecordingReel(settings.path, RecordingReel.Choice())
  var files: [String] = []
  var times: [Int64] = []
  var isKept = false
  for part in reel.parts {
    isKept = isKept || part.folder.hasFolder(FileName(RecordingFolder.sources))
    for shot in part.shots {
      files.append("\(part.folder.path)/\(SourceFileWriter.path(shot.index, camera: camera))")
      times.append(shot.nanoseconds)
    }
  }
  guard isKept else {
    throw CaptureError.badFile(
      path: settings.path, reason: "it kept no camera frames; record with --keep-source")
  }
  let asked = reel.parts.first?.runs.first?.sources.first { $0.id == camera }
  return try makeReader(
    files: files, times: times, framesPerSecond: asked?.negotiated?.fps ?? 1e9 / Double(reel.interval),
    settings: settings)
}
