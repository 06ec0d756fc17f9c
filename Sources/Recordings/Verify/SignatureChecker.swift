import Foundation
import HostResources

/// Checks what is signed of a recording: that its log is whole, that files and lines are as it says, and that it has all of them.
///
/// Goes from segment to segment, as each log goes on from the one before.
struct SignatureChecker {
  /// Whose signatures count; `nil` for whoever the log itself names.
  let expected: PublicKey?
  /// What was found in all segments so far.
  private(set) var signed = SignatureReport()
  /// The segment before, and what its log may have ended with: pictures may have been deleted since.
  private var before: (name: String, ends: [String])?
  /// What the logs of all segments say of others.
  private var told = Told()

  init(_ key: PublicKey?) { expected = key }

  /// What is said of segments.
  private struct Told {
    /// Pictures that may be gone, and those of which nobody knows why.
    var gone: [String: Set<Int>] = [:]
    var missing: [String: Set<Int>] = [:]
    /// Segments that were removed: what their logs may have ended with, and what those went on from.
    var removed: [String: (ends: [String], earlier: String?, after: String?)] = [:]
  }

  /// Notes what the logs of segments say of others.
  mutating func prepare(_ segments: [FolderHandle]) {
    for folder in segments where folder.exists(FileName(SignedLog.name)) {
      var ignored = VerificationFindings()
      guard let log = try? Log(folder, expected, &ignored) else { continue }
      told.gone.merge(log.told.gone.filter { $0.key != "" }) { $0.union($1) }
      told.missing.merge(log.told.missing.filter { $0.key != "" }) { $0.union($1) }
      told.removed.merge(log.told.removed) { one, _ in one }
    }
  }

  /// Checks a recording's folder, or one segment.
  ///
  /// - Parameters:
  ///   - name: the segment's; `nil` of a recording without.
  ///   - entries: the lines of its manifest.
  mutating func check(
    _ folder: FolderHandle, name: String?, entries: [RecordingIndex.Entry],
    _ findings: inout VerificationFindings
  ) throws(FileError) {
    guard folder.exists(FileName(SignedLog.name)) else {
      signed.unsigned += entries.count { $0.isPresent }
      // Nothing was signed so far, if it is a segment: the next may be.
      if signed.pictures > 0 || (expected != nil && name == nil) {
        findings.report(SignedLog.name, nil, "is missing: nothing here is signed")
      }
      return
    }
    let log = try Log(folder, expected, &findings)
    signed.key = signed.key ?? log.key?.text
    if let key = log.key?.text, key != signed.key {
      findings.report(SignedLog.name, nil, "is signed by another key than the segments before: \(key)")
    }
    if name != nil { chain(log, &findings) } else if log.after != nil { signed.isPart = true }
    try checkSession(folder, log, &findings)
    try checkPictures(folder, log, name, entries, &findings)
    signed.isEnded = log.isEnded
    signed.end = log.end
    if let stamp = try Self.stamp(in: folder, of: log, &findings) { signed.stamps.append(stamp) }
    if let name { before = (name, log.ends) }
  }

  /// Reports a recording of which nothing is signed, if something should be.
  func finish(_ findings: inout VerificationFindings) {
    guard expected != nil, signed.key == nil,
      !findings.problems.contains(where: { $0.file == SignedLog.name })
    else {
      return
    }
    findings.report(SignedLog.name, nil, "is missing: nothing is signed")
  }

  /// Follows from a log's beginning to the segment before, over those that were removed since.
  private func chain(_ log: Log, _ findings: inout VerificationFindings) {
    var link = log.after
    var steps = 0
    while let (segment, digest) = link, segment != before?.name {
      guard let removed = told.removed[segment], removed.ends.contains(digest), steps <= told.removed.count
      else {
        findings.report(
          SignedLog.name, nil,
          "goes on from the segment \(segment), which is missing, and nothing signed says that it was freed")
        return
      }
      steps += 1
      link = removed.earlier.map { ($0, removed.after ?? "") }
    }
    guard let before else { return }
    if !before.ends.contains(link?.digest ?? "") {
      findings.report(
        SignedLog.name, nil,
        "doesn't go on from the end of the segment \(before.name): something was left out or added")
    }
  }

  private func checkSession(
    _ folder: FolderHandle, _ log: Log, _ findings: inout VerificationFindings
  ) throws(FileError) {
    guard let bytes = try folder.readIfThere(RecordingFolder.session, limit: 64 << 20) else { return }
    // It is signed before it is written: a stop between leaves the one before.
    if !log.sessions.suffix(2).contains(SHA256.of(bytes)) {
      findings.report(RecordingFolder.session, nil, "isn't as it was signed")
    }
  }

