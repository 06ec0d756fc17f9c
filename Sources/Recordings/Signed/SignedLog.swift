import Foundation
import Glibc
import HostResources

/// `signed.jsonl`: what a recorder signs of a recording, a line for each act.
///
/// A picture's line has the digests of its files and of its line in the manifest; others say that a run begins or ends, and which
/// pictures were freed or deleted. Each line has the digest of the one before and a signature of all that stands before it (Ed25519, RFC
/// 8032), so that nothing can be changed, left out, moved or added by who hasn't the key. The manifest's own lines can't have it: a
/// picture that is deleted later gets a mark in its line.
package final class SignedLog {
  package static let name = "signed.jsonl"

  package let key: SigningKey
  private let folder: FolderHandle
  private let file: Int32
  /// Bytes of whole lines.
  private var length: Int
  /// Before the last line, to take it back.
  private var former: (length: Int, digest: [UInt8], isFirst: Bool)
  /// Of the last line.
  private var digest: [UInt8]
  private var isFirst: Bool
  private var line = JSONBytes(capacity: 2048)
  private var hash = SHA256()
  private var room = [UInt8](repeating: 0, count: SHA256.length)
  private var signature = [UInt8](repeating: 0, count: SigningKey.signatureLength)

  /// Opens the log, and removes a half line that a killed run left.
  ///
  /// - Throws: ``FileError/unfit(path:reason:)`` if it is signed by another key, or for a last line that is longer than any;
  ///   otherwise as for writing.
  package init(_ folder: FolderHandle, key: SigningKey) throws(FileError) {
    self.folder = folder
    self.key = key
    if let other = try SignedRecord.key(of: folder), other != key.publicKey.text {
      throw .unfit(
        path: "\(folder.path)/\(Self.name)",
        reason: "it is signed by another key, \(other); name that, or another folder")
    }
    file = folder.openToAppend(FileName(Self.name))
    guard file >= 0 else { throw folder.error(-file, Self.name, isCreating: true) }
    let bytes = folder.status(FileName(Self.name))?.bytes ?? 0
    let found = try Self.last(of: bytes, in: folder)
    (length, digest, isFirst) = (found.length, found.digest, found.length == 0)
    former = (length, digest, isFirst)
    if length < bytes { try folder.check(folder.truncate(file, to: length), Self.name) }
  }

  deinit { close(file) }

  /// Bytes of whole lines, and the digest of the last.
  private static func last(of bytes: Int, in folder: FolderHandle) throws(FileError) -> (
    length: Int, digest: [UInt8]
  ) {
    let none = [UInt8](repeating: 0, count: SHA256.length)
    guard bytes > 0 else { return (0, none) }
    let start = max(0, bytes - longest)
    let source = folder.openToRead(FileName(name))
    guard source >= 0 else { throw folder.error(-source, name, isCreating: false) }
    defer { close(source) }
    var tail = [UInt8](repeating: 0, count: bytes - start)
    let count = folder.read(source, at: start, into: &tail)
    if count < 0 { throw folder.error(Int32(-count), name, isCreating: false) }
    tail.removeLast(tail.count - count)
    let newline = UInt8(ascii: "\n")
    guard let end = tail.lastIndex(of: newline) else {
      if start == 0 { return (0, none) }
      throw .unfit(
        path: "\(folder.path)/\(name)", reason: "its last line is longer than any that dualcam writes")
    }
    let begin = tail[..<end].lastIndex(of: newline).map { $0 + 1 } ?? 0
    var hash = SHA256()
    var digest = none
    hash.update(tail[begin..<end].span)
    hash.finish(into: &digest)
    return (start + end + 1, digest)
  }

  private static let longest = 1 << 20

  /// The digest of the last whole line of a folder's log, in hexadecimal digits; `nil` without one.
  package static func end(of folder: FolderHandle) throws(FileError) -> String? {
    guard let bytes = folder.status(FileName(name))?.bytes else { return nil }
    let found = try last(of: bytes, in: folder)
    return found.length == 0 ? nil : SHA256.hexadecimal(found.digest[...])
  }

  // MARK: - Acts

  /// A run begins: what `session.json` is to hold, its first picture, and in a folder of segments the end of the one before.
  package func begin(session: [UInt8], first: Int, after: (segment: String, digest: String)?)
    throws(FileError)
  {
    try add("run") { log in
      log.line.member("key", log.key.publicKey.text)
      log.line.member("first", first)
      log.note("session", session.span)
      if let after {
        log.line.member("segment", after.segment)
        log.line.member("after", after.digest)
      }
    }
  }

  /// The description is written anew.
  package func describe(session: [UInt8]) throws(FileError) {
    try add("session") { $0.note("session", session.span) }
  }

  /// A run ends with this description, which is written next.
  ///
  /// - Parameter continues: whether the recorder goes on, in another run or segment.
  package func end(session: [UInt8], next: Int, continues: Bool) throws(FileError) {
    try add("end") { log in
      log.line.member("next", next)
      if continues { log.line.member("continues", true) }
      log.note("session", session.span)
    }
  }

  /// A picture is freed, and removed next.
  ///
  /// - Parameter segment: the one that it is in, if another.
  package func free(_ index: Int, segment: String?) throws(FileError) {
    try tell("freed", [index], segment)
  }

  /// Pictures are deleted by who has the key.
  package func delete(_ indices: [Int], segment: String? = nil) throws(FileError) {
    try tell("deleted", indices, segment)
  }

  /// Pictures were gone when the recorder looked, whoever removed them; it doesn't vouch for that.
  package func miss(_ indices: [Int], segment: String? = nil) throws(FileError) {
    try tell("missing", indices, segment)
  }

  /// Pictures were there without a signature when the recorder looked: in flight when it was stopped.
  package func find(unsigned indices: [Int]) throws(FileError) { try tell("unsigned", indices, nil) }

  /// A line was there that isn't as it was signed: restored after a stop, without what it said.
  package func find(_ index: Int, restored line: Span<UInt8>) throws(FileError) {
    try add("restored") { log in
      log.line.member("index", index)
      log.note("line", line)
    }
  }

  private func tell(_ what: StaticString, _ indices: [Int], _ segment: String?) throws(FileError) {
    // Lines stay short.
    for first in stride(from: 0, to: indices.count, by: 1000) {
      try add(what) { log in
        if let segment { log.line.member("segment", segment) }
        log.line.beginArray("pictures")
        for index in indices[first..<min(first + 1000, indices.count)] { log.line.value(index) }
        log.line.endArray()
      }
    }
  }

  /// A segment whose pictures are all freed is removed next, and its log with it: what that said of others is said again.
  package func remove(_ segment: String, _ folder: FolderHandle) throws(FileError) {
    guard folder.exists(FileName(Self.name)) else { return }
    var first: SignedRecord?
    var others: [SignedRecord] = []
    // With which a segment that goes on from it may begin: pictures may have been deleted since.
    var ends: [String] = []
    try folder.forEachLine(Self.name) { line in
      guard let record = try? SignedRecord(line) else { return }
      first = first ?? record
      if record.what == "picture" || record.what == "run" { ends = [] }
      ends.append(SHA256.of(Array(line)))
      if record.what != "run", record.segment != nil { others.append(record) }
    }
    for other in others where other.segment != segment {
      guard let name = other.segment else { continue }
      switch other.what {
      case "freed": try tell("freed", other.indices, name)
      case "deleted": try tell("deleted", other.indices, name)
      case "missing": try tell("missing", other.indices, name)
      case "removed":
        try removed(name, ends: other.ends ?? [], after: other.earlier.map { ($0, other.after ?? "") })
      default: break
      }
    }
    try removed(segment, ends: ends, after: first?.segment.map { ($0, first?.after ?? "") })
  }

  private func removed(_ segment: String, ends: [String], after: (String, String)?) throws(FileError) {
    try add("removed") { log in
      log.line.member("segment", segment)
      log.line.beginArray("ends")
      for end in ends { log.line.value(end) }
      log.line.endArray()
      if let after {
        log.line.member("earlier", after.0)
        log.line.member("after", after.1)
      }
    }
  }

  /// A picture with its files, before its line is written.
  ///
  /// - Parameters:
  ///   - line: without its end.
  ///   - files: notes each file by ``file(_:_:)``.
  package func picture(_ index: Int, line: Span<UInt8>, files: (SignedLog) -> Void) throws(FileError) {
    try add("picture") { log in
      log.line.member("index", index)
      log.note("line", line)
      log.line.beginArray("files")
      files(log)
      log.line.endArray()
    }
  }

  /// Notes a file of a picture: its path in the recording, and its bytes.
  package func file(_ path: FileName, _ bytes: Span<UInt8>) {
    line.beginObject()
    line.key("path")
    // Its letters need no escaping.
    line.string { $0.append(contentsOf: path.bytes.dropLast()) }
    note("sha256", bytes)
    line.endObject()
  }

  /// Takes the last line back: what it said didn't happen.
  package func takeBack() {
    _ = folder.truncate(file, to: former.length)
    (length, digest, isFirst) = former
  }

  /// The digest of the last line, in hexadecimal digits: what whoever continues elsewhere builds on.
  package var end: String { SHA256.hexadecimal(digest[...]) }

  /// Makes it survive a power cut.
  package func synchronize() throws(FileError) {
    try folder.check(folder.synchronize(file, dataOnly: true), Self.name)
  }

  // MARK: - Lines

  private func add(_ what: StaticString, _ body: (SignedLog) -> Void) throws(FileError) {
    line.removeAll()
    line.beginObject()
    line.member("what", what)
    body(self)
    if !isFirst {
      line.key("before")
      putHexadecimal(digest)
    }
    // What is signed is the line up to here.
    key.sign(line.bytes.span, into: &signature)
    line.key("signature")
    putHexadecimal(signature)
    line.endObject()
    former = (length, digest, isFirst)
    hash.update(line.bytes.span)
    hash.finish(into: &digest)
    line.newline()
    let code = folder.write(line.bytes.span, to: file)
    guard code == 0 else {
      takeBack()
      throw folder.error(code, Self.name, isCreating: false)
    }
    length += line.bytes.count
    isFirst = false
  }

  private func note(_ key: StaticString, _ bytes: Span<UInt8>) {
    line.key(key)
    put(bytes)
  }

  private func put(_ bytes: Span<UInt8>) {
    hash.update(bytes)
    hash.finish(into: &room)
    putHexadecimal(room)
  }

  private func putHexadecimal(_ bytes: [UInt8]) {
    line.string { text in
      for byte in bytes {
        for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 48 + digit : 87 + digit) }
      }
    }
  }
}
