import Compositor
import Foundation
import HostResources
import PixelTypes
import Synchronization

/// Checks a recording against its manifest and description. Continues after problems.
package struct RecordingVerifier: Sendable {
  private let path: String
  private let key: PublicKey?

  /// - Parameters:
  ///   - folder: a recording, or a folder of segments.
  ///   - key: whose signatures count; without one those of whoever the recording itself names.
  package init(_ folder: String, key: PublicKey? = nil) { (path, self.key) = (folder, key) }

  /// Checks all that can be checked; decodes every picture, on up to eight processors.
  ///
  /// - Parameter progress: called after each picture with the number done and the total; on any thread, one call at
  ///   a time.
  /// - Throws: `FileError.unfit(path:reason:)` when the folder isn't a recording;
  ///   `FileError.io(path:reason:)` when it can't be read. Everything else is in the report.
  package func run(
    progress: (@Sendable (_ done: Int, _ of: Int) -> Void)? = nil
  ) throws(FileError) -> VerificationReport {
    let folder = try FolderHandle(path)
    if SegmentFolder.isSegmented(folder) {
      return try SegmentVerifier(folder, key: key).run(progress: progress)
    }
    var account: RecordingAccount?
    var signatures = SignatureChecker(key)
    var all = try run(folder, &account, &signatures, progress)
    signatures.finish(&all)
    return all.report(signatures)
  }

  /// - Parameters:
  ///   - account: of the segment before; on return, of this one.
  ///   - signatures: of the segments before.
  ///   - segment: the folder's name among them.
  func run(
    _ folder: FolderHandle, _ account: inout RecordingAccount?, _ signatures: inout SignatureChecker,
    segment: String? = nil, _ progress: (@Sendable (Int, Int) -> Void)?
  ) throws(FileError) -> VerificationFindings {
    guard RecordingFolder.isRecording(folder) else {
      throw .unfit(
        path: path,
        reason: "no recording: neither \(RecordingFolder.manifest) nor \(RecordingFolder.session)")
    }
    var problems: [RecordingProblem] = []
    var rest = VerificationFindings()
    let runs = readSession(folder, &problems)
    let isOpen = runs.last.map { $0.totals == nil } ?? false
    var index = RecordingIndex()
    if folder.status(FileName(RecordingFolder.manifest)) == nil {
      problems.append(RecordingProblem(file: RecordingFolder.manifest, what: "is missing"))
    } else {
      index = try RecordingIndex(folder, isTolerant: true)
      problems += index.problems
      if index.endsHalf {
        if isOpen {
          rest.skip("half lines at the end of a manifest whose run didn't end")
        } else {
          rest.report(RecordingFolder.manifest, nil, "the last line is not whole")
        }
      }
    }
    freed(index, &rest)
    kept(folder, index.present, &rest)
    let inFlight = isOpen ? (index.entries.last?.index ?? -1) + 1 : nil
    try strangers(folder, index.entries, inFlight, &rest)
    problems += rest.problems
    let names = try KeptNames(folder, lines: Set(index.entries.lazy.map(\.index)), next: inFlight)
    problems += try deleted(folder, index.entries)
    var signed = VerificationFindings()
    try signatures.check(folder, name: segment, entries: index.entries, &signed)
    problems += exchange(&signed.problems, with: [])
    rest += signed
    let present = index.present.count
    let checked = check(index.entries, runs, names, RecordingAccount(runs, after: account)) {
      progress?($0, present)
    }
    account = checked.account
    var all = checked.findings
    all += names.findings
    all += try PhotoFiles.check(folder, lines: Set(index.entries.lazy.map(\.index)), next: inFlight)
    rest.problems = []
    all += rest
    let lines = { (problem: RecordingProblem) in problem.line ?? .max }
    problems += (checked.account.findings.problems + all.problems).sorted { lines($0) < lines($1) }
    all += checked.account.findings
    all.problems = problems
    (all.present, all.lines, all.runs) = (index.present.count, index.entries.count, runs.count)
    all.deleted = index.entries.count { $0.isDeleted }
    all.freed = index.entries.count { $0.isFreed }
    return all
  }

  // MARK: - Session

  private func readSession(
    _ folder: FolderHandle, _ problems: inout [RecordingProblem]
  ) -> [SessionDescription] {
    let name = RecordingFolder.session
    do {
      guard let session = try SessionFile.read(folder) else {
        problems.append(RecordingProblem(file: name, what: "is missing"))
        return []
      }
      let runs = session.runs
      for (number, run) in runs.enumerated() {
        let place = runs.count > 1 ? "run \(number + 1): " : ""
        problems += Self.check(run).map { RecordingProblem(file: name, what: place + $0) }
      }
      return runs.sorted { $0.firstIndex < $1.firstIndex }
    } catch {
      let reason = error.reason
      problems.append(RecordingProblem(file: name, what: reason))
      return []
    }
  }

  /// What is wrong with one run's description.
  private static func check(_ run: SessionDescription) -> [String] {
    var found: [String] = []
    if run.tool != "dualcam" { found.append("written by another tool, \(run.tool)") }
    if run.firstIndex < 0 { found.append("a negative first index") }
    let layout = run.layout
    guard let size = layout.canvas.pixels else {
      return found + ["a canvas of \(layout.canvas.width)x\(layout.canvas.height)"]
    }
    if layout.viewfinders.isEmpty { found.append("no viewfinder") }
    for viewfinder in layout.viewfinders {
      if !viewfinder.lies(in: size) {
        found.append("the \(viewfinder.camera)'s viewfinder leaves the canvas")
      } else if !run.sources.contains(where: { $0.id == viewfinder.camera }) {
        found.append("there is no source for the \(viewfinder.camera)'s viewfinder")
      }
    }
    if found.isEmpty, layout.mode != LayoutMode.pip.rawValue {
      for (number, one) in layout.viewfinders.enumerated() {
        for other in layout.viewfinders[..<number] where one.rect.intersects(other.rect) {
          found.append("the \(other.camera)'s and the \(one.camera)'s viewfinders overlap")
        }
      }
    }
    return found
  }

  // MARK: - Manifest

  /// Reports if more pictures are missing than were freed: something else removed some.
  private func freed(_ index: RecordingIndex, _ findings: inout VerificationFindings) {
    let missing = index.entries.count { $0.isFreed }
    guard let mark = index.freed, missing > mark.pictures else { return }
    findings.report(
      FreedMark.name, nil,
      "\(missing.counted("picture")) before \(mark.before) missing, but only \(mark.pictures) freed")
  }

  private func kept(
    _ folder: FolderHandle, _ present: [RecordingIndex.Entry], _ findings: inout VerificationFindings
  ) {
    do {
      let there = Set(present.lazy.map(\.index))
      for index in try FrameList.kept.read(folder).subtracting(there).sorted() {
        findings.report(FrameList.kept.file, nil, "frame \(index) is kept but missing")
      }
    } catch {
      let reason = error.reason
      findings.report(FrameList.kept.file, nil, reason)
    }
  }

  // MARK: - Files

  private func strangers(
    _ folder: FolderHandle, _ entries: [RecordingIndex.Entry], _ inFlight: Int?,
    _ findings: inout VerificationFindings
  ) throws(FileError) {
    var known = Set(entries.lazy.filter { $0.otherFile == nil }.map(\.index))
    for entry in entries {
      if let other = entry.otherFile, let index = FileName.frameIndex(of: other) { known.insert(index) }
    }
    var found: [RecordingProblem] = []
    var unfinished = 0
    try folder.forEachName { bytes, _ in
      let index = FileName.frameIndex(of: bytes)
      if let index, known.contains(index) { return }
      let temporary = FileName.temporary(bytes)
      guard index != nil || temporary != nil else { return }
      if inFlight != nil, temporary != nil || index == inFlight {
        unfinished += 1
      } else if let index {
        found.append(
          RecordingProblem(
            file: FileName.frame(index), what: "has no line in \(RecordingFolder.manifest)"))
      } else {
        found.append(RecordingProblem(file: temporary, what: "an unfinished file remains"))
      }
    }
    findings.skip(KeptNames.inFlight, unfinished)
    findings.problems += found.sorted { ($0.file ?? "") < ($1.file ?? "") }
  }

  private func deleted(
    _ folder: FolderHandle, _ entries: [RecordingIndex.Entry]
  ) throws(FileError) -> [RecordingProblem] {
    let pictures = try PictureNames(folder, toAsk: entries.count { $0.isDeleted })
    return entries.filter { $0.isDeleted && pictures.contains($0, folder) }
      .map { RecordingProblem(file: $0.file, line: $0.line, what: "is marked deleted but still exists") }
  }

  private struct Checked {
    var done = 0
    var findings = VerificationFindings()
    var account: RecordingAccount
    /// Lines that wait for one before them.
    var waiting: [Int: (line: PictureLine?, jpeg: Int?)] = [:]
    var next = 0
  }

  /// Checks pictures, and what was kept with them, on several threads; their lines are accounted for in order.
  private func check(
    _ entries: [RecordingIndex.Entry], _ runs: [SessionDescription], _ names: KeptNames,
    _ account: RecordingAccount, _ progress: @Sendable (Int) -> Void
  ) -> Checked {
    let shared = Mutex(Checked(account: account))
    let isKept = names.kept(runs)
    WorkerThread.share(entries.count, name: "dualcam-verify") { next in
      guard let folder = try? FolderHandle(path), var lines = try? ManifestLines(folder),
        var checker = try? PictureChecker(folder)
      else {
        return shared.withLock { $0.findings.report(nil, nil, "can't be checked: no memory, or no access") }
      }
      var sources = SourceVerifier(folder, names)
      while let position = next() {
        let entry = entries[position]
        let number = runs.run(of: entry.index)
        var line = lines.line(entry.index, at: entry.offset)
        var findings = VerificationFindings()
        var (size, jpeg): (Int, [UInt8]?) = (0, nil)
        if entry.isPresent {
          (size, jpeg) = checker.check(entry, line, canvas: number.map { runs[$0].layout.canvas }, &findings)
          if let number, let line, line.composer != nil {
            if isKept[number] {
              sources.check(line, entry.line, jpeg, in: runs[number], &findings)
            } else {
              findings.skip("viewfinders whose camera's frames weren't kept", line.cameras.count)
            }
          }
        } else {
          findings.skip(
            entry.isFreed
              ? "pictures freed to make room"
              : line?.lost == true
                ? "pictures lost in a power cut, as their lines say" : "pictures deleted since")
        }
        line?.hud = []
        let (kept, count, found) = (line, jpeg?.count, findings)
        shared.withLock { checked in
          checked.findings.bytes += size
          checked.findings += found
          checked.waiting[position] = (kept, count)
          while let ready = checked.waiting.removeValue(forKey: checked.next) {
            checked.account.add(entries[checked.next], ready.line, jpeg: ready.jpeg)
            checked.next += 1
          }
          guard entry.isPresent else { return }
          checked.done += 1
          progress(checked.done)
        }
      }
    }
    return shared.withLock { checked in
      checked.account.end()
      return checked
    }
  }
}

extension [SessionDescription] {
  /// The run that a picture is of, of runs in order.
  func run(of index: Int) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].firstIndex <= index { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}

extension SessionDescription.Layout.Viewfinder {
  package var rect: PixelRect { PixelRect(x: x, y: y, width: width, height: height) }

  /// Whether it lies within a canvas. Check this before calculating with numbers from an untrusted file, because
  /// a sum of two may overflow.
  package func lies(in canvas: PixelSize) -> Bool {
    (0..<canvas.width).contains(x) && (0..<canvas.height).contains(y) && (1...canvas.width).contains(width)
      && (1...canvas.height).contains(height) && x + width <= canvas.width && y + height <= canvas.height
  }
}
