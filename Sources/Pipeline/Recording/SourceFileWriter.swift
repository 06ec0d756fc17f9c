import Glibc

/// Writes the cameras' own frames of a picture into a recording's folder `sources`.
///
/// Picture 42 has `000042.primary.jpg`, `000042.secondary.jpg` and `000042.ink.pbm` there, written before the picture
/// itself: a picture with a line has all of its files. What a killed run left under a number is replaced.
struct SourceFileWriter {
  private static let endings: [StaticString] = [
    ".primary.jpg", ".secondary.jpg", ".third.jpg", ".fourth.jpg", ".ink.pbm",
  ]
  private static let ink = endings.count - 1

  private let folder: FolderHandle
  private var name = FileName()

  /// - Parameter recording: the recording's folder.
  init(in recording: String) throws(PipelineError) {
    folder = try FolderHandle.creating("\(recording)/\(RecordingFolder.sources)")
  }

  /// - Parameter index: of the picture.
  mutating func write(_ copies: SourceCopies, index: Int) throws(PipelineError) {
    for camera in copies.frames.indices.prefix(Self.ink) where !copies.frames[camera].isEmpty {
      try write(copies.frames[camera], index, Self.endings[camera])
    }
    try write(copies.ink, index, Self.endings[Self.ink])
  }

  private mutating func write(
    _ bytes: [UInt8], _ index: Int, _ ending: StaticString
  ) throws(PipelineError) {
    name.setFrame(index, ending: ending)
    folder.remove(name)
    let file = folder.openNew(name)
    guard file >= 0 else {
      throw FolderHandle.error(-file, path: "\(folder.path)/\(name.text)", isCreating: true)
    }
    var code = folder.write(bytes.span, to: file)
    if close(file) != 0 && code == 0 && errno != EINTR { code = errno }
    guard code == 0 else {
      folder.remove(name)
      throw FolderHandle.error(code, path: "\(folder.path)/\(name.text)", isCreating: false)
    }
  }

  /// Removes what is kept of a deleted picture; there may be nothing.
  static func remove(_ index: Int, from recording: FolderHandle) {
    for ending in endings { recording.remove(FileName(path(index, "\(ending)"))) }
  }

  /// Removes what is kept of a freed picture.
  ///
  /// - Returns: the bytes of it.
  static func free(_ index: Int, from recording: FolderHandle) -> Int {
    var bytes = 0
    for ending in endings {
      let name = FileName(path(index, "\(ending)"))
      guard let status = recording.status(name) else { continue }
      if recording.remove(name) == 0 { bytes += status.bytes }
    }
    return bytes
  }

  /// From the recording's folder.
  private static func path(_ index: Int, _ ending: String) -> String {
    var name = FileName()
    name.setFrame(index, ending: "")
    return "\(RecordingFolder.sources)/\(name.text)\(ending)"
  }

  /// Where a camera's frame is kept, from the recording's folder.
  static func path(_ index: Int, camera: String) -> String { path(index, ".\(camera).jpg") }

  /// Where the map of the ink is kept, from the recording's folder.
  static func inkPath(_ index: Int) -> String { path(index, "\(endings[ink])") }
}
