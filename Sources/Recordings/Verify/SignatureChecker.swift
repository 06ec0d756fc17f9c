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
  /// Of which segments pictures were freed, by the logs of later ones.
  private var freed: [String: Int] = [:]

  init(_ key: PublicKey?) { expected = key }

  /// Notes what the logs of segments say of others.
  mutating func prepare(_ segments: [FolderHandle]) {
    for folder in segments where folder.exists(FileName(SignedLog.name)) {
      var ignored = VerificationFindings()
      guard let log = try? Log(folder, expected, &ignored), log.isGood else { continue }
      for (segment, below) in log.freed { freed[segment, default: 0] = max(freed[segment] ?? 0, below) }
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
      if expected != nil || signed.pictures > 0 {
        findings.report(SignedLog.name, nil, "is missing: nothing here is signed")
      }
      return
    }
    let log = try Log(folder, expected, &findings)
    signed.key = signed.key ?? log.key?.text
    if let key = log.key?.text, key != signed.key {
      findings.report(SignedLog.name, nil, "is signed by another key than the segments before: \(key)")
    }
    if name != nil { chain(log, &findings) }
    try checkSession(folder, log, &findings)
    try checkPictures(folder, log, name, entries, &findings)
    signed.isEnded = log.isEnded
    signed.end = log.end
    if let stamp = try Self.stamp(in: folder, of: log, &findings) { signed.stamps.append(stamp) }
    if let name { before = (name, log.ends) }
  }

  private func chain(_ log: Log, _ findings: inout VerificationFindings) {
    if let before, log.after?.segment != before.name || !before.ends.contains(log.after?.digest ?? "") {
      findings.report(
        SignedLog.name, nil,
        "doesn't go on from the end of the segment \(before.name): something was left out or added")
    }
    if before == nil, let after = log.after, freed[after.segment] == nil {
      findings.report(
        SignedLog.name, nil,
        "goes on from the segment \(after.segment), which is missing, and nothing signed says that it was freed"
      )
    }
  }

  private func checkSession(
    _ folder: FolderHandle, _ log: Log, _ findings: inout VerificationFindings
  ) throws(FileError) {
    guard let session = log.session,
      let bytes = try folder.readIfThere(RecordingFolder.session, limit: 64 << 20)
    else { return }
    if SHA256.of(bytes) != session { findings.report(RecordingFolder.session, nil, "isn't as it was signed") }
  }

  private mutating func checkPictures(
    _ folder: FolderHandle, _ log: Log, _ name: String?, _ entries: [RecordingIndex.Entry],
    _ findings: inout VerificationFindings
  ) throws(FileError) {
    let below = max(log.freed[""] ?? 0, name.flatMap { freed[$0] } ?? 0)
    var seen: Set<Int> = []
    var last: Int?
    var lines = try ManifestLines(folder)
    let known = Dictionary(entries.map { ($0.line, $0) }, uniquingKeysWith: { one, _ in one })
    while let line = try lines.next() {
      guard line.isWhole, let entry = known[line.number] else { continue }
      guard let picture = log.pictures[entry.index] else {
        note(unsigned: entry, log, &findings)
        continue
      }
      if let last, entry.index < last {
        findings.report(RecordingFolder.manifest, line.number, "isn't where it was signed")
      }
      last = entry.index
      seen.insert(entry.index)
      let isRestored = line.bytes.suffix(Self.recovered.count).elementsEqual(Self.recovered)
      if isRestored, log.stops.contains(entry.index + 1) {
        findings.skip(
          "lines of pictures in flight when the recorder was stopped: they were restored without what they said"
        )
      } else if SHA256.of(Self.withoutMarks(line.bytes)) != picture.line {
        findings.report(RecordingFolder.manifest, line.number, "isn't as it was signed")
      }
      let mayBeGone = entry.index < below || log.deleted.contains(entry.index)
      if entry.isPresent { signed.pictures += 1 }
      for file in picture.files {
        if folder.exists(FileName(file.path)) {
          guard let bytes = try? folder.read(file.path), SHA256.of(bytes) == file.sha256 else {
            findings.report(file.path, line.number, "isn't as it was signed")
            continue
          }
          signed.files += 1
        } else if !mayBeGone {
          findings.report(
            file.path, line.number,
            "was signed and is gone, and nothing signed says that it was deleted or freed")
        }
      }
    }
    let missing = log.pictures.keys.filter { !seen.contains($0) }.sorted()
    // Signed before its line, which a kill then kept from being written.
    for index in missing where !log.stops.contains(index + 1) && !(log.isLast(index) && !log.isEnded) {
      findings.report(RecordingFolder.manifest, nil, "the line of picture \(index) was signed and is missing")
    }
    strangers(folder, log, &findings)
  }

  private mutating func note(
    unsigned entry: RecordingIndex.Entry, _ log: Log, _ findings: inout VerificationFindings
  ) {
    guard entry.isPresent else { return }
    if let first = log.first, entry.index < first {
      signed.unsigned += 1
    } else if log.stops.contains(entry.index + 1) {
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
        let index = part == PhotoFiles.folder ? PhotoFiles.index(of: name) : SourceFileWriter.index(of: name)
        guard let index, index >= first, !known.contains("\(part)/\(name)"), log.pictures[index] != nil else {
          continue
        }
        findings.report("\(part)/\(name)", nil, "isn't signed: it was added")
      }
    }
  }

  private static let recovered = Array("\"recovered\":true}".utf8)
  private static let marks = [",\"deleted\":true,\"lost\":true}", ",\"deleted\":true}"].map { Array($0.utf8) }

  /// A line as it was before its picture was deleted.
  private static func withoutMarks(_ line: [UInt8]) -> [UInt8] {
    for mark in marks where line.suffix(mark.count).elementsEqual(mark) {
      return line.dropLast(mark.count) + [UInt8(ascii: "}")]
    }
    return line
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
    var deleted: Set<Int> = []
    /// Up to which index pictures may have been freed, by segment; under the empty name its own.
    var freed: [String: Int] = [:]
    /// The first picture that is signed.
    var first: Int?
    /// First pictures of runs that began without the one before having ended.
    var stops: Set<Int> = []
    var session: String?
    var after: (segment: String, digest: String)?
    var isEnded = false
    /// The digest of its last line, and of those since the last picture.
    var end = ""
    var ends: [String] = []
    var isGood = true
    private var last: Int?
    /// Of all lines.
    var digests: Set<String> = []

    func isLast(_ index: Int) -> Bool { last == index }

    init(_ folder: FolderHandle, _ expected: PublicKey?, _ findings: inout VerificationFindings)
      throws(FileError)
    {
      var number = 0
      var problems: [(Int, String)] = []
      var log = Self.empty
      log.key = expected
      try folder.forEachLine(SignedLog.name) { line in
        number += 1
        if let problem = log.take(line, number) { problems.append((number, problem)) }
      }
      // What follows one that is wrong depends on it.
      if let (number, problem) = problems.first {
        findings.report(SignedLog.name, number, problem)
        log.isGood = false
      }
      self = log
    }

    private init() {}
    private static let empty = Self()

    /// - Returns: what is wrong.
    private mutating func take(_ line: ArraySlice<UInt8>, _ number: Int) -> String? {
      guard let (message, signature) = SignedRecord.signed(line),
        let record = try? JSONDecoder().decode(SignedRecord.self, from: Data(line))
      else { return "isn't a signed line" }
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
      session = record.session ?? session
      switch record.what {
      case "run":
        first = first ?? record.first
        if !isEnded, last != nil, let next = record.first { stops.insert(next) }
        isEnded = false
        if let segment = record.segment, let digest = record.after { after = after ?? (segment, digest) }
      case "picture":
        guard let index = record.index, let line = record.line, let files = record.files else {
          return "says nothing of a picture"
        }
        // One that was taken back and made again has the same number only after a kill.
        guard last.map({ index > $0 }) ?? true else { return "has the number of an earlier picture" }
        pictures[index] = Picture(line: line, files: files)
        last = index
      case "freed":
        if let below = record.below {
          let segment = record.segment ?? ""
          freed[segment] = max(freed[segment] ?? 0, below)
        }
      case "deleted": if case .indices(let indices) = record.pictures { deleted.formUnion(indices) }
      case "end": isEnded = true
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
