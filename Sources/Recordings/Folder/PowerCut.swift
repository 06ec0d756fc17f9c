import Glibc
import HostResources

/// Repairs a recording whose run never finished: after a power cut the last lines may name pictures that
/// never reached the disk.
///
/// Checks lines backwards from the end until it finds a long run of complete pictures. Marks a lost picture in its
/// line, `"deleted":true,"lost":true`, so that its number isn't reused and the loss is on record.
package struct PowerCut {
  // Complete pictures in a row that end the search: more than a kernel delays in the slowest recording, and quick to check.
  private static let enough = 256
  // The most lines to check: a few minutes at 30 a second.
  private static let most = 8192

  private struct Line {
    var index: Int
    var number: Int
    var isDeleted: Bool
  }

  private var lines: [Line] = []
  private var start = 0
  private let deleted: Set<Int>

  /// - Parameter deleted: frames whose pictures were deleted but whose lines aren't marked.
  package init(deleted: Set<Int>) { self.deleted = deleted }

  /// Notes a complete line; call in order.
  package mutating func note(_ line: ManifestLines.Line, index: Int) {
    let isDeleted =
      DeletedFrames.isMarked(line) || Self.isMarked(line)
      || deleted.contains(index)
    let noted = Line(index: index, number: line.number, isDeleted: isDeleted)
    if lines.count < Self.most {
      lines.append(noted)
    } else {
      lines[start] = noted
      start = (start + 1) % Self.most
    }
  }

  /// Whether a line says that its picture was lost.
  static func isMarked(_ line: ManifestLines.Line) -> Bool {
    line.bytes.suffix(lostEnding.count).elementsEqual(lostEnding)
  }

  private static let member = "\"deleted\":true,\"lost\":true"
  private static let lostEnding = Array("\(member)}".utf8)

  /// Marks the lines of lost pictures and removes their remains.
  ///
  /// - Returns: the number of lost pictures.
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
    let numbers = Set(lost.map(\.number))
    try ManifestMarks.add(Self.member, in: folder) { numbers.contains($0.number) }
    for line in lost {
      NamedPictures.free(FileName(frame: line.index), from: folder)
      folder.remove(FileName(frame: line.index))
    }
    return lost.count
  }

  /// Whether a frame's file exists and starts and ends as a JPEG.
  package static func isWhole(_ index: Int, _ folder: FolderHandle) -> Bool {
    let name = FileName(frame: index)
    let file = folder.openToRead(name)
    guard file >= 0 else { return false }
    defer { close(file) }
    guard let bytes = folder.status(name)?.bytes, bytes > 4 else { return false }
    var ends = [UInt8](repeating: 0, count: 2)
    guard folder.read(file, at: 0, into: &ends) == 2, ends == [0xFF, 0xD8] else { return false }
    return folder.read(file, at: bytes - 2, into: &ends) == 2 && ends == [0xFF, 0xD9]
  }
}
