import Compositor
import Glibc
import HostResources

/// Writes frames into a recording's folder: a JPEG, then its line. Allocates nothing in the steady state.
///
/// A frame's file appears under its name only once complete, and its line follows, so a reader of the growing manifest
/// finds every file it names.
package struct FrameFileWriter: ~Copyable {
  private let folder: FolderHandle
  private let manifest: Int32
  private let manifestName: LinkWatch
  // Bytes of complete lines: the length to truncate the manifest to when writing a line fails.
  private var manifestBytes: Int
  private let recordsTimes: Bool
  /// Signs each picture; `nil` without a key.
  private let log: SignedLog?
  private let durability: Durability
  private var group = PendingGroup()
  private var temporary = FileName()
  private var final = FileName()
  private var names: NamedPictures
  private var line = JSONBytes(capacity: 16_384)
  /// How many pictures of photos couldn't be linked under their photos' names, and why the last couldn't.
  package var unnamed: (count: Int, reason: String) { names.unnamed }
  /// Index of the next frame.
  package private(set) var nextIndex: Int

  package init(
    _ folder: FolderHandle, nextIndex: Int, recordsTimes: Bool, durability: Durability, log: SignedLog? = nil
  ) throws(FileError) {
    self.log = log
    self.folder = folder
    self.durability = durability
    self.nextIndex = nextIndex
    self.recordsTimes = recordsTimes
    names = NamedPictures(in: folder)
    let name = FileName(RecordingFolder.manifest)
    manifest = folder.openToAppend(name)
    manifestName = LinkWatch(manifest, named: name, in: folder)
    manifestBytes = folder.status(name)?.bytes ?? 0
    if manifest < 0 {
      throw folder.error(-manifest, name.text, isCreating: true)
    }
  }

  deinit { if manifest >= 0 { close(manifest) } }

  /// Writes one frame.
  ///
  /// - Parameter photo: the path of the photo beside it, if there is one.
  /// - Throws: `FileError.noRoom(path:reason:)` when the disk is full, `FileError.cannotCreate(path:reason:)` when it can't
  ///   be written to, `FileError.gone(path:)` when the folder or its manifest was removed, `FileError.io(path:reason:)`
  ///   otherwise. The folder is then as it was before the call.
  package mutating func write(_ issue: Issue, photo: FileName? = nil) throws(FileError) -> RecordedPicture {
    let start = MonotonicClock.now()
    try checkManifest()
    let file = try writeTemporary(issue.picture)
    var link: FileName?
    do {
      if let photo = issue.picture.facts.photo { link = try linkTemporary(photo) }
      try nameFrame()
    } catch {
      if let link { names.remove(link) }
      if file >= 0 { close(file) }
      throw error
    }
    if file >= 0 { group.append(file) }
    let named = MonotonicClock.now()
    compose(issue, photo, writing: named - start, named: named)
    do { try sign(issue.picture) } catch {
      folder.remove(final)
      if let link { names.remove(link) }
      throw error
    }
    var code = durability == .file ? folder.synchronize() : 0
    if code == 0 { code = folder.write(line.bytes.span, to: manifest) }
    if code == 0 && durability == .file { code = folder.synchronize(manifest, dataOnly: true) }
    guard code == 0 else {
      // A partial line would corrupt the next one.
      _ = folder.truncate(manifest, to: manifestBytes)
      log?.takeBack()
      folder.remove(final)
      if let link { names.remove(link) }
      throw folder.error(code, RecordingFolder.manifest, isCreating: false)
    }
    manifestBytes += line.bytes.count
    nextIndex += 1
    return RecordedPicture(index: nextIndex - 1, named: named)
  }

  /// Signs a picture with its files and its line, which is written next.
  private func sign(_ picture: Picture) throws(FileError) {
    guard let log else { return }
    let index = nextIndex
    let (final, line) = (final, line)
    try log.picture(index, line: line.bytes.span.extracting(droppingLast: 1)) { log in
      picture.withJPEG { log.file(final, $0) }
      if let copies = picture.sources { SourceFileWriter.forEach(copies, index: index) { log.file($0, $1) } }
      PhotoFiles.forEach(picture, index: index) { log.file($0, $1) }
    }
    guard durability == .file else { return }
    do { try log.synchronize() } catch {
      log.takeBack()
      throw error
    }
  }

  /// Synchronizes the group if it is full or old enough.
  package mutating func synchronizeIfDue() throws(FileError) {
    if durability == .group, group.isDue(at: MonotonicClock.now()) { try synchronize() }
  }

  /// Synchronizes the pending pictures, if any.
  package mutating func synchronizeGroup() throws(FileError) { if !group.isEmpty { try synchronize() } }

  /// Closes the pending files by synchronizing them now.
  ///
  /// - Returns: whether there were any.
  package mutating func freeFiles() throws(FileError) -> Bool {
    if group.isEmpty { return false }
    try synchronize()
    return true
  }

  /// Makes everything written so far survive a power cut.
  ///
  /// - Throws: `FileError.io(path:reason:)` when the last pictures may not be on the disk; `FileError.gone(path:)`.
  package mutating func synchronize() throws(FileError) {
    try checkManifest()
    // Before the lines that it speaks of.
    if durability != .none { try log?.synchronize() }
    let code = group.synchronize(folder, manifest: manifest, at: MonotonicClock.now())
    if code != 0 { throw FolderHandle.error(code, path: folder.path, isCreating: false) }
  }

  /// Throws if the manifest has lost its name: lines written to it would be lost.
  private func checkManifest() throws(FileError) {
    if manifestName.isGone { throw folder.gone(RecordingFolder.manifest) }
  }

  /// - Returns: the file if it is to be synchronized later, otherwise -1.
  private mutating func writeTemporary(_ picture: Picture) throws(FileError) -> Int32 {
    temporary.setFrame(nextIndex, isTemporary: true)
    var file = folder.openNew(temporary)
    if PendingGroup.isOutOfFiles(file), try freeFiles() { file = folder.openNew(temporary) }
    guard file >= 0 else { throw error(-file, temporary, isCreating: true) }
    var code = picture.withJPEG { bytes in folder.write(bytes, to: file) }
    if code == 0 && durability == .file { code = folder.synchronize(file) }
    if code == 0 && durability == .group { return file }
    // NFS and quotas report a full disk only here.
    let closed = SystemCall.close(file)
    if code == 0 { code = closed }
    guard code == 0 else {
      folder.remove(temporary)
      throw error(code, temporary, isCreating: false)
    }
    return -1
  }

  private mutating func linkTemporary(_ photo: String) throws(FileError) -> FileName? {
    do { return try names.link(temporary, as: photo) } catch {
      folder.remove(temporary)
      throw error
    }
  }

  /// Gives the temporary file the next free frame name.
  private mutating func nameFrame() throws(FileError) {
    while true {
      final.setFrame(nextIndex)
      let code = folder.renameNew(temporary, to: final)
      if code == 0 { return }
      guard code == EEXIST, nextIndex < Int.max else {
        folder.remove(temporary)
        throw error(code, final, isCreating: true)
      }
      // Another process created this file meanwhile: keep it, and skip its number.
      nextIndex += 1
    }
  }

  private mutating func compose(_ issue: Issue, _ photo: FileName?, writing: Int64, named: Int64) {
    let picture = issue.picture
    var facts = LineFacts(picture.facts, issue.news, index: nextIndex, file: final)
    if recordsTimes {
      var times = picture.times
      times[.write] = writing
      facts.times = (times, .write)
      if let captured = picture.captured { facts.latency = named - captured }
    }
    facts.inkBlocks = picture.sources.flatMap { $0.ink.isEmpty ? nil : $0.inkBlocks }
    if picture.fate.shot != nil { facts.shot = photo ?? final }
    line.removeAll()
    facts.write(to: &line)
    line.newline()
  }

  private func error(_ code: Int32, _ name: FileName, isCreating: Bool) -> FileError {
    folder.error(code, name.text, isCreating: isCreating)
  }
}

/// Where a picture is in a recording.
package struct RecordedPicture {
  package var index: Int
  /// When its file got its name, in nanoseconds of CLOCK_MONOTONIC.
  package var named: Int64
}
