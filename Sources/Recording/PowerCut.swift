import Glibc
import HostResources

/// Puts a recording in order whose run never came to its end: after a power cut the last lines may name pictures that
/// never reached the disk.
///
/// Lines are told from the end backwards until a long run of whole pictures was seen. A picture that is lost is marked so
/// in its line, `"deleted":true,"lost":true`: its number isn't used again, and the loss is on record.
package struct PowerCut {
  // Pictures in a row that end the search: more than a kernel holds back of the slowest recording, and quickly looked at.
  private static let enough = 256
  // Lines that are looked at in all: a few minutes at 30 a second.
  private static let most = 8192

  private struct Line {
    var index: Int
    var number: Int
    var isDeleted: Bool
  }

  private var lines: [Line] = []
  private var start = 0

  /// Takes a whole line, in order.
  package mutating func note(_ line: ManifestLines.Line, index: Int) {
    let ending = Array("\"deleted\":true}".utf8)
    let isDeleted =
      line.bytes.suffix(ending.count).elementsEqual(ending)
      || line.bytes.suffix(Self.lostEnding.count).elementsEqual(Self.lostEnding)
    let noted = Line(index: index, number: line.number, isDeleted: isDeleted)
    if lines.count < Self.most {
      lines.append(noted)
    } else {
      lines[start] = noted
      start = (start + 1) % Self.most
    }
  }

  private static let member = "\"deleted\":true,\"lost\":true"
  private static let lostEnding = Array("\(member)}".utf8)

  /// Marks the lines of pictures that are lost, and removes what is left of these.
  ///
  /// - Returns: how many.
  package func repair(_ folder: FolderHandle) throws(FileError) -> Int {
    let freed = try FreedMark.read(folder)?.before ?? 0
    var lost: [Line] = []
    var whole = 0
    for position in stride(from: lines.count - 1, through: 0, by: -1) {
      let line = lines[(start + position) % lines.count]
      if line.isDeleted || line.index < freed { continue }
      if Self.isWhole(line.index, folder) {
        whole += 1
        if whole == Self.enough { break }
      } else {
        whole = 0
        lost.append(line)
      }
    }
    guard !lost.isEmpty else { return 0 }
    try folder.replace(
      RecordingFolder.manifest,
      with: ManifestMarks.adding(Self.member, to: Set(lost.map(\.number)), in: folder))
    var name = FileName()
    for line in lost {
      name.setFrame(line.index, isTemporary: false)
      folder.remove(name)
    }
    return lost.count
  }

  /// Whether a frame's file is there and starts and ends as a JPEG.
  package static func isWhole(_ index: Int, _ folder: FolderHandle) -> Bool {
    var name = FileName()
    name.setFrame(index, isTemporary: false)
    let file = folder.openToRead(name)
    guard file >= 0 else { return false }
    defer { close(file) }
    guard let bytes = folder.status(name)?.bytes, bytes > 4 else { return false }
    var ends = [UInt8](repeating: 0, count: 2)
    guard folder.read(file, at: 0, into: &ends) == 2, ends == [0xFF, 0xD8] else { return false }
    return folder.read(file, at: bytes - 2, into: &ends) == 2 && ends == [0xFF, 0xD9]
  }
}