  private mutating func checkPictures(
    _ folder: FolderHandle, _ log: Log, _ name: String?, _ entries: [RecordingIndex.Entry],
    _ findings: inout VerificationFindings
  ) throws(FileError) {
    let gone = (log.told.gone[""] ?? []).union(name.flatMap { told.gone[$0] } ?? [])
    let missing = (log.told.missing[""] ?? []).union(name.flatMap { told.missing[$0] } ?? [])
    var seen: Set<Int> = []
    var last = -1
    var lines = try ManifestLines(folder)
    let known = Dictionary(entries.map { ($0.line, $0) }, uniquingKeysWith: { one, _ in one })
    while let line = try lines.next() {
      guard line.isWhole, let entry = known[line.number] else { continue }
      guard let picture = log.pictures[entry.index] else {
        note(unsigned: entry, log, &findings)
        continue
      }
      if entry.index <= last {
        findings.report(RecordingFolder.manifest, line.number, "isn't where it was signed")
      }
      last = max(last, entry.index)
      seen.insert(entry.index)
      let digest = SHA256.of(SignedLine.withoutMarks(line.bytes))
      if digest != picture.line {
        if digest == log.restored[entry.index] {
          findings.skip(
            "lines of pictures in flight when the recorder was stopped: they were restored without what they said"
          )
        } else {
          findings.report(RecordingFolder.manifest, line.number, "isn't as it was signed")
        }
      }
      if entry.isPresent { signed.pictures += 1 }
      let isMissing = !gone.contains(entry.index) && missing.contains(entry.index)
      if isMissing, !entry.isPresent { signed.missing += 1 }
      check(picture, of: entry, folder, mayBeGone: isMissing || gone.contains(entry.index), &findings)
    }
    for index in log.pictures.keys.sorted() where !seen.contains(index) {
      if missing.contains(index) || gone.contains(index) {
        signed.missing += 1
      } else if log.isEnded || index <= last {
        // Else it was signed before its line, which a stop, or the moment, keeps from being there.
        findings.report(
          RecordingFolder.manifest, nil, "the line of picture \(index) was signed and is missing")
      }
    }
    strangers(folder, log, &findings)
  }

  private mutating func check(
    _ picture: Log.Picture, of entry: RecordingIndex.Entry, _ folder: FolderHandle, mayBeGone: Bool,
    _ findings: inout VerificationFindings
  ) {
    for file in picture.files {
      guard Self.isFile(file.path, of: entry.index) else {
        findings.report(
          SignedLog.name, nil, "names a file of picture \(entry.index) that isn't one of its own")
        continue
      }
      if folder.exists(FileName(file.path)) {
        guard let bytes = try? folder.read(file.path), SHA256.of(bytes) == file.sha256 else {
          findings.report(file.path, entry.line, "isn't as it was signed")
          continue
        }
        signed.files += 1
      } else if !mayBeGone {
        findings.report(
          file.path, entry.line,
          "was signed and is gone, and nothing signed says that it was deleted or freed")
      }
    }
  }

