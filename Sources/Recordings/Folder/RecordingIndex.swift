import HostResources
import PixelTypes
import Synchronization

/// A recording's manifest, reduced to what concerns more than single frames.
package struct RecordingIndex: Sendable {
  /// One frame's line in brief.
  package struct Entry: Sendable, Equatable {
    /// The frame's number.
    package var index: Int
    /// The line's number in `frames.jsonl`, counted from 1.
    package var line: Int
    /// Whether the line or `deleted.json` says that the picture was deleted.
    package var isDeleted: Bool
    /// Whether its picture was freed to make room for newer ones.
    package var isFreed = false
    /// Whether any guide of any camera is snapped.
    package var isSnapped: Bool
    /// Time stamp in nanoseconds of the first camera that has one.
    package var nanoseconds: Int64?
    /// Whether the shutter was pressed for it.
    package var isPhoto: Bool
    /// Whether a program marked it.
    package var isMarked: Bool
    /// Whether instruments said anything.
    package var hasValues: Bool

    /// The first live camera's stamp, else the first available.
    package var stamp: LineBrief.Stamp?
    /// Byte offset of the line.
    package var offset: Int
    /// The picture's file name, if it isn't the one derived from the index.
    package var otherFile: String?

    /// Whether it is neither deleted nor freed.
    package var isPresent: Bool { !isDeleted && !isFreed }

    /// The picture's file name.
    package var file: String { otherFile ?? FileName.frame(index) }

    init(_ line: ManifestScanner.Line, _ brief: LineBrief, isDeleted: Bool, isFreed: Bool = false) {
      index = brief.index
      self.line = line.number
      self.isDeleted = isDeleted
      self.isFreed = isFreed
      isSnapped = brief.states.isSnapped
      nanoseconds = brief.nanoseconds
      isPhoto = brief.isPhoto
      isMarked = brief.isMarked
      hasValues = brief.hasValues
      stamp = brief.stamp
      offset = line.start
      otherFile = brief.otherFile
    }
  }

  /// One entry per valid line, in line order.
  package var entries: [Entry] = []
  /// Lines that can't be parsed; they have no entry.
  package var problems: [RecordingProblem] = []
  /// Number of existing frames by guide state.
  package var guideStates: [String: Int] = [:]
  /// Number of existing frames by camera and its state, such as `primary live`.
  package var cameraStates: [String: Int] = [:]
  /// The cameras' ids, in order of first appearance.
  package var cameras: [String] = []

  /// The entries of frames that are neither deleted nor freed.
  package var present: [Entry] { entries.filter(\.isPresent) }

  /// The contents of `freed.json`; `nil` when nothing was freed.
  package var freed: FreedMark?
  /// Whether the last line is incomplete.
  package var endsHalf = false
  private var lines = 0
  private var bad = 0
  /// The work that reading it took.
  package var work = ManifestScanner.Work()

  package init() {}
}

// MARK: - Reading

extension RecordingIndex {
  /// Bytes of a manifest that one thread reads at a time.
  package static let share = 4 << 20

