import Compositor
import Foundation
import HostResources

/// Records frames into a folder: JPEGs, the manifest and the session's description.
///
/// Going on in a folder that has a recording continues its numbers. Not thread-safe: it belongs to the thread of
/// the sink. The folder is locked against other writers as long as the writer lives.
public final class RecordingWriter {
  public var folder: String { handle.path }
  /// What a killed run had left and was put in order, a sentence each.
  public let repairs: [String]
  /// As it stands in `session.json`.
  public private(set) var session: SessionDescription
  /// Frames written by this writer.
  public private(set) var frames = 0
  /// Bytes of their JPEGs.
  public private(set) var bytes = 0
  package let handle: FolderHandle
  private var files: FrameFileWriter
  private var sources: SourceFileWriter?
  private var reserve: DiskReserve?
  // Of this writer's earlier runs, when a new one begins.
  private var runStart = (frames: 0, bytes: 0)

  /// Index of the next frame.
  public var nextIndex: Int { files.nextIndex }

  /// - Parameters:
  ///   - folder: made with its parents where it doesn't exist.
  ///   - session: what this run does; ``SessionDescription/firstIndex`` and the earlier runs are filled in.
  ///   - keepsSources: whether the cameras' own frames are kept beside the pictures.
  ///   - recordsTimes: whether lines tell the stages' times; false where the same input has to give the same
  ///     bytes.
  ///   - durability: what a power cut leaves.
  /// - Throws: ``FileError/noRoom(path:reason:)`` on a full disk, ``FileError/cannotCreate(path:reason:)`` when the folder can't be made or written to or
  ///   somebody else records into it; ``FileError/unfit(path:reason:)`` when it has a `session.json`
  ///   that can't be understood; ``FileError/io(path:reason:)``.
  public convenience init(
    folder: String, session: SessionDescription, keepsSources: Bool = false,
    recordsTimes: Bool = true, durability: Durability = .none
  ) throws(FileError) {
    try self.init(
      .creating(folder), session: session, keepsSources: keepsSources, recordsTimes: recordsTimes,
      durability: durability)
  }

  /// Records into a folder that is open, wherever it is moved to.
  package init(
    _ handle: FolderHandle, session: SessionDescription, keepsSources: Bool, recordsTimes: Bool,
    durability: Durability
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
    repairs = state.repairs
    self.session = session
    self.session.firstIndex = state.nextIndex
    self.session.previous = earlier?.runs
    files = try FrameFileWriter(
      handle, nextIndex: state.nextIndex, recordsTimes: recordsTimes, durability: durability)
    sources = keepsSources ? try SourceFileWriter(in: handle) : nil
    try SessionFile.write(self.session, to: handle)
    hold()
  }

  /// Synchronises pictures in groups, where that was asked for: to be called after each.
  ///
  /// - Throws: ``FileError/io(path:reason:)``: the pictures are recorded, and the last may not be on the disk
  ///   itself.
  package func synchronizeIfDue() throws(FileError) { try files.synchronizeIfDue() }

  /// Makes what was written so far survive a power cut, where that was asked for.
  package func synchronize() throws(FileError) { try files.synchronizeGroup() }

  /// Gives the room back that was set aside for the end, for what needs some on a full disk before it makes more.
  package func release() { reserve = nil }

  /// Sets room aside for the end.
  package func hold() {
    let bytes = handle.status(FileName(RecordingFolder.session))?.bytes ?? 0
    reserve = DiskReserve(handle, bytes: DiskReserve.bytes(session: bytes))
  }

  /// Writes a frame's JPEG and then its line, and sets the frame's ``OutputFrame/writing`` time.
  ///
  /// Allocates nothing in a steady state. After an error the folder is as it was before the call, and the next
  /// frame may be tried.
  ///
  /// - Returns: the frame's index.
  /// - Throws: ``FileError/noRoom(path:reason:)`` when the disk is full,
  ///   ``FileError/cannotCreate(path:reason:)`` when it can't be written to, ``FileError/io(path:reason:)``
  ///   otherwise.
  package func write(_ frame: OutputFrame) throws(FileError) -> Int {
    if let copies = frame.sources {
      try sources?.write(copies, index: files.nextIndex) { () throws(FileError) in try files.freeFiles() }
    }
    let index = try files.write(frame)
    frames += 1
    bytes += frame.byteCount
    return index
  }

  /// Writes the session's description with what came of the run.
  ///
  /// - Parameters:
  ///   - totals: the number of frames and bytes are replaced by what was written.
  ///   - endedAt: ISO 8601, or `nil` where the same input has to give the same bytes.
  public func finish(totals: SessionTotals, endedAt: String? = nil) throws(FileError) {
    // Its room is what the description is written to.
    reserve = nil
    try files.synchronize()
    session.totals = totals
    session.totals?.frames = frames - runStart.frames
    session.totals?.bytes = bytes - runStart.bytes
    session.endedAt = endedAt
    try SessionFile.write(session, to: handle)
  }

  /// Ends a run and begins the next in the same folder: what is recorded from here on has another description.
  ///
  /// - Parameters:
  ///   - session: of the new run.
  ///   - totals: of the one that ends.
  package func beginRun(
    _ session: SessionDescription, totals: SessionTotals, endedAt: String?
  ) throws(FileError) {
    try finish(totals: totals, endedAt: endedAt)
    let runs = self.session.runs
    self.session = session
    self.session.firstIndex = nextIndex
    self.session.previous = runs
    runStart = (frames, bytes)
    try SessionFile.write(self.session, to: handle)
    hold()
  }
}
