import CaptureKit
import HostResources

/// Makes the reader for files, a scene, or the frames that a recording kept (`file:DIR?camera=primary`), beside its pictures or inside.
///
/// Kept frames carry their pictures' times since the recording began, across all runs and segments, so two cameras' frames
/// pair as they did when recorded.
///
/// - Throws: as `CaptureKit.makeReader`, and `FileError` for an unreadable recording.
package func makeSourceReader(
  for source: SourceSpecification, isLive: Bool = false, opening: OpeningWait? = nil
) throws -> any FrameReader {
  guard case .files(let settings) = source, let camera = settings.camera, isRecording(settings.path) else {
    return try makeReader(for: source, isLive: isLive, opening: opening)
  }
  let reel = try RecordingReel(settings.path, RecordingReel.Choice())
  var files: [String] = []
  var pictures: [String] = []
  var hasPictures = false
  var times: [Int64] = []
  var utcs: [Int64?] = []
  var isKept = false
  for part in reel.parts {
    isKept = isKept || RecordingFolder.keepsFrames(part.folder)
    let isInside = RecordingFolder.camerasInside(part.folder).contains(camera)
    hasPictures = hasPictures || isInside
    for shot in part.shots {
      files.append("\(part.folder.path)/\(SourceFileWriter.path(shot.index, camera: camera))")
      pictures.append("\(part.folder.path)/\(shot.file)")
      times.append(shot.nanoseconds)
      utcs.append(shot.utc)
    }
  }
  guard isKept else {
    throw CaptureError.badFile(
      path: settings.path, reason: "it kept no camera frames; record with --keep-source")
  }
  let asked = reel.parts.first?.runs.first?.sources.first { $0.id == camera }
  return try makeReader(
    files: files, insideOf: hasPictures ? pictures : [], times: times, utcs: utcs,
    framesPerSecond: asked?.negotiated?.fps ?? 1e9 / Double(reel.interval),
    settings: settings)
}

/// Whether a path is a recording's; pictures and films that were taken out of one have their frames inside or none.
private func isRecording(_ path: String) -> Bool {
  guard let folder = try? FolderHandle(path) else { return false }
  return RecordingFolder.isRecording(folder) || SegmentFolder.isSegmented(folder)
}
