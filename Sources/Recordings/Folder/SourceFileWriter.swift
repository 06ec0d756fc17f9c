import Compositor
import Glibc
import HostResources
import PixelTypes

/// Writes the cameras' own frames of a picture into a recording's folder `sources`.
///
/// Picture 42 has `000042.primary.jpg`, `000042.secondary.jpg` and `000042.ink.pbm` there, written before the picture
/// itself, each under a temporary name first: a picture with a line has all of its files, complete. The next start removes
/// what a killed run leaves.
package struct SourceFileWriter {
  private static let ink = ".ink.pbm"

  private let folder: FolderHandle
  private var takesOver = false
  private var temporary = FileName()
  private var final = FileName()
  // One for each of the cameras.
  private var endings: (cameras: [String], texts: [String]) = ([], [])

  /// - Parameter recording: the recording's folder.
  package init(in recording: FolderHandle) throws(FileError) {
    folder = try FolderHandle.creating(RecordingFolder.sources, in: recording)
  }

  /// - Parameter folder: where the files go themselves.
  init(into folder: FolderHandle) {
    self.folder = folder
    // What a killed one left under this name is in nobody's way.
    takesOver = true
  }

  /// Writes a camera's frame of one picture.
  mutating func write(_ frame: [UInt8], index: Int, camera: String) throws(FileError) {
    try write(frame, index, Self.ending(camera)) { false }
  }

  /// Writes the files of one picture.
  ///
  /// - Parameters:
  ///   - copies: the cameras' frames and the map of the ink.
  ///   - index: of the picture.
  ///   - freeing: called when no further file can be opened; closes some, and returns whether it did.
  package mutating func write(
    _ copies: SourceCopies, index: Int, freeing: () throws(FileError) -> Bool
  ) throws(FileError) {
    if copies.cameras != endings.cameras { endings = (copies.cameras, copies.cameras.map(Self.ending)) }
    for camera in copies.frames.indices where !copies.frames[camera].isEmpty {
      try write(copies.frames[camera], index, endings.texts[camera], freeing)
    }
    if !copies.ink.isEmpty { try write(copies.ink, index, Self.ink, freeing) }
  }

  private mutating func write(
    _ bytes: [UInt8], _ index: Int, _ ending: String, _ freeing: () throws(FileError) -> Bool
  ) throws(FileError) {
    temporary.setFrame(index, ending: ending, isTemporary: true)
    final.setFrame(index, ending: ending)
    if takesOver { folder.remove(temporary) }
    var file = folder.openNew(temporary)
    if PendingGroup.isOutOfFiles(file), try freeing() { file = folder.openNew(temporary) }
    guard file >= 0 else {
      throw folder.error(-file, temporary.text, isCreating: true)
    }
    var code = folder.write(bytes.span, to: file)
    let closed = SystemCall.close(file)
    if code == 0 { code = closed }
    if code == 0 { code = folder.rename(temporary, to: final) }
    guard code == 0 else {
      folder.remove(temporary)
      throw folder.error(code, final.text, isCreating: false)
    }
  }

  /// Removes the files of a picture that couldn't be written.
  package mutating func remove(_ index: Int) {
    for ending in endings.texts + [Self.ink] {
      final.setFrame(index, ending: ending)
      folder.remove(final)
    }
  }

  /// Removes what a killed run left: unfinished files, and files of a picture that was never written.
  ///
  /// - Parameters:
  ///   - next: the index of the next picture.
  ///   - recording: the recording's folder.
  /// - Returns: whether anything was removed.
  package static func removeLeftovers(from next: Int, in recording: FolderHandle) throws(FileError) -> Bool {
    guard recording.hasFolder(FileName(RecordingFolder.sources)) else { return false }
    let folder = try FolderHandle(RecordingFolder.sources, in: recording)
    var found = false
    for name in try folder.names() where isTemporary(name) || index(of: name).map({ $0 >= next }) ?? false {
      try folder.check(folder.remove(FileName(name)), name)
      found = true
    }
    return found
  }

  /// The picture a file belongs to; `nil` for any other name.
  package static func index(of name: String) -> Int? {
    if name.hasSuffix(ink) { return FileName.frameIndex(of: name.dropLast(ink.utf8.count) + ".jpg") }
    guard let camera = camera(of: name) else { return nil }
    return FileName.frameIndex(of: name.dropLast(ending(camera).utf8.count) + ".jpg")
  }

  /// The camera whose frame a file holds; `nil` for any other name.
  package static func camera(of name: String) -> String? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2] == "jpg", CameraNames.objection(to: String(parts[1])) == nil else {
      return nil
    }
    return String(parts[1])
  }

  private static func ending(_ camera: String) -> String { ".\(camera).jpg" }

  /// The cameras that may have files here, in the recording's order.
  package static func cameras(in recording: FolderHandle) -> [String] {
    // A damaged description names none, and most have the usual names.
    let named = ((try? SessionFile.read(recording))?.runs ?? []).flatMap { $0.sources.map(\.id) }
    var cameras: [String] = []
    for name in named + CameraNames.usual
    where !cameras.contains(name) && CameraNames.objection(to: name) == nil {
      cameras.append(name)
    }
    return cameras
  }

  /// The endings of all files that a recording's pictures may have here.
  package static func endings(in recording: FolderHandle) -> [String] {
    cameras(in: recording).map(ending) + [ink]
  }

  /// Whether this is the name of an unfinished file.
  package static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(".tmp")
      && index(of: PackedPicture.jpegName(String(name.dropFirst().dropLast(4)))) != nil
  }

  /// Removes a picture's files, if any.
  ///
  /// - Parameter endings: the recording's.
  /// - Returns: the bytes freed.
  package static func free(_ index: Int, _ endings: [String], from recording: FolderHandle) -> Int {
    var bytes = 0
    for ending in endings {
      let name = FileName(path(index, ending))
      guard let status = recording.status(name) else { continue }
      if recording.remove(name) == 0 { bytes += status.bytes }
    }
    return bytes
  }

  /// Relative to the recording's folder.
  private static func path(_ index: Int, _ ending: String) -> String {
    var name = FileName()
    name.setFrame(index, ending: "")
    return "\(RecordingFolder.sources)/\(name.text)\(ending)"
  }

  /// Each file of a picture's sources: its path relative to the recording's folder, and its bytes.
  static func forEach(_ copies: SourceCopies, index: Int, _ body: (FileName, Span<UInt8>) -> Void) {
    if !copies.ink.isEmpty { body(FileName(inkPath(index)), copies.ink.span) }
    for (camera, frame) in zip(copies.cameras, copies.frames) where !frame.isEmpty {
      body(FileName(path(index, camera: camera)), frame.span)
    }
  }

  /// Path of a camera's kept frame, relative to the recording's folder.
  package static func path(_ index: Int, camera: String) -> String { path(index, ending(camera)) }

  /// Path of the map of the ink, relative to the recording's folder.
  package static func inkPath(_ index: Int) -> String { path(index, ink) }
}
