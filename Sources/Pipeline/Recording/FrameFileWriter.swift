import Glibc

/// Writes frames into a recording's folder: a JPEG, then its line. Allocates nothing in a steady state.
///
/// A frame's file appears under its name whole or not at all, and its line follows it: whoever reads the manifest
/// while it grows finds every file it names.
struct FrameFileWriter: ~Copyable {
  private let folder: FolderHandle
  private let manifest: Int32
  // Bytes of whole lines: what the manifest is cut back to when a line fails.
  private var manifestBytes: Int
  private let recordsTimes: Bool
  private var temporary = FileName()
  private var final = FileName()
  private var line = JSONBytes(capacity: 16_384)
  /// Of the next frame.
  private(set) var nextIndex: Int

  init(_ folder: FolderHandle, nextIndex: Int, recordsTimes: Bool) throws(PipelineError) {
    self.folder = folder
    self.nextIndex = nextIndex
    self.recordsTimes = recordsTimes
    let name = FileName(RecordingFolder.manifest)
    manifest = folder.openToAppend(name)
    manifestBytes = folder.status(name)?.bytes ?? 0
    if manifest < 0 {
      throw FolderHandle.error(-manifest, path: "\(folder.path)/\(name.text)", isCreating: true)
    }
  }

  deinit { if manifest >= 0 { close(manifest) } }

  /// Writes one frame and sets its ``StageTimes/Part/write`` time.
  ///
  /// - Returns: the frame's index.
  /// - Throws: ``PipelineError/cannotCreate(path:reason:)`` when the disk is full or can't be written to,
  ///   ``PipelineError/io(path:reason:)`` otherwise. The folder is as it was before the call then.
  mutating func write(_ frame: OutputFrame) throws(PipelineError) -> Int {
    let start = MonotonicClock.now()
    try writeTemporary(frame)
    try nameFrame()
    let named = MonotonicClock.now()
    frame.times[.write] = named - start
    frame.named = named
    compose(frame)
    let code = folder.write(line.bytes.span, to: manifest)
    guard code == 0 else {
      // A half line would spoil the next one.
      ftruncate(manifest, manifestBytes)
      folder.remove(final)
      throw FolderHandle.error(code, path: "\(folder.path)/\(RecordingFolder.manifest)", isCreating: false)
    }
    manifestBytes += line.bytes.count
    nextIndex += 1
    return nextIndex - 1
  }

  /// Makes what was written so far survive a power cut.
  func synchronize() throws(PipelineError) {
    guard fsync(manifest) != 0, errno != EINVAL, errno != ENOTSUP else { return }
    throw FolderHandle.error(errno, path: "\(folder.path)/\(RecordingFolder.manifest)", isCreating: false)
  }

  private mutating func writeTemporary(_ frame: OutputFrame) throws(PipelineError) {
    temporary.setFrame(nextIndex, isTemporary: true)
    let file = folder.openNew(temporary)
    guard file >= 0 else { throw error(-file, temporary, isCreating: true) }
    var code = frame.withJPEG { bytes in folder.write(bytes, to: file) }
    // NFS and quotas report a full disk no earlier than here.
    if close(file) != 0 && code == 0 && errno != EINTR { code = errno }
    guard code == 0 else {
      folder.remove(temporary)
      throw error(code, temporary, isCreating: false)
    }
  }

  /// Gives the temporary file the next free frame name.
  private mutating func nameFrame() throws(PipelineError) {
    while true {
      final.setFrame(nextIndex, isTemporary: false)
      let code = folder.renameNew(temporary, to: final)
      if code == 0 { return }
      guard code == EEXIST, nextIndex < Int.max else {
        folder.remove(temporary)
        throw error(code, final, isCreating: true)
      }
      // Somebody put a file there meanwhile: it stays, and its number is not used.
      nextIndex += 1
    }
  }

  private mutating func compose(_ frame: OutputFrame) {
    line.removeAll()
    line.beginObject()
    line.key("index")
    line.value(nextIndex)
    line.key("file")
    line.string { bytes in
      for position in 0..<final.count { bytes.append(final.bytes[position]) }
    }
    line.raw(frame.line)
    if recordsTimes {
      line.key("stagesMs")
      line.beginObject()
      appendTime(frame, .pair)
      appendTime(frame, .decode)
      appendTime(frame, .reduce)
      appendTime(frame, .hud)
      appendTime(frame, .chrome)
      appendTime(frame, .ink)
      appendTime(frame, .encode)
      appendTime(frame, .write)
      line.endObject()
      if let captured = frame.captured, let named = frame.named {
        line.key("latencyMs")
        line.value(Double(named - captured) / 1e6, decimals: 3)
      }
    }
    line.endObject()
    line.newline()
  }

  private mutating func appendTime(_ frame: OutputFrame, _ part: StageTimes.Part) {
    line.key(part.staticName)
    line.value(Double(frame.times[part]) / 1e6, decimals: 3)
  }

  private func error(_ code: Int32, _ name: FileName, isCreating: Bool) -> PipelineError {
    FolderHandle.error(code, path: "\(folder.path)/\(name.text)", isCreating: isCreating)
  }
}
