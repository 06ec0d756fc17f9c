import Compositor
import Glibc
import HostResources

/// A recording's pictures of photos under their photos' names, in its folder `named`: hard links, which take no room.
///
/// The picture of `IMG_0001.HEIC` is `named/IMG_0001.jpg`; where two photos would have one name, the second is
/// `IMG_0001-2.jpg`. A link is made before the picture gets its number, so a killed run leaves at most one without a number,
/// which the next gives to that photo again. Links are freed and deleted with their pictures.
package struct NamedPictures {
  /// The folder's name.
  package static let folder = "named"
  private static let endings: Set<String> = ["jpg", "jpeg", "jpe"]

  private let recording: FolderHandle
  /// Made for the first photo.
  private var folder: FolderHandle?
  private(set) var unnamed = (count: 0, reason: "")

  init(in recording: FolderHandle) { self.recording = recording }

  /// Links a picture that is complete.
  ///
  /// - Parameters:
  ///   - file: the picture's, in the recording's folder.
  ///   - photo: the photo's name.
  /// - Returns: the link's name in the folder; `nil` where there can't be one, which counts as unnamed.
  /// - Throws: `FileError`.
  mutating func link(_ file: FileName, as photo: String) throws(FileError) -> FileName? {
    if folder == nil { folder = try .creating(Self.folder, in: recording) }
    guard let folder else { return nil }
    for number in 1... {
      let name = FileName(Self.name(photo, number))
      // One without a number is a killed run's.
      if folder.linkCount(name) == 1 { folder.remove(name, isAsStored: true) }
      let code = recording.link(file, to: name, in: folder)
      switch code {
      case 0: return name
      case EEXIST: continue
      // No links on this file system, or not from here: docs.kernel.org/userspace-api/landlock.html before its second version.
      case EPERM, EOPNOTSUPP, ENOSYS, EXDEV, EMLINK, ENAMETOOLONG:
        unnamed = (unnamed.count + 1, SystemCall.text(code))
        return nil
      default: throw folder.error(code, name.text, isCreating: true)
      }
    }
    return nil
  }

  /// Takes a link back whose picture couldn't be written.
  func remove(_ name: FileName) { folder?.remove(name, isAsStored: true) }

  /// The name that a photo's picture gets, a JPEG's.
  static func name(_ photo: String, _ number: Int) -> String {
    let dot = photo.lastIndex(of: ".").flatMap { $0 == photo.startIndex ? nil : $0 } ?? photo.endIndex
    let ending = photo[dot...]
    let isJPEG = endings.contains(ending.dropFirst().lowercased())
    return photo[..<dot] + (number == 1 ? "" : "-\(number)") + (isJPEG ? ending : ".jpg")
  }

  /// Removes the links to a picture that is about to be removed.
  static func free(_ picture: FileName, from recording: FolderHandle) {
    guard recording.linkCount(picture) ?? 0 > 1, recording.hasFolder(FileName(folder)),
      let named = try? FolderHandle(folder, in: recording), let names = try? named.names(isAsStored: true)
    else { return }
    for name in names.lazy.map({ FileName($0) }) where recording.isSameFile(picture, as: name, in: named) {
      named.remove(name, isAsStored: true)
    }
  }
}