  /// Reads the whole manifest, in parts on several processors if it is long.
  ///
  /// - Parameters:
  ///   - share: the bytes of a part.
  ///   - isTolerant: whether to report an unparsable `freed.json` or `deleted.json` as a problem instead of throwing.
  /// - Throws: `FileError` when the manifest, `freed.json` or `deleted.json` can't be read.
  package init(_ folder: FolderHandle, share: Int = Self.share, isTolerant: Bool = false) throws(FileError) {
    var unfit: [RecordingProblem] = []
    func read<Value>(_ file: String, _ body: () throws(FileError) -> Value) throws(FileError) -> Value? {
      do { return try body() } catch {
        guard isTolerant, case .unfit(_, let reason) = error else { throw error }
        unfit.append(RecordingProblem(file: file, what: reason))
        return nil
      }
    }
    freed = try read(FreedMark.name) { () throws(FileError) in try FreedMark.read(folder) } ?? nil
    let deleted =
      try read(FrameList.deleted.file) { () throws(FileError) in try FrameList.deleted.read(folder) } ?? []
    problems = unfit
    let before = freed?.before ?? 0
    let pictures = try before > 0 ? PictureNames(folder, toAsk: before) : nil
    let bytes = folder.status(FileName(RecordingFolder.manifest))?.bytes ?? 0
    let parts = max(1, (bytes + share - 1) / share)
    guard parts > 1 else {
      add(try Part(folder, 0, .max, deleted, before, pictures))
      endProblems()
      return
    }
    let path = folder.path
    let results = Mutex<(parts: [Int: Part], failure: FileError?)>(([:], nil))
    WorkerThread.share(parts, name: "dualcam-lines") { next in
      while let number = next(), results.withLock({ $0.failure == nil }) {
        do throws(FileError) {
          // The file may have grown: the last part ends at its end.
          let part = try Part(
            FolderHandle(path), number * share, number == parts - 1 ? .max : (number + 1) * share, deleted,
            before,
            pictures)
          results.withLock { $0.parts[number] = part }
        } catch {
          results.withLock { $0.failure = error }
        }
      }
    }
    if let failure = results.withLock({ $0.failure }) { throw failure }
    entries.reserveCapacity(results.withLock { $0.parts.values.reduce(0) { $0 + $1.entries.count } })
    for number in 0..<parts {
      // Remove each part as it is added, so that they aren't all in memory twice.
      if let part = results.withLock({ $0.parts.removeValue(forKey: number) }) { add(part) }
    }
    endProblems()
  }

  /// Reads the manifest and lists the pictures: concurrently if the manifest is long, since both take equally long.
  package static func withPictures(
    _ folder: FolderHandle
  ) throws(FileError) -> (index: RecordingIndex, pictures: PictureNames) {
    let path = folder.path
    let read = Mutex<PictureNames?>(nil)
    var reader: WorkerThread?
    if folder.status(FileName(RecordingFolder.manifest))?.bytes ?? 0 > share {
      reader = try? WorkerThread(name: "dualcam-names") {
        let names = try? PictureNames(FolderHandle(path), toAsk: .max)
        read.withLock { $0 = names }
      }
    }
    defer { reader?.join() }
    let index = try RecordingIndex(folder)
    reader?.join()
    if let pictures = read.withLock({ $0 }) { return (index, pictures) }
    return (index, try PictureNames(folder, toAsk: index.entries.count))
  }

  /// What was read from part of the lines.
  private struct Part: Sendable {
    var entries: [Entry] = []
    var problems: [RecordingProblem] = []
    var bad = 0
    var lines = 0
    /// Each once, in line order.
    var states: [LineBrief.States] = []
    /// The number of existing frames in each state.
    var counts: [LineBrief.States: Int] = [:]
    var endsHalf = false
    var work = ManifestScanner.Work()

    init(
      _ folder: FolderHandle, _ from: Int, _ to: Int, _ deleted: Set<Int>, _ before: Int,
      _ pictures: PictureNames?
    ) throws(FileError) {
      var scanner = try ManifestScanner(folder, to: to)
      scanner.seek(to: try scanner.start(after: from))
      // Most lines have the same states as the line before.
      var run: (states: LineBrief.States, count: Int)?
      while let line = try scanner.next() {
        lines = line.number
        switch line.content {
        case .failure(let problem):
          // A file of nothing but newlines has as many problems as bytes.
          bad += 1
          if bad <= ManifestReader.mostProblems { problems.append(problem) }
        case .success(let brief):
          let isDeleted = brief.isDeleted || (!deleted.isEmpty && deleted.contains(brief.index))
          let isFreed =
            !isDeleted && brief.index < before
            && pictures?.contains(brief.index, brief.otherFile, folder) == false
          entries.append(Entry(line, brief, isDeleted: isDeleted, isFreed: isFreed))
          if run?.states != brief.states {
            if let run { counts[run.states, default: 0] += run.count }
            if counts[brief.states] == nil {
              states.append(brief.states)
              counts[brief.states] = 0
            }
            run = (brief.states, 0)
          }
          if !isDeleted && !isFreed { run?.count += 1 }
        }
      }
      if let run { counts[run.states, default: 0] += run.count }
      endsHalf = scanner.endsHalf
      work = scanner.work
    }
  }

