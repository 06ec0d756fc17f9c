import HostResources

/// Signs what a recorder finds when it opens a signed recording, and before it signs the end: pictures that are gone, or there without
/// a signature, and lines that were restored. It says so, and vouches for none of it.
enum SignedFindings {
  /// Notes what was deleted while it recorded: a list that anybody beside it could have written.
  static func noteDeleted(_ folder: FolderHandle, in log: SignedLog) throws(FileError) {
    try log.miss(try FrameList.deleted.read(folder).sorted())
  }

  /// Notes what the log doesn't have yet. Reads all of it, and the manifest.
  ///
  /// - Parameter folder: of the recording, whose lock the caller holds, after its repair.
  /// - Returns: the highest index of a signed picture; -1 without one.
  @discardableResult
  static func note(_ folder: FolderHandle, in log: SignedLog) throws(FileError) -> Int {
    var lines: [Int: String] = [:]
    var told = (gone: Set<Int>(), unsigned: Set<Int>())
    var first: Int?
    try folder.forEachLine(SignedLog.name) { bytes in
      guard let record = try? SignedRecord(bytes) else { return }
      switch record.what {
      case "run": first = first ?? record.first?.value
      case "picture", "restored": if let index = record.index?.value { lines[index] = record.line ?? "" }
      case "freed", "deleted", "missing": if record.segment == nil { told.gone.formUnion(record.indices) }
      case "unsigned": told.unsigned.formUnion(record.indices)
      default: break
      }
    }
    // Before anything is signed, nothing is missing.
    guard let first else { return -1 }
    var seen: Set<Int> = []
    var unsigned: [Int] = []
    let listed = try FrameList.deleted.read(folder)
    var missing = listed.filter { $0 >= first }
    if (folder.status(FileName(RecordingFolder.manifest))?.bytes ?? 0) > 0 {
      var manifest = try ManifestLines(folder)
      while let line = try manifest.next() {
        guard line.isWhole, let index = line.quickIndex ?? ManifestReader.index(of: line), index >= first
        else { continue }
        seen.insert(index)
        let isThere = folder.exists(FileName(frame: index))
        if !isThere { missing.insert(index) }
        guard let signed = lines[index] else {
          unsigned.append(index)
          continue
        }
        let plain = SignedLine.withoutMarks(line.bytes)
        if SHA256.of(plain) != signed, SignedLine.isRestored(plain) {
          try log.find(index, restored: plain.span)
        }
      }
    }
    missing.formUnion(lines.keys.filter { !seen.contains($0) })
    try log.miss(missing.subtracting(told.gone).sorted())
    try log.find(unsigned: unsigned.filter { !told.unsigned.contains($0) })
    return lines.keys.max() ?? -1
  }
}

/// A manifest's line as it was signed.
enum SignedLine {
  private static let recovered = Array("\"recovered\":true}".utf8)
  private static let marks = [",\"deleted\":true,\"lost\":true}", ",\"deleted\":true}"].map {
    Array($0.utf8)
  }

  /// A line as it was before its picture was deleted.
  static func withoutMarks(_ line: [UInt8]) -> [UInt8] {
    for mark in marks where line.suffix(mark.count).elementsEqual(mark) {
      return line.dropLast(mark.count) + [UInt8(ascii: "}")]
    }
    return line
  }

  /// Whether it was restored without what it said.
  static func isRestored(_ line: [UInt8]) -> Bool { line.suffix(recovered.count).elementsEqual(recovered) }
}

/// A signed segment that another goes on from.
package enum SignedFolder {
  /// Signs what is found there.
  ///
  /// - Returns: the end of its log.
  package static func settle(_ folder: FolderHandle, key: SigningKey) throws(FileError) -> String {
    let log = try SignedLog(folder, key: key)
    try SignedFindings.note(folder, in: log)
    return log.end
  }
}
