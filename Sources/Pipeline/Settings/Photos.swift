import CaptureKit
import HostResources
import Recordings

/// Which sources are photos: a recording is a film, whatever its pictures look like.
extension SourceSpecification {
  /// The pictures to analyze separately; `nil` for a film, a scene or a camera.
  ///
  /// - Parameter evenOfFilm: whether to include pictures that look like film frames.
  /// - Throws: ``PipelineError/capture(_:)`` when the folder can't be read.
  package func separatePhotos(evenOfFilm: Bool) throws(PipelineError) -> [SourceSpecification]? {
    if isRecording, !evenOfFilm { return nil }
    do { return try photos(evenOfFilm: evenOfFilm) } catch { throw .capture(error) }
  }

  /// Whether its frames are separate scenes.
  ///
  /// - Throws: ``PipelineError/capture(_:)`` when the folder can't be read.
  package var arePhotos: Bool {
    get throws(PipelineError) {
      if isRecording { return false }
      do { return try holdsPhotos() } catch { throw .capture(error) }
    }
  }

  private var isRecording: Bool {
    guard case .files(let settings) = self, let folder = try? FolderHandle(settings.path) else {
      return false
    }
    return RecordingFolder.isRecording(folder)
  }
}
