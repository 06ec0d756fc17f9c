import HostResources
import JPEGCodec

/// Reads the cameras' own frames that were kept with a recording's pictures: beside them, or inside.
///
/// Keep one for many pictures: its memory is reused, and a picture is read once for all of its cameras.
package struct KeptFrameReader: ~Copyable {
  private var restorer = SourceRestorer()
  /// The picture that the restorer has read.
  private var last = ""

  package init() {}

  /// Reads a frame.
  ///
  /// - Parameters:
  ///   - index: the picture's number.
  ///   - camera: the camera's name.
  ///   - picture: the picture's file.
  ///   - folder: the recording's, or a segment's.
  /// - Throws: `FileError.unfit(path:reason:)` if the picture should have it inside and doesn't give it back;
  ///   `FileError.io(path:reason:)` if it was kept neither beside nor inside.
  package mutating func read(
    _ index: Int, of camera: String, picture: String, in folder: FolderHandle
  ) throws(FileError) -> [UInt8] {
    let missing: FileError
    do throws(FileError) { return try folder.read(SourceFileWriter.path(index, camera: camera)) } catch {
      missing = error
    }
    guard !folder.exists(FileName(SourceFileWriter.path(index, camera: camera))) else { throw missing }
    let path = "\(folder.path)/\(picture)"
    if last != path {
      last = ""
      guard let bytes = try? folder.read(picture) else { throw missing }
      do { _ = try restorer.read(bytes.span) } catch { throw .unfit(path: path, reason: error.damage) }
      last = path
    }
    guard let source = restorer.sources.first(where: { $0.camera == camera }) else { throw missing }
    var frame: [UInt8] = []
    do { try restorer.restore(source, into: &frame) } catch { throw .unfit(path: path, reason: error.damage) }
    return frame
  }
}

extension JPEGError {
  /// What is wrong, as a clause about the file.
  package var damage: String { if case .malformed(let reason) = self { reason } else { "\(self)" } }
}

extension RecordingFolder {
  /// Whether frames may have been kept with the pictures of a recording without segments, or of a segment.
  package static func keepsFrames(_ folder: FolderHandle) -> Bool {
    folder.hasFolder(FileName(sources)) || !camerasInside(folder).isEmpty
  }

  /// The cameras whose frames may be inside pictures, by the description; those of raw frames can't.
  static func camerasInside(_ folder: FolderHandle) -> [String] {
    let runs = ((try? SessionFile.read(folder))?.runs ?? []).filter { $0.settings.keepSource == .inside }
    var cameras: [String] = []
    for source in runs.flatMap(\.sources) where source.negotiated?.format ?? "mjpeg" == "mjpeg" {
      if !cameras.contains(source.id) { cameras.append(source.id) }
    }
    return cameras
  }
}
