import Compositor
import Foundation
import HostResources

/// Records frames into a folder: JPEGs, the manifest and the session's description.
///
/// If the folder already has a recording, numbering continues. Not thread-safe: use it only on the sink's thread.
/// Locks the folder against other writers for as long as the writer exists.
package final class RecordingWriter {
  /// The recording's folder: its path when the writer was made.
  package var folder: String { handle.path }
  /// The repairs of what a killed run left, one sentence each.
  package let repairs: [String]
  /// The description, as in `session.json`.
  package private(set) var session: SessionDescription
  /// Frames written by this writer.
  package var frames: Int { earlier.frames + written.frames }
  /// Bytes of JPEGs written by this writer.
  package var bytes: Int { earlier.bytes + written.bytes }
  package let handle: FolderHandle
  private var files: FrameFileWriter
  private let recordsTimes: Bool
  private let durability: Durability
  /// Made with the first frame that is kept beside its picture.
  private var sources: SourceFileWriter?
  private var photos: PhotoFiles
  private var reserve: DiskReserve?
  /// What is signed; `nil` without a key.
  package let log: SignedLog?
  /// The totals up to the current run, which those given count along.
  package var before = SessionTotals(seconds: 0)
  // What this writer's earlier runs wrote, and the current one.
  private var earlier = (frames: 0, bytes: 0)
  private var written = RunSums()

  /// How many pictures of photos couldn't be linked under their photos' names, and why the last couldn't.
  package var unnamed: (count: Int, reason: String) { files.unnamed }
  /// Index of the next frame.
  package var nextIndex: Int { files.nextIndex }

  /// Opens or creates the folder, locks and repairs it, and writes `session.json`.
  ///
  /// - Parameters:
  ///   - folder: created with its parents if missing.
  ///   - session: describes this run; ``SessionDescription/firstIndex`` and the earlier runs are filled in.
  ///   - recordsTimes: whether lines include the stages' times, and totals the glass, which depends on them; false when the
  ///     same input must give the same bytes.
  ///   - durability: what survives a power cut.
  ///   - key: signs what is recorded; see ``SignedLog``.
  /// - Throws: `FileError.noRoom(path:reason:)` on a full disk; `FileError.cannotCreate(path:reason:)` when the folder
  ///   can't be created or written to; `FileError.busy(path:reason:)` when another process records into it;
  ///   `FileError.misused(reason:)` when it holds segments; `FileError.unfit(path:reason:)` when its `session.json`
  ///   can't be parsed; `FileError.io(path:reason:)`.
  package convenience init(
    folder: String, session: SessionDescription, recordsTimes: Bool = true, durability: Durability = .none,
    key: SigningKey? = nil
  ) throws(FileError) {
    try self.init(
      .creating(folder), session: session, recordsTimes: recordsTimes,
      durability: durability, key: key)
  }

  /// Records into a folder that is already open, even if it has been moved.
  ///
  /// - Parameter after: the segment before, and the end of its signed log.
  package init(
    _ handle: FolderHandle, session: SessionDescription, recordsTimes: Bool,
    durability: Durability, key: SigningKey? = nil, after: (segment: String, digest: String)? = nil
  ) throws(FileError) {
    try handle.lock()
    let earlier = try SessionFile.read(handle)
    if SegmentFolder.isSegmented(handle) {
      throw .misused(
        reason: "\(handle.path) holds a recording in segments: give --segment again, or name another folder")
    }
    let wasStopped = earlier != nil && earlier?.totals == nil
    let state = try RecordingFolder.repair(handle, afterCut: wasStopped)
    self.handle = handle
    (self.recordsTimes, self.durability) = (recordsTimes, durability)
    repairs = state.repairs
    self.session = session
    self.session.firstIndex = state.nextIndex
    self.session.previous = earlier?.runs
    if key == nil, handle.exists(FileName(SignedLog.name)) { throw Self.needsKey(handle.path) }
    log = try key.map { key throws(FileError) in try SignedLog(handle, key: key) }
    // A number that was signed isn't used again.
    let last = try log.map { log throws(FileError) in try SignedFindings.note(handle, in: log) } ?? -1
    let nextIndex = max(state.nextIndex, last + 1)
    self.session.firstIndex = nextIndex
    files = try FrameFileWriter(
      handle, nextIndex: nextIndex, recordsTimes: recordsTimes, durability: durability, log: log)
    photos = PhotoFiles(in: handle, durability: durability)
    let text = try SessionFile.text(self.session, in: handle)
    try log?.begin(session: text, first: nextIndex, after: after)
    try SessionFile.write(text, to: handle)
    hold()
  }

  /// A signed recording goes on only with its key: whatever followed would look as if somebody had added it.
  package static func needsKey(_ path: String) -> FileError {
    .misused(reason: "\(path) holds a signed recording: give its key by --sign, or name another folder")
  }

  /// Synchronizes pictures in groups, if requested; call after each picture.
  ///
  /// - Throws: `FileError.io(path:reason:)` when the pictures are recorded but the last may not be on the
  ///   disk.
  package func synchronizeIfDue() throws(FileError) { try files.synchronizeIfDue() }

  /// Makes everything written so far survive a power cut, if synchronizing in groups.
  package func synchronize() throws(FileError) { try files.synchronizeGroup() }

  /// Releases the space reserved for the end, for work that needs some on a full disk before it frees more.
  package func release() { reserve = nil }

  /// Reserves space for the end.
  package func hold() {
    let bytes = handle.status(FileName(RecordingFolder.session))?.bytes ?? 0
    reserve = DiskReserve(handle, bytes: DiskReserve.bytes(session: bytes))
  }

  /// Writes a picture's JPEG and then its line.
  ///
  /// Allocates nothing in the steady state. After an error the folder is as it was before the call, without the cameras'
  /// frames, and the next picture may be tried.
  ///
  /// - Throws: `FileError.noRoom(path:reason:)` when the disk is full,
  ///   `FileError.cannotCreate(path:reason:)` when it can't be written to, `FileError.io(path:reason:)`
  ///   otherwise.
  package func write(_ issue: Issue) throws(FileError) -> RecordedPicture {
    let next = files.nextIndex
    do {
      if let copies = issue.picture.sources, !copies.isEmpty {
        if sources == nil { sources = try SourceFileWriter(in: handle) }
        try sources?.write(copies, index: next) { () throws(FileError) in try files.freeFiles() }
      }
      let photo = issue.picture.photos.isEmpty ? nil : try photos.write(issue.picture, index: next)
      let recorded = try files.write(issue, photo: photo)
      written.add(issue.picture, isTimed: recordsTimes)
      return recorded
    } catch {
      sources?.remove(next)
      if !issue.picture.photos.isEmpty { photos.remove(next) }
      throw error
    }
  }

  /// Writes the session's description with the run's totals, and marks the lines of frames deleted meanwhile.
  ///
  /// - Parameters:
  ///   - totals: of this run and those before; the numbers of frames, bytes, MCUs and glass are replaced by the actual ones.
  ///   - endedAt: ISO 8601, or `nil` when the same input must give the same bytes.
  ///   - continues: whether the recorder goes on in another segment.
  /// - Throws: `FileError` when the pictures can't be synchronized or the description can't be written.
  package func finish(
    totals: SessionTotals, endedAt: String? = nil, continues: Bool = false
  ) throws(FileError) {
    try endRun(totals: totals, endedAt: endedAt, continues: continues)
    do { try DeletedFrames.settle(handle) } catch {
      // Without space for another manifest, keep the list, which says the same.
      guard case .noRoom = error else { throw error }
    }
  }

  private func endRun(totals: SessionTotals, endedAt: String?, continues: Bool) throws(FileError) {
    // The description goes into the reserved space.
    reserve = nil
    try files.synchronize()
    session.totals = written.put(into: totals.since(before))
    session.endedAt = endedAt
    let text = try SessionFile.text(session, in: handle)
    if let log {
      try SignedFindings.noteDeleted(handle, in: log)
      try log.end(session: text, next: nextIndex, continues: continues)
      if durability != .none { try log.synchronize() }
    }
    try SessionFile.write(text, to: handle)
  }

  /// Whether the current run has pictures.
  package var hasBegun: Bool { written.frames > 0 }

  /// Describes a run anew that has no pictures yet.
  package func describe(_ session: SessionDescription) throws(FileError) {
    let former = self.session
    self.session = session
    (self.session.firstIndex, self.session.previous) = (former.firstIndex, former.previous)
    let text = try SessionFile.text(self.session, in: handle)
    try log?.describe(session: text)
    try SessionFile.write(text, to: handle)
    hold()
  }

  /// Ends a run and begins the next in the same folder: everything recorded afterwards has a new description.
  ///
  /// - Parameters:
  ///   - session: describes the new run.
  ///   - totals: of the ending run and those before.
  ///   - endedAt: of the ending run, as for `finish(totals:endedAt:)`.
  package func beginRun(
    _ session: SessionDescription, totals: SessionTotals, endedAt: String?
  ) throws(FileError) {
    try endRun(totals: totals, endedAt: endedAt, continues: true)
    let runs = self.session.runs
    self.session = session
    self.session.firstIndex = nextIndex
    self.session.previous = runs
    (earlier, written, before) = ((frames, bytes), RunSums(), totals)
    let text = try SessionFile.text(self.session, in: handle)
    try log?.begin(session: text, first: nextIndex, after: nil)
    try SessionFile.write(text, to: handle)
    hold()
  }
}