  /// Whether a path is that of a picture, its kept frames or its photos: others lead elsewhere.
  private static func isFile(_ path: String, of index: Int) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 1 { return path == FileName.frame(index) }
    guard parts.count == 2 else { return false }
    return switch parts[0] {
    case RecordingFolder.sources: SourceFileWriter.index(of: parts[1]) == index
    case PhotoFiles.folder: PhotoFiles.index(of: parts[1]) == index
    default: false
    }
  }

  private mutating func note(
    unsigned entry: RecordingIndex.Entry, _ log: Log, _ findings: inout VerificationFindings
  ) {
    if let first = log.first, entry.index < first {
      if entry.isPresent { signed.unsigned += 1 }
    } else if log.unsigned.contains(entry.index) {
      findings.skip("pictures in flight when the recorder was stopped: they aren't signed")
    } else {
      findings.report(entry.file, entry.line, "isn't signed: it was added")
    }
  }

  /// Kept frames and photos that nobody signed.
  private func strangers(_ folder: FolderHandle, _ log: Log, _ findings: inout VerificationFindings) {
    guard let first = log.first else { return }
    let known = Set(log.pictures.values.flatMap { $0.files.map(\.path) })
    for part in [RecordingFolder.sources, PhotoFiles.folder] where folder.hasFolder(FileName(part)) {
      for name in (try? FolderHandle(part, in: folder).names(filesOnly: true)) ?? [] {
        let index =
          part == PhotoFiles.folder ? PhotoFiles.index(of: name) : SourceFileWriter.index(of: name)
        guard let index, index >= first, !known.contains("\(part)/\(name)"), log.pictures[index] != nil else {
          continue
        }
        findings.report("\(part)/\(name)", nil, "isn't signed: it was added")
      }
    }
  }

  /// What a time stamp beside the log says.
  private static func stamp(
    in folder: FolderHandle, of log: Log, _ findings: inout VerificationFindings
  ) throws(FileError) -> String? {
    guard let reply = try folder.readIfThere(TimeStamp.reply, limit: 1 << 20) else { return nil }
    guard let stamp = TimeStamp(reply: reply) else {
      findings.report(TimeStamp.reply, nil, "is no reply of a time-stamp authority (RFC 3161)")
      return nil
    }
    guard log.digests.contains(stamp.digest) else {
      findings.report(
        TimeStamp.reply, nil, "is a time stamp of something else, or of what is no longer signed here")
      return nil
    }
    return
      "what was signed up to \(stamp.digest.prefix(12))… existed at \(stamp.time), as \(TimeStamp.reply) says; "
      + "openssl ts -verify -digest \(stamp.digest) -in \(folder.path)/\(TimeStamp.reply) -CAfile ca.pem proves it"
  }

  // MARK: - The log

  /// What one log says.
  private struct Log {
    struct Picture {
      var line: String
      var files: [SignedRecord.File]
    }

    var key: PublicKey?
    var pictures: [Int: Picture] = [:]
    var restored: [Int: String] = [:]
    var unsigned: Set<Int> = []
    /// Under the empty name its own folder.
    var told = Told()
    /// The first picture that is signed.
    var first: Int?
    var sessions: [String] = []
    var after: (segment: String, digest: String)?
    var isEnded = false
    /// The digest of its last line, of those since the last picture, and of all.
    var end = ""
    var ends: [String] = []
    var digests: Set<String> = []
    private var last: Int?

    init(
      _ folder: FolderHandle, _ expected: PublicKey?, _ findings: inout VerificationFindings
    ) throws(FileError) {
      var log = Self()
      log.key = expected
      var number = 0
      var problem: (line: Int, what: String)?
      try folder.forEachLine(SignedLog.name) { line in
        number += 1
        // What follows one that is wrong depends on it.
        if problem == nil, let what = log.take(line, number) { problem = (number, what) }
      }
      if let problem { findings.report(SignedLog.name, problem.line, problem.what) }
      self = log
    }

    private init() {}

    /// - Returns: what is wrong.
    private mutating func take(_ line: ArraySlice<UInt8>, _ number: Int) -> String? {
      guard let (message, signature) = SignedRecord.signed(line), let record = try? SignedRecord(line) else {
        return "isn't a signed line"
      }
      if let text = record.key {
        guard let named = PublicKey(text: text) else { return "names no key" }
        if let key, key != named { return "is signed by another key: \(text)" }
        key = named
      }
      guard let key else { return "is signed before a run names its key" }
      guard key.verifies(signature, of: message) else { return "its signature is wrong: it was changed" }
      guard record.before == (number == 1 ? nil : end) else {
        return "doesn't go on from the line before: something was left out, moved or added"
      }
      var hash = SHA256()
      hash.update(Array(line).span)
      end = hash.finish()
      if record.what == "picture" || record.what == "run" { ends = [] }
      ends.append(end)
      digests.insert(end)
      return apply(record)
    }

    private mutating func apply(_ record: SignedRecord) -> String? {
      if let session = record.session { sessions.append(session) }
      let segment = record.segment ?? ""
      switch record.what {
      case "run":
        first = first ?? record.first?.value
        isEnded = false
        if let segment = record.segment, let digest = record.after { after = after ?? (segment, digest) }
      case "picture":
        guard let index = record.index?.value, let line = record.line, let files = record.files else {
          return "says nothing of a picture"
        }
        guard last.map({ index > $0 }) ?? true else { return "has the number of an earlier picture" }
        pictures[index] = Picture(line: line, files: files)
        last = index
      case "restored": if let index = record.index?.value { restored[index] = record.line }
      case "unsigned": unsigned.formUnion(record.indices)
      case "freed", "deleted": told.gone[segment, default: []].formUnion(record.indices)
      case "missing": told.missing[segment, default: []].formUnion(record.indices)
      case "removed": told.removed[segment] = (record.ends ?? [], record.earlier, record.after)
      case "end": isEnded = record.continues != true
      default: break
      }
      return nil
    }
  }
}

/// What is signed of a recording.
package struct SignatureReport: Codable, Sendable, Equatable {
  /// By whom, in base 64; `nil` if nothing is signed.
  package var key: String?
  /// Whether that key was asked for: anybody can make another.
  package var isExpected = false
  /// Pictures that are there and signed.
  package var pictures = 0
  /// Their files, frames and photos among them.
  package var files = 0
  /// Pictures that are there and were recorded before anything was signed.
  package var unsigned = 0
  /// Pictures that were gone when the recorder looked: nobody signed that.
  package var missing = 0
  /// Whether it is one segment of a recording, whose others aren't here.
  package var isPart = false
  /// Whether the end is signed, so that nothing was cut off it.
  package var isEnded = false
  /// The digest of the last signed line, for a time stamp.
  package var end = ""
  /// What time stamps by others say.
  package var stamps: [String] = []

  var words: String {
    guard let key else { return "by nobody (--sign)" }
    let of = unsigned > 0 ? " of \(pictures + unsigned)" : ""
    return "\(pictures.counted("picture"))\(of) by \(key)"
      + (isExpected ? "" : ", whoever that is (--key)") + (isEnded ? "" : "; the end isn't signed")
  }
}
