import Foundation
import HostResources
import Synchronization
import Values

/// Lists recordings; keeps and deletes their frames.
package struct RecordingLibrary: Sendable {
  /// A recording, or a folder of recordings, as given to ``init(_:)``.
  package let folder: String

  /// Reads nothing yet.
  ///
  /// - Parameter folder: a recording, or a folder of recordings.
  package init(_ folder: String) { self.folder = folder }

  /// The result of a change.
  package struct Change: Codable, Sendable, Equatable {
    /// Indices of the changed frames.
    package var frames: [Int] = []
    /// Indices that a deletion skipped because they are kept.
    package var skippedKept: [Int] = []
    /// Bytes of pictures freed by deleting.
    package var bytes = 0

    /// An empty change.
    package init() {}
  }

  // MARK: - List

  /// The recording itself, or the recordings directly in the folder, by name.
  ///
  /// - Throws: `FileError.io(path:reason:)` when the folder can't be read. A single recording's problems are in its summary.
  package func list() throws(FileError) -> [RecordingSummary] { try list(where: []).recordings }

  /// Those of ``list()`` with pictures whose values fulfil all conditions; without conditions all.
  ///
  /// - Returns: also the names and units of all values in them, for people whose search found nothing.
  package func list(
    where conditions: [ValueCondition]
  ) throws(FileError) -> (recordings: [RecordingSummary], names: Set<String>) {
    let search = conditions.isEmpty ? nil : ValueSearch(conditions: conditions)
    var (names, found): (Set<String>, [RecordingSummary]) = ([], [])
    for recording in try recordings() {
      let summary = Self.summary(recording, search, &names)
      // What couldn't be read may have some.
      if search == nil || summary.matches?.frames ?? 0 > 0 || !summary.problems.isEmpty {
        found.append(summary)
      }
    }
    return (found, names)
  }

  private func recordings() throws(FileError) -> [FolderHandle] {
    let handle = try FolderHandle(folder)
    if RecordingFolder.isRecording(handle) { return [handle] }
    var result: [FolderHandle] = []
    for name in try handle.names().sorted() where !name.hasPrefix(".") {
      guard let child = try? FolderHandle("\(folder)/\(name)"), RecordingFolder.isRecording(child) else {
        continue
      }
      result.append(child)
    }
    return result
  }

  /// - Parameter names: gets those of values that were looked at.
  private static func summary(
    _ folder: FolderHandle, _ search: ValueSearch?, _ names: inout Set<String>
  ) -> RecordingSummary {
    var problems: [RecordingProblem] = []
    func attempt<Value>(_ file: String, _ body: () throws(FileError) -> Value) -> Value? {
      do { return try body() } catch {
        problems.append(RecordingProblem(file: file, what: "\(error)"))
        return nil
      }
    }
    let found = attempt(RecordingFolder.manifest) { () throws(FileError) in
      try RecordingIndex.withPictures(folder)
    }
    let index = found?.index ?? RecordingIndex()
    let session = attempt(RecordingFolder.session) { () throws(FileError) in
      try SessionFile.read(folder)
    }
    let kept = attempt(FrameList.kept.file) { () throws(FileError) in try FrameList.kept.read(folder) }
    let runs = session??.runs ?? []
    let cameras = runs.last?.sources.map { "\($0.id): \($0.name)" }
    let searched = search.flatMap { search in
      attempt(RecordingFolder.manifest) { () throws(FileError) in try search.run(folder, index.entries) }
    }
    names.formUnion(searched?.names ?? [])
    return RecordingSummary(
      name: URL(fileURLWithPath: folder.path).lastPathComponent, path: folder.path,
      frames: index.entries.count { $0.isPresent },
      deleted: index.entries.count { $0.isDeleted }, freed: index.entries.count { $0.isFreed },
      kept: index.entries.count { $0.isPresent && kept?.contains($0.index) ?? false },
      photos: index.entries.count { $0.isPresent && $0.isPhoto },
      bytes: found.map { bytes(index.entries, $0.pictures, runs, folder) } ?? 0,
      seconds: seconds(index.entries, runs), cameras: cameras ?? index.cameras,
      firstTime: runs.first?.startedAt, lastTime: runs.last.flatMap { $0.endedAt ?? $0.startedAt },
      guideStates: index.guideStates, cameraStates: index.cameraStates,
      matches: searched?.matches, problems: problems + index.problems)
  }

  /// The pictures' bytes. Uses the totals of finished runs that still have all their pictures; looks up the size of others.
  private static func bytes(
    _ entries: [RecordingIndex.Entry], _ pictures: PictureNames, _ runs: [SessionDescription],
    _ folder: FolderHandle
  ) -> Int {
    func run(_ entry: RecordingIndex.Entry) -> Int { runs.lastIndex { $0.firstIndex <= entry.index } ?? -1 }
    // First those of no run, then those of each run.
    var there = Array(repeating: [Int](), count: runs.count + 1)
    for (position, entry) in entries.enumerated() where entry.isPresent && pictures.contains(entry, folder) {
      there[run(entry) + 1].append(position)
    }
    var known = 0
    let isPacked = folder.exists(FileName(PackedPicture.mark))
    for (number, run) in runs.enumerated() where !isPacked {
      guard let totals = run.totals, totals.frames == there[number + 1].count,
        (0..<1 << 50).contains(totals.bytes)
      else { continue }
      known += totals.bytes
      there[number + 1] = []
    }
    let asked = there.flatMap(\.self)
    let sum = Atomic(known)
    let path = folder.path
    let share = 4096
    WorkerThread.share((asked.count + share - 1) / share, name: "dualcam-sizes") { next in
      guard let folder = try? FolderHandle(path) else { return }
      while let number = next() {
        for position in asked[number * share..<min((number + 1) * share, asked.count)] {
          let bytes = folder.status(FileName(entries[position].file))?.bytes ?? 0
          sum.wrappingAdd(bytes, ordering: .relaxed)
        }
      }
    }
    return sum.load(ordering: .relaxed)
  }

  /// Adds up per run: time stamps of different runs are unrelated, because the clock restarts with the machine.
  private static func seconds(
    _ entries: [RecordingIndex.Entry], _ runs: [SessionDescription]
  ) -> Double? {
    let starts = runs.map(\.firstIndex)
    var spans: [Int: (first: Int64, last: Int64)] = [:]
    for entry in entries {
      guard entry.isPresent, let time = entry.nanoseconds else { continue }
      let run = starts.lastIndex { $0 <= entry.index } ?? 0
      let span = spans[run] ?? (time, time)
      spans[run] = (min(span.first, time), max(span.last, time))
    }
    if spans.isEmpty { return nil }
    return spans.values.reduce(0) { $0 + (Double($1.last) - Double($1.first)) / 1e9 }
  }

  /// A photo: a picture for which the shutter was pressed.
  package struct Photo: Codable, Sendable {
    /// The recording's name.
    package var recording: String
    /// The picture's number.
    package var index: Int
    /// The photo's path: the first camera's own picture or, with `--photos annotated`, the recorded one.
    package var path: String
    /// When it was written, in seconds since 1970.
    package var modified: Double
  }

  /// The photos of the recording, or of the recordings directly in the folder, each with all of its files.
  ///
  /// - Throws: `FileError.io(path:reason:)`, `FileError.unfit(path:reason:)` when one can't be read.
  package func photos() throws(FileError) -> [Photo] {
    let handle = try FolderHandle(folder)
    var recordings = (try? SegmentFolder.parts(of: handle)) ?? []
    if recordings.allSatisfy({ !RecordingFolder.isRecording($0) }) {
      recordings = []
      for name in try handle.names().sorted() where !name.hasPrefix(".") {
        // Other folders may lie between them.
        guard let child = try? FolderHandle("\(folder)/\(name)") else { continue }
        recordings += (try? SegmentFolder.parts(of: child)) ?? []
      }
    }
    if recordings.isEmpty { recordings = try SegmentFolder.parts(of: handle) }
    var photos: [Photo] = []
    for recording in recordings where RecordingFolder.isRecording(recording) {
      for entry in try RecordingIndex(recording).entries where entry.isPresent && entry.isPhoto {
        let files = PhotoFiles.files(of: entry.index, in: recording)
        for file in files.isEmpty ? [entry.file] : files {
          guard let status = recording.status(FileName(file)) else { continue }
          photos.append(
            Photo(
              recording: URL(fileURLWithPath: recording.path).lastPathComponent, index: entry.index,
              path: "\(recording.path)/\(file)", modified: status.modified))
        }
      }
    }
    return photos
  }

  // MARK: - Keep

  /// Marks frames as never to be deleted, in `kept.json`.
  ///
  /// - Returns: the frames that were not already kept.
  /// - Throws: `FileError.unfit(path:reason:)`, `FileError.io(path:reason:)`,
  ///   `FileError.cannotCreate(path:reason:)`.
  package func keep(_ selection: FrameSelection) throws(FileError) -> Change {
    try changeKept(selection) { $0.insert($1).inserted }
  }

  /// Removes the mark; deletes nothing.
  ///
  /// - Returns: the frames that had been kept.
  /// - Throws: as ``keep(_:)``.
  package func unkeep(_ selection: FrameSelection) throws(FileError) -> Change {
    try changeKept(selection) { $0.remove($1) != nil }
  }

  private func changeKept(
    _ selection: FrameSelection, _ change: (inout Set<Int>, Int) -> Bool
  ) throws(FileError) -> Change {
    let handle = try recording()
    // Read a long manifest before taking the lock, which a recording with a budget waits for.
    let selected = try Self.select(selection, handle)
    // Not the recording's lock, which a writer holds: frames may be kept while it runs.
    try handle.lockLists()
    var kept = try FrameList.kept.read(handle)
    var result = Change()
    let pictures = try PictureNames(handle, toAsk: selected.count)
    for entry in selected where pictures.contains(entry, handle) {
      if change(&kept, entry.index) { result.frames.append(entry.index) }
    }
    if !result.frames.isEmpty { try FrameList.kept.write(kept, to: handle) }
    return result
  }

  // MARK: - Delete

  /// Deletes pictures, but never kept ones, even while recording. Their lines stay, marked, so that no number is
  /// reused.
  ///
  /// If interrupted, some pictures are marked as deleted but still exist; deleting them again completes it. Lines whose file
  /// has a different number are left alone. The mark is in `deleted.json` until a run ends or begins, because a manifest may be
  /// too long to rewrite for one picture.
  ///
  /// - Throws: `FileError.unfit(path:reason:)`, `FileError.io(path:reason:)`, `FileError.cannotCreate(path:reason:)`,
  ///   `FileError.noRoom(path:reason:)`.
  ///
  /// - Parameter key: signs the deletion, unless a recorder holds the folder, which signs it itself at its end.
  package func delete(_ selection: FrameSelection, key: SigningKey? = nil) throws(FileError) -> Change {
    let handle = try recording()
    var log: SignedLog?
    if let key {
      guard handle.exists(FileName(SignedLog.name)) else {
        throw .unfit(
          path: folder, reason: "it isn't signed, so nothing can be signed of a deletion: leave out --sign")
      }
      if (try? handle.lock()) != nil { log = try SignedLog(handle, key: key) }
    }
    // A line that names another frame's file, or the description, must not cause that file to be deleted.
    let found = try Self.select(selection, handle, includingDeleted: true).filter { $0.otherFile == nil }
    let pictures = try PictureNames(handle, toAsk: found.count { $0.isDeleted })
    let selected = found.filter { !$0.isDeleted || pictures.contains($0, handle) }
    try handle.lockLists()
    if let log {
      let spared = try FrameList.kept.read(handle)
      try log.delete(selected.map(\.index).filter { !spared.contains($0) })
    }
    let (frames, bytes, kept) = try DeletedFrames.delete(selected.map(\.index), from: handle)
    var result = Change()
    (result.frames, result.bytes) = (frames, bytes)
    let deleted = Set(selected.lazy.filter(\.isDeleted).map(\.index))
    result.skippedKept = kept.filter { !deleted.contains($0) }
    return result
  }

  // MARK: - Parts

  private func recording() throws(FileError) -> FolderHandle {
    let handle = try FolderHandle(folder)
    try RecordingFolder.check(handle)
    return handle
  }

  private static func select(
    _ selection: FrameSelection, _ folder: FolderHandle, includingDeleted: Bool = false
  ) throws(FileError) -> [RecordingIndex.Entry] {
    let now = Date().timeIntervalSince1970
    var sought: [RecordingIndex.Entry]?
    if let ranges = selection.onlyRanges { sought = try RecordingIndex.find(ranges, in: folder)?.entries }
    let entries = if let sought { sought } else { try RecordingIndex(folder).entries }
    @Sendable func chosen(_ part: ArraySlice<RecordingIndex.Entry>, _ folder: FolderHandle)
      -> [RecordingIndex.Entry]
    {
      part.filter { entry in
        (includingDeleted || !entry.isDeleted) && !entry.isFreed
          && selection.contains(entry) {
            folder.status(FileName(entry.file)).map { now - $0.modified }
          }
      }
    }
    // Looking up files' times is slow.
    let share = 4096
    guard selection.olderThanSeconds != nil, entries.count > share else {
      return chosen(entries[...], folder)
    }
    let parts = Mutex<[Int: [RecordingIndex.Entry]]>([:])
    let path = folder.path
    let count = (entries.count + share - 1) / share
    WorkerThread.share(count, name: "dualcam-times") { next in
      guard let folder = try? FolderHandle(path) else { return }
      while let number = next() {
        let part = chosen(entries[number * share..<min((number + 1) * share, entries.count)], folder)
        parts.withLock { $0[number] = part }
      }
    }
    let found = parts.withLock { $0 }
    guard found.count == count else { return chosen(entries[...], folder) }
    return (0..<count).flatMap { found[$0] ?? [] }
  }
}
