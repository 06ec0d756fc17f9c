import Compositor
import Glibc
import HostResources

/// A recording's pictures of photos under their photos' names, in its folder `named`: hard links, which take no room.
///
/// The picture of `IMG_0001.HEIC` is `named/IMG_0001.jpg`; where two photos would have one name, the second is
/// `IMG_0001-2.jpg`. A link is made before the picture gets its number, so a picture with a number has its name, and repairing
/// removes one that a killed run left with the unfinished picture. Links are freed and deleted with their pictures.
package struct NamedPictures {
  /// The folder's name.
  package static let folder = "named"
  private static let endings: Set<String> = ["jpg", "jpeg", "jpe"]

  private let recording: FolderHandle
  /// Made for the first photo.
  private var folder: FolderHandle?
  private(set) var unnamed = (count: 0, reason: "")
  /// Of photos that share a name, the number that the last one got.
  private var numbers: [String: Int] = [:]

  init(in recording: FolderHandle) { self.recording = recording }

  /// Links a picture that is complete.
  ///
  /// - Parameters:
  ///   - file: the picture's, in the recording's folder.
  ///   - photo: the photo's name.
  /// - Returns: the link's name in the folder; `nil` where there can't be one, which counts as unnamed.
  /// - Throws: `FileError` on a full or broken disk.
  mutating func link(_ file: FileName, as photo: String) throws(FileError) -> FileName? {
    do throws(FileError) {
      if folder == nil { folder = try .creating(Self.folder, in: recording) }
    } catch {
      if case .noRoom = error { throw error }
      unnamed = (unnamed.count + 1, error.reason)
      return nil
    }
    // Of a name that Swift takes for one character with what follows the slash.
    guard let folder, !photo.utf8.contains(UInt8(ascii: "/")) else { return nil }
    for number in (numbers[photo] ?? 1)... {
      let name = FileName(Self.name(photo, number))
      let code = recording.link(file, to: name, in: folder)
      switch code {
      case 0:
        if number > 1 { numbers[photo] = number }
        return name
      case EEXIST: continue
      case ENOSPC, EDQUOT, EIO, EROFS: throw folder.error(code, name.text, isCreating: true)
      default:
        // No links on this file system or from here, a name that it doesn't take, a folder that somebody removed.
        unnamed = (unnamed.count + 1, SystemCall.text(code))
        return nil
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
    guard var links = recording.linkCount(picture), links > 1, recording.hasFolder(FileName(folder)),
      let named = try? FolderHandle(folder, in: recording), let names = try? named.names(isAsStored: true)
    else { return }
    for name in names.lazy.map({ FileName($0) }) where recording.isSameFile(picture, as: name, in: named) {
      named.remove(name, isAsStored: true)
      links -= 1
      if links == 1 { return }
    }
  }

  /// Whether a picture has a name here, which packing it would part it from.
  package static func hasName(_ picture: FileName, in recording: FolderHandle) -> Bool {
    recording.linkCount(picture) ?? 1 > 1 && recording.hasFolder(FileName(folder))
  }
}
