import Compositor
import Foundation
import HostResources
import PixelTypes
import Synchronization

/// Checks a recording against its manifest and description. Continues after problems.
package struct RecordingVerifier: Sendable {
  private let path: String

  /// - Parameter folder: a recording, or a folder of segments.
  package init(_ folder: String) { path = folder }

  /// Checks everything; decodes every picture, on up to eight processors.
  ///
  /// - Parameter progress: called after each picture with the number done and the total; on any thread, one call at
  ///   a time.
  /// - Throws: `FileError.unfit(path:reason:)` when the folder isn't a recording;
  ///   `FileError.io(path:reason:)` when it can't be read. Everything else is in the report.
  package func run(
    progress: (@Sendable (_ done: Int, _ of: Int) -> Void)? = nil
  ) throws(FileError) -> VerificationReport {
    let folder = try FolderHandle(path)
    if SegmentFolder.isSegmented(folder) { return try SegmentVerifier(folder).run(progress: progress) }
    guard RecordingFolder.isRecording(folder) else {
      throw .unfit(
        path: path,
        reason: "no recording: neither \(RecordingFolder.manifest) nor \(RecordingFolder.session)")
    }
    var problems: [RecordingProblem] = []
    let runs = readSession(folder, &problems)
    var index = RecordingIndex()
    if folder.status(FileName(RecordingFolder.manifest)) == nil {
      problems.append(RecordingProblem(file: RecordingFolder.manifest, what: "is missing"))
    } else {
      index = try RecordingIndex(folder, isTolerant: true)
      problems += index.problems
      if index.endsHalf {
        problems.append(
          RecordingProblem(file: RecordingFolder.manifest, what: "the last line is not whole"))
      }
      problems += order(index.entries)
      problems += totals(runs, index.entries)
    }
    problems += freed(index)
    let present = index.present
    problems += kept(folder, present)
    problems += try strangers(folder, index.entries)
    let sources = SourceVerifier(path)
    let all = present.count * (sources.hasSources ? 2 : 1)
    let pictures = checkPictures(present, runs) { progress?($0, all) }
    problems += try deleted(folder, index.entries)
    problems += pictures.problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    let proof = try sources.run(runs, present) { progress?(present.count + $0, all) }
    problems += proof.problems
    return VerificationReport(
      frames: present.count, bytes: pictures.bytes, problems: problems,
      checked: [
        "\(RecordingFolder.session): readable, layouts sound, totals right",
        "\(index.entries.count.counted("line")) of \(RecordingFolder.manifest): readable, indices rising",
        "\(present.count.counted("picture")): there, fully decodable, of their canvas's size",
        "\(index.entries.count { $0.isDeleted }.counted("deleted picture")): gone",
        "the folder: a line for each picture, every kept frame there, no unfinished file",
      ] + Self.freedText(index) + proof.checked)
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
      for (number, run) in session.runs.enumerated() {
        let place = session.runs.count > 1 ? "run \(number + 1): " : ""
        problems += Self.check(run).map { RecordingProblem(file: name, what: place + $0) }
      }
      return session.runs.sorted { $0.firstIndex < $1.firstIndex }
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

  private func order(_ entries: [RecordingIndex.Entry]) -> [RecordingProblem] {
    var found: [RecordingProblem] = []
    var highest = -1
    for entry in entries {
      if entry.index <= highest {
        found.append(
          RecordingProblem(
            file: RecordingFolder.manifest, line: entry.line,
            what: "index \(entry.index) comes after \(highest)"))
      }
      if entry.otherFile != nil {
        found.append(
          RecordingProblem(
            file: RecordingFolder.manifest, line: entry.line,
            what: "index \(entry.index) names the file \(entry.file)"))
      }
      highest = max(highest, entry.index)
    }
    return found
  }

  private func totals(
    _ runs: [SessionDescription], _ entries: [RecordingIndex.Entry]
  ) -> [RecordingProblem] {
    var found: [RecordingProblem] = []
    for (number, run) in runs.enumerated() {
      guard let said = run.totals?.frames else { continue }
      let end = number + 1 < runs.count ? runs[number + 1].firstIndex : Int.max
      let there = entries.count { $0.index >= run.firstIndex && $0.index < end }
      if said != there {
        found.append(
          RecordingProblem(
            file: RecordingFolder.session,
            what:
              "the totals say \(said.counted("frame")) from \(run.firstIndex) on, but the manifest has \(there)"
          ))
      }
    }
    return found
  }

  /// Reports if more pictures are missing than were freed: something else removed some.
  private func freed(_ index: RecordingIndex) -> [RecordingProblem] {
    guard let mark = index.freed else { return [] }
    let missing = index.entries.count { $0.isFreed }
    guard missing > mark.pictures else { return [] }
    return [
      RecordingProblem(
        file: FreedMark.name,
        what: "\(missing.counted("picture")) before \(mark.before) missing, but only \(mark.pictures) freed")
    ]
  }

  private static func freedText(_ index: RecordingIndex) -> [String] {
    let count = index.entries.count { $0.isFreed }
    return count == 0
      ? [] : ["\(count.counted("picture")) freed to make room, as \(FreedMark.name) says"]
  }

  private func kept(_ folder: FolderHandle, _ present: [RecordingIndex.Entry]) -> [RecordingProblem] {
    do {
      let there = Set(present.lazy.map(\.index))
      return try FrameList.kept.read(folder).subtracting(there).sorted()
        .map { RecordingProblem(file: FrameList.kept.file, what: "frame \($0) is kept but missing") }
    } catch {
      let reason = error.reason
      return [RecordingProblem(file: FrameList.kept.file, what: reason)]
    }
  }

  // MARK: - Files

  private func strangers(
    _ folder: FolderHandle, _ entries: [RecordingIndex.Entry]
  ) throws(FileError) -> [RecordingProblem] {
    var known = Set(entries.lazy.filter { $0.otherFile == nil }.map(\.index))
    for entry in entries {
      if let other = entry.otherFile, let index = FileName.frameIndex(of: other) { known.insert(index) }
    }
    var found: [RecordingProblem] = []
    try folder.forEachName { bytes, _ in
      if let index = FileName.frameIndex(of: bytes) {
        guard !known.contains(index) else { return }
        found.append(
          RecordingProblem(
            file: FileName.frame(index), what: "has no line in \(RecordingFolder.manifest)"))
      } else if let name = FileName.temporary(bytes) {
        found.append(RecordingProblem(file: name, what: "an unfinished file remains"))
      }
    }
    return found.sorted { ($0.file ?? "") < ($1.file ?? "") }
  }

  private func deleted(
    _ folder: FolderHandle, _ entries: [RecordingIndex.Entry]
  ) throws(FileError) -> [RecordingProblem] {
    let pictures = try PictureNames(folder, toAsk: entries.count { $0.isDeleted })
    return entries.filter { $0.isDeleted && pictures.contains($0, folder) }
      .map { RecordingProblem(file: $0.file, line: $0.line, what: "is marked deleted but still exists") }
  }

  private struct Pictures {
    var bytes = 0
    var done = 0
    var problems: [RecordingProblem] = []
  }

  private func checkPictures(
    _ entries: [RecordingIndex.Entry], _ runs: [SessionDescription], _ progress: @Sendable (Int) -> Void
  ) -> Pictures {
    let shared = Mutex(Pictures())
    WorkerThread.share(entries.count, name: "dualcam-verify") { next in
      var checker = PictureChecker(folder: path)
      while let position = next() {
        let entry = entries[position]
        let canvas = runs.last { $0.firstIndex <= entry.index }?.layout.canvas
        let (bytes, what) = checker.check(entry.file, canvas: canvas)
        shared.withLock { pictures in
          pictures.bytes += bytes
          pictures.done += 1
          if let what {
            pictures.problems.append(RecordingProblem(file: entry.file, line: entry.line, what: what))
          }
          progress(pictures.done)
        }
      }
    }
    return shared.withLock { $0 }
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
