import HostResources
import JPEGCodec

/// Reads the cameras' own frames that were kept with a recording's pictures: beside them, or inside.
///
/// Keep one for many pictures: its memory is reused, and a picture is read once for all of its cameras.
package struct KeptFrameReader: ~Copyable {
  private var restorer = SourceRestorer()
  /// The picture that the restorer has read.
  private var last = ""
  /// Why it couldn't be.
  private var failure: FileError?
  /// Whether pictures of the last folder may have frames inside.
  private var keepsInside = false
  private var folder = ""

  package init() {}

  /// Reads a frame.
  ///
  /// - Parameters:
  ///   - index: the picture's number.
  ///   - camera: the camera's name.
  ///   - picture: the picture's file.
  ///   - folder: the recording's, or a segment's.
  ///   - isInside: whether its line says that it is inside: then nothing beside is taken for it.
  /// - Throws: `FileError.unfit(path:reason:)` if the picture should have it inside and doesn't give it back;
  ///   `FileError.io(path:reason:)` if it was kept neither beside nor inside.
  package mutating func read(
    _ index: Int, of camera: String, picture: String, in folder: FolderHandle,
    isInside: Bool = false
  ) throws(FileError) -> [UInt8] {
    // A file beside such a picture isn't the camera's frame, whoever put it there.
    guard try has(camera, inside: picture, index, of: folder, isInside: isInside) else {
      if isInside {
        throw .unfit(
          path: "\(folder.path)/\(picture)",
          reason: "no frame of the \(camera) is inside it, but its line says so")
      }
      do throws(FileError) { return try folder.read(SourceFileWriter.path(index, camera: camera)) } catch {
        guard keepsInside, !folder.exists(FileName(SourceFileWriter.path(index, camera: camera))) else {
          throw error
        }
        throw .unfit(
          path: "\(folder.path)/\(picture)", reason: "no frame of the \(camera) is inside it, nor beside it")
      }
    }
    let path = "\(folder.path)/\(picture)"
    guard let source = restorer.sources.first(where: { $0.camera == camera }) else { return [] }
    var frame: [UInt8] = []
    do { try restorer.restore(source, into: &frame) } catch { throw .unfit(path: path, reason: error.damage) }
    return frame
  }

  /// Whether a picture has a camera's frame inside; then the restorer has read it.
  private mutating func has(
    _ camera: String, inside picture: String, _ index: Int, of folder: FolderHandle, isInside: Bool
  ) throws(FileError) -> Bool {
    if self.folder != folder.path {
      (self.folder, last) = (folder.path, "")
      keepsInside = !RecordingFolder.camerasInside(folder).isEmpty
    }
    guard keepsInside else { return false }
    let path = "\(folder.path)/\(picture)"
    if last != path {
      (last, failure) = ("", nil)
      do {
        let bytes = try folder.read(picture)
        _ = try restorer.read(bytes.span)
      } catch let error as FileError { failure = error } catch {
        failure = .unfit(path: path, reason: (error as? JPEGError)?.damage ?? "\(error)")
      }
      last = path
    }
    // A picture that can't be read says nothing of a frame beside it.
    if let failure {
      if !isInside, folder.exists(FileName(SourceFileWriter.path(index, camera: camera))) { return false }
      throw failure
    }
    return restorer.sources.contains { $0.camera == camera }
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
