import Compositor
import HostResources
import PixelTypes

/// The photos of a recording, in its folder `photos`: what the shutter was pressed for, as the cameras sent it.
///
/// The photo of picture `000041.jpg` is `IMG_0042.jpg`. That is the first camera's; another camera's is
/// `IMG_0042_secondary.jpg`. With ``ShotPhotos/both`` the recorded picture is there too, as `IMG_0042-annotated.jpg`.
/// They are written before the picture itself, and are freed and deleted with it.
package struct PhotoFiles {
  /// The folder's name.
  package static let folder = "photos"
  private static let annotated = "-annotated"
  private static let folderName = FileName(folder)

  private let recording: FolderHandle
  /// Made for the first photo.
  private var folder: FolderHandle?
  private let isDurable: Bool

  /// - Parameters:
  ///   - recording: the recording's folder.
  ///   - durability: what survives a power cut; photos do, unless that is `none`.
  init(in recording: FolderHandle, durability: Durability) {
    self.recording = recording
    isDurable = durability != .none
  }

  /// Writes the photos of a picture.
  ///
  /// - Returns: the path of the first, relative to the recording.
  /// - Throws: `FileError`, with none of them left.
  mutating func write(_ picture: Picture, index: Int) throws(FileError) -> FileName? {
    guard let main = picture.photos.first else { return nil }
    if folder == nil { folder = try .creating(Self.folder, in: recording) }
    guard let folder else { return nil }
    do throws(FileError) {
      for photo in picture.photos {
        let isFirst = photo.camera == main.camera
        try write(photo.bytes.span, Self.name(index, isFirst ? "" : "_" + photo.camera), in: folder)
      }
      if picture.hasAnnotatedPhoto {
        try picture.withJPEG { bytes throws(FileError) in
          try write(bytes, Self.name(index, Self.annotated), in: folder)
        }
      }
    } catch {
      remove(index)
      throw error
    }
    return FileName(Self.path(index))
  }

  /// Each photo of a picture: its path relative to the recording's folder, and its bytes.
  static func forEach(_ picture: Picture, index: Int, _ body: (FileName, Span<UInt8>) -> Void) {
    guard let main = picture.photos.first else { return }
    for photo in picture.photos {
      let ending = photo.camera == main.camera ? "" : "_" + photo.camera
      body(FileName("\(folder)/\(name(index, ending))"), photo.bytes.span)
    }
    guard picture.hasAnnotatedPhoto else { return }
    picture.withJPEG { body(FileName("\(folder)/\(name(index, annotated))"), $0) }
  }

  private func write(_ bytes: Span<UInt8>, _ name: String, in folder: FolderHandle) throws(FileError) {
    let (temporary, final) = (FileName(".\(name).tmp"), FileName(name))
    let file = folder.openNew(temporary)
    guard file >= 0 else { throw folder.error(-file, temporary.text, isCreating: true) }
    var code = folder.write(bytes, to: file)
    if code == 0, isDurable { code = folder.synchronize(file) }
    let closed = SystemCall.close(file)
    if code == 0 { code = closed }
    // A file of somebody else's stays.
    if code == 0 { code = folder.renameNew(temporary, to: final) }
    guard code == 0 else {
      folder.remove(temporary)
      throw folder.error(code, "\(Self.folder)/\(name)", isCreating: true)
    }
  }

  /// Removes the photos of a picture that couldn't be written.
  func remove(_ index: Int) { _ = Self.free(index, from: recording) }

  // MARK: - Names

  private static func name(_ index: Int, _ ending: String) -> String {
    let number = "\(index + 1)"
    return "IMG_" + String(repeating: "0", count: max(0, 4 - number.utf8.count)) + number + ending + ".jpg"
  }

  /// Path of a picture's photo, relative to the recording's folder.
  package static func path(_ index: Int) -> String { "\(folder)/\(name(index, ""))" }

  /// The picture that a file in the folder belongs to; `nil` for any other name.
  package static func index(of name: String) -> Int? {
    guard name.hasPrefix("IMG_"), name.hasSuffix(".jpg") else { return nil }
    let rest = name.dropFirst(4).dropLast(4)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number > 0, PictureNumber.range.contains(number - 1),
      Self.name(number - 1, "") == "IMG_\(digits).jpg"
    else { return nil }
    let ending = rest.dropFirst(digits.count)
    let isOurs =
      ending.isEmpty || ending == annotated
      || (ending.first == "_" && CameraNames.objection(to: String(ending.dropFirst())) == nil)
    return isOurs ? number - 1 : nil
  }

  /// Whether this is the name of an unfinished photo.
  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(".tmp") && index(of: String(name.dropFirst().dropLast(4))) != nil
  }

  // MARK: - A recording's

  /// The photos of one picture, by their paths in the recording.
  package static func files(of index: Int, in recording: FolderHandle) -> [String] {
    guard recording.hasFolder(folderName) else { return [] }
    let endings = [""] + SourceFileWriter.cameras(in: recording).map { "_" + $0 } + [annotated]
    return endings.map { "\(folder)/\(name(index, $0))" }.filter { recording.exists(FileName($0)) }
  }

  /// Removes a picture's photos, if any.
  ///
  /// - Returns: the bytes freed.
  static func free(_ index: Int, from recording: FolderHandle) -> Int {
    files(of: index, in: recording).reduce(0) { sum, path in
      let bytes = recording.status(FileName(path))?.bytes ?? 0
      return recording.remove(FileName(path)) == 0 ? sum + bytes : sum
    }
  }

  /// Removes what a killed run left: unfinished photos, and those of the picture that it was about to write.
  ///
  /// - Returns: whether anything was removed.
  static func removeLeftovers(of next: Int, in recording: FolderHandle) throws(FileError) -> Bool {
    guard recording.hasFolder(folderName) else { return false }
    let photos = try FolderHandle(folder, in: recording)
    var found = false
    for name in try photos.names() where isTemporary(name) || index(of: name) == next {
      try photos.check(photos.remove(FileName(name)), name)
      found = true
    }
    return found
  }
}