  private mutating func add(_ part: Part) {
    for var entry in part.entries {
      entry.line += lines
      entries.append(entry)
    }
    for var problem in part.problems.prefix(max(0, ManifestReader.mostProblems - problems.count)) {
      problem.line = problem.line.map { $0 + lines }
      problems.append(problem)
    }
    bad += part.bad
    lines += part.lines
    for states in part.states {
      let (guides, cameras) = states.words
      let count = part.counts[states] ?? 0
      for camera in cameras where !self.cameras.contains(camera.id) { self.cameras.append(camera.id) }
      guard count > 0 else { continue }
      for guide in guides { guideStates[guide, default: 0] += count }
      for camera in cameras { cameraStates["\(camera.id) \(camera.state)", default: 0] += count }
    }
    endsHalf = endsHalf || part.endsHalf
    work.bytes += part.work.bytes
    work.decoded += part.work.decoded
  }

  private mutating func endProblems() {
    guard bad > ManifestReader.mostProblems else { return }
    problems.append(
      RecordingProblem(
        file: RecordingFolder.manifest,
        what: "\((bad - ManifestReader.mostProblems).counted("more line", "more lines")) that can't be read"))
  }

  // MARK: - Single frames

  /// Looks up single frames without reading the whole manifest, relying on ascending indices.
  ///
  /// - Parameter ranges: of indices.
  /// - Returns: their entries, with line number 0, and the work it took; `nil` unless each frame has one line, in its place and
  ///   in the form this tool writes: then the whole manifest must be read.
  package static func find(
    _ ranges: [ClosedRange<Int>], in folder: FolderHandle
  ) throws(FileError) -> (entries: [Entry], work: ManifestScanner.Work)? {
    guard let bytes = folder.status(FileName(RecordingFolder.manifest))?.bytes else { return nil }
    let deleted = try FrameList.deleted.read(folder)
    let before = try FreedMark.read(folder)?.before ?? 0
    var scanner = try ManifestScanner(folder, block: 1 << 13)
    var entries: [Entry] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard range.upperBound - range.lowerBound < mostSought else { return nil }
      // The line is in this part of the file, which begins at the start of a line.
      var part = (low: 0, high: bytes)
      while part.high - part.low > 1 << 13 {
        let middle = part.low + (part.high - part.low) / 2
        let start = try scanner.start(after: middle)
        guard start < part.high, let line = try scanner.next() else {
          part.high = middle
          continue
        }
        guard case .success(let brief) = line.content else { return nil }
        if brief.index < range.lowerBound { part.low = start } else { part.high = middle }
      }
      scanner.seek(to: part.low)
      var next = range.lowerBound
      while next <= range.upperBound {
        guard let line = try scanner.next(), case .success(let brief) = line.content else { return nil }
        if brief.index < next, next == range.lowerBound { continue }
        guard brief.index == next, !brief.isDeleted, brief.otherFile == nil else { return nil }
        next += 1
        // It may be in an earlier range, too.
        if let last = entries.last, last.index >= brief.index { continue }
        let isDeleted = deleted.contains(brief.index)
        let isFreed =
          !isDeleted && brief.index < before && folder.status(FileName(frame: brief.index)) == nil
        entries.append(Entry(line, brief, isDeleted: isDeleted, isFreed: isFreed))
        entries[entries.count - 1].line = 0
      }
    }
    return (entries, scanner.work)
  }

  /// The longest range to look up.
  private static let mostSought = 4096
}
