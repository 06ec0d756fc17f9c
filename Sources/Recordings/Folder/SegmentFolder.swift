import Glibc
import HostResources

/// When a recording continues in a new folder.
package enum SegmentLength: Sendable, Equatable {
  /// After this much time, according to the pictures' times.
  case duration(Duration)
  /// After this many bytes of pictures.
  case bytes(Int)
}

/// A folder of segments, `000000/`, `000001/` …, each a complete recording. Numbers continue after a restart and are
/// never reused.
package final class SegmentFolder {
  package let handle: FolderHandle
  /// Numbers of the existing segments, ascending.
  package private(set) var numbers: [Int]
  /// The repairs of what a killed run left, one sentence each.
  package private(set) var repairs: [String] = []
  // Freed segments; the file is created with the first.
  private var freed = FreedMark()
  private var mark: FreedMarkFile?
  private let isDurable: Bool

  /// Creates the folder if missing, and locks it against other writers.
  ///
  /// - Throws: `FileError.misused(reason:)` when the folder holds a recording without segments;
  ///   `FileError.busy(path:reason:)`; otherwise as for writing.
  package init(_ path: String, durability: Durability) throws(FileError) {
    handle = try FolderHandle.creating(path)
    isDurable = durability != .none
    try handle.lock()
    if RecordingFolder.isRecording(handle) {
      throw .misused(
        reason: "\(path) holds a recording without segments: leave out --segment, or name another folder")
    }
    numbers = try Self.numbers(handle)
    freed = try FreedMark.read(handle) ?? FreedMark()
    for name in try handle.names() where Self.isDoomed(name) {
      if empty(name) { repairs.append("removed the rest of the freed segment \(name)") }
    }
    try removeUnfinished(in: handle)
    for number in numbers.dropLast() { try removeUnfinished(in: open(number), "\(Self.name(number)): ") }
    if let last = numbers.last { try repair(last) }
  }

  /// The number of the segment to begin now: the last one if it has no pictures yet, else the next.
  package var next: Int {
    guard let last = numbers.last else { return freed.before }
    return max(isUnused(last) ? last : last + 1, freed.before)
  }

  package func path(_ number: Int) -> String { "\(handle.path)/\(Self.name(number))" }

  /// Opens a segment's folder, creating it unless a stopped run already has.
  package func make(_ number: Int) throws(FileError) -> FolderHandle {
    guard PictureNumber.range.contains(number) else {
      throw .cannotCreate(path: path(number), reason: "there are no segment numbers left")
    }
    let segment = try FolderHandle.creating(Self.name(number), in: handle)
    if numbers.last != number { numbers.append(number) }
    return segment
  }

  /// Opens the folder of an existing segment.
  package func open(_ number: Int) throws(FileError) -> FolderHandle {
    try FolderHandle(Self.name(number), in: handle)
  }

  /// Removes a segment whose pictures were all freed. Renames it first, so that it exists completely or not at all. Foreign
  /// files keep its folder from being removed.
  package func removeIfEmpty(_ number: Int) throws(FileError) {
    guard number != numbers.last else { return }
    let segment = try open(number)
    let names = try segment.names()
    guard names.allSatisfy(Self.isOwn) else { return }
    let pictures = try FreedMark.read(segment)?.pictures ?? 0
    if mark == nil { mark = try FreedMarkFile(handle, isDurable: isDurable) }
    freed = FreedMark(before: max(freed.before, number + 1), pictures: freed.pictures + pictures)
    try mark?.write(freed)
    let name = Self.name(number)
    let doomed = ".\(name).tmp"
    try handle.check(handle.rename(FileName(name), to: FileName(doomed)), name)
    numbers.removeAll { $0 == number }
    // Before removing any of its files: a power cut must not leave a segment under its name without its marks.
    if isDurable { _ = handle.synchronize() }
    // A fault that passes leaves nothing behind; what stays is removed at the next start.
    if !empty(doomed) { _ = empty(doomed) }
  }

  // MARK: - Names

  package static func name(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  package static func number(of name: String) -> Int? {
    guard name.utf8.count >= 6, name.utf8.count <= 18, let number = Int(name), number >= 0,
      Self.name(number) == name
    else { return nil }
    return number
  }

  /// The segments in a folder, ascending.
  package static func numbers(_ handle: FolderHandle) throws(FileError) -> [Int] {
    try handle.names().compactMap { name in
      number(of: name).flatMap { handle.hasFolder(FileName(name)) ? $0 : nil }
    }.sorted()
  }

  /// The folders that hold a recording's pictures: its segments, or itself.
  ///
  /// - Throws: `FileError.unfit(path:reason:)` for a folder that isn't a recording.
  package static func parts(of handle: FolderHandle) throws(FileError) -> [FolderHandle] {
    guard isSegmented(handle) else {
      try RecordingFolder.check(handle)
      return [handle]
    }
    var parts: [FolderHandle] = []
    for number in try numbers(handle) { parts.append(try FolderHandle(name(number), in: handle)) }
    return parts
  }

  /// Whether a folder holds segments.
  package static func isSegmented(_ handle: FolderHandle) -> Bool {
    guard !RecordingFolder.isRecording(handle) else { return false }
    return ((try? numbers(handle)) ?? []).contains { number in
      guard let child = try? FolderHandle(name(number), in: handle) else { return false }
      return RecordingFolder.isRecording(child)
    }
  }

  /// Why a folder isn't a recording, and what to name instead.
  package static func hint(_ handle: FolderHandle) -> String {
    guard isSegmented(handle), let last = (try? numbers(handle))?.last else {
      return "no recording: \(RecordingFolder.manifest) is missing"
    }
    return "it holds a recording in segments: name one of them, such as \(handle.path)/\(name(last))"
  }

  /// Whether this is the name of a segment being removed.
  package static func isDoomed(_ name: String) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(".tmp") && number(of: String(name.dropFirst().dropLast(4))) != nil
  }

  private static let leftovers =
    RecordingFolder.ownFiles + [
      ScreenLog.name, ".kept.lock",
    ] + folders
  private static let folders = [RecordingFolder.sources, PhotoFiles.folder, NamedPictures.folder]

  private static func isOwn(_ name: String) -> Bool { leftovers.contains(name) }

  // MARK: - Parts

  private func isUnused(_ number: Int) -> Bool {
    guard let segment = try? open(number) else { return false }
    guard let names = try? segment.names(), !names.contains(where: { FileName.frameIndex(of: $0) != nil })
    else { return false }
    return (segment.status(FileName(RecordingFolder.manifest))?.bytes ?? 0) == 0
  }

  private func repair(_ number: Int) throws(FileError) {
    let segment = try open(number)
    guard RecordingFolder.isRecording(segment) else { return }
    try segment.lock()
    for repair in try RecordingFolder.repair(segment, afterCut: Self.wasStopped(segment)).repairs {
      repairs.append("\(Self.name(number)): \(repair)")
    }
  }

  /// Removes what was left when something was killed while it freed, kept or deleted pictures. Nothing else changes in
  /// segments before the last, so their names needn't be read.
  private func removeUnfinished(in folder: FolderHandle, _ prefix: String = "") throws(FileError) {
    for name in RecordingFolder.ownFiles.map({ ".\($0).tmp" }) where folder.status(FileName(name)) != nil {
      // Whoever changes a list now has this lock.
      try folder.lockLists()
      let code = folder.remove(FileName(name))
      folder.unlockLists()
      if code == 0 { repairs.append("\(prefix)removed the unfinished \(name)") }
    }
  }

  private static func wasStopped(_ segment: FolderHandle) -> Bool {
    guard let session = try? SessionFile.read(segment) else { return false }
    return session.totals == nil
  }

  /// Removes a folder and the segment's files in it; returns whether it is gone.
  private func empty(_ name: String) -> Bool {
    guard let folder = try? FolderHandle(name, in: handle), let names = try? folder.names() else {
      return false
    }
    for inner in Self.folders {
      guard let handle = try? FolderHandle(inner, in: folder), let files = try? handle.names() else {
        continue
      }
      for file in files { handle.remove(FileName(file)) }
      _ = folder.removeFolder(FileName(inner))
    }
    // After a power cut, freed pictures may reappear, even in a segment that had none left.
    for file in names where Self.isOwn(file) || FileName.frameIndex(of: file) != nil {
      folder.remove(FileName(file))
    }
    return handle.removeFolder(FileName(name)) == 0
  }
}
