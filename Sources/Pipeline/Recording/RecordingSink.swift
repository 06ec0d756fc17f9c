import Compositor
import HostResources
import PixelTypes
import Recordings
import Screen
import Synchronization

/// Records pictures into a folder, or into one folder per segment.
final class RecordingSink: SinkWriter, @unchecked Sendable, LibraryRecording {
  // SAFETY: the sink thread uses these members until it has been joined, the job's thread before
  // and afterwards; flags and notices are guarded.
  private(set) var writer: RecordingWriter
  /// Index of this run's first picture, in its first folder.
  let firstIndex: Int
  private let folder: String
  private let settings: JobSettings
  private let segments: SegmentFolder?
  /// The number of this run's first segment.
  private let firstSegment: Int?
  private var screens: ScreenLog?
  private let budget: PictureBudget?
  // Counts of ended segments.
  private var ended = (frames: 0, bytes: 0)
  private let full = Atomic<Bool>(false)
  let notices = Inbox<SinkNotice>()
  private let board: EventBoard?
  private var hasToldOfBudget = false
  private var hasToldOfDisk = false
  private var hasToldOfNames = false
  // Where shots went, by number.
  private let shots = Mutex<[Int: (folder: String, index: Int)]>([:])
  // Bytes of pictures deleted since.
  private let deletedBytes = Atomic<Int>(0)

  /// Opens the folder and repairs what a killed run left behind.
  ///
  /// - Throws: `FileError` as `RecordingWriter` and `SegmentFolder` do.
  init(
    _ settings: JobSettings, in folder: String, session: SessionDescription, board: EventBoard? = nil
  ) throws(FileError) {
    self.settings = settings
    self.board = board
    self.folder = folder
    let segments =
      settings.segment == nil
      ? nil : try SegmentFolder(folder, durability: settings.durability)
    self.segments = segments
    writer = try Self.open(settings, folder, segments, session)
    firstIndex = writer.nextIndex
    firstSegment = segments?.numbers.last
    screens = settings.describesScreen ? try ScreenLog(writer.handle) : nil
    let isLimited = settings.budgetBytes != nil || settings.whenFull == .free
    budget =
      isLimited
      ? try PictureBudget(
        limit: settings.budgetBytes, whenFull: settings.whenFull, durability: settings.durability,
        in: writer.handle, segments: segments) : nil
    if settings.key != nil { budget?.log = { [unowned self] in writer.log } }
    let remarks = settings.durability == .group ? [PendingGroup.remark].compactMap(\.self) : []
    for text in (segments?.repairs ?? []) + writer.repairs + remarks { notices.add(SinkNotice(text: text)) }
  }

  private static func open(
    _ settings: JobSettings, _ path: String, _ segments: SegmentFolder?, _ session: SessionDescription
  ) throws(FileError) -> RecordingWriter {
    let folder: FolderHandle
    var after: (segment: String, digest: String)?
    if let segments {
      let next = segments.next
      if let last = segments.numbers.last(where: { $0 < next }) {
        let before = try segments.open(last)
        if before.exists(FileName(SignedLog.name)) {
          guard let key = settings.key else { throw RecordingWriter.needsKey(path) }
          // A segment that a kill left was repaired meanwhile.
          after = (SegmentFolder.name(last), try SignedFolder.settle(before, key: key))
        }
      }
      folder = try segments.make(next)
    } else {
      folder = try .creating(path)
    }
    return try RecordingWriter(
      folder, session: session, recordsTimes: settings.pace == .live, durability: settings.durability,
      key: settings.key, after: after)
  }

  /// Whether no more pictures fit the budget: the recording is complete.
  var isFull: Bool { full.load(ordering: .relaxed) }

  /// Pictures written, and their bytes, in all segments.
  var frames: Int { ended.frames + writer.frames }
  var bytes: Int { ended.bytes + writer.bytes }

  /// How many of this run's pictures remain, for users told that the recording failed.
  var remains: String {
    let folder = PlainText.value(self.folder)
    // If the disk can't even be read, no loss is known.
    let left = (try? countLeft()) ?? frames
    if left >= frames { return "\(frames.counted("frame is", "frames are")) safe in \(folder)" }
    let all = frames.counted("frame")
    return left == 0
      ? "nothing is left of the \(all) in \(folder)"
      : "\(left) of the \(all) \(left == 1 ? "is" : "are") left in \(folder)"
  }

  private func countLeft() throws(FileError) -> Int {
    guard let segments else { return try Self.countPictures(in: writer.handle, from: firstIndex) }
    var sum = 0
    for number in segments.numbers
    where number >= firstSegment ?? 0 && segments.handle.hasFolder(FileName(SegmentFolder.name(number))) {
      sum += try Self.countPictures(
        in: segments.open(number), from: number == firstSegment ? firstIndex : 0)
    }
    return sum
  }

  private static func countPictures(in folder: FolderHandle, from first: Int) throws(FileError) -> Int {
    if folder.isRemoved { return 0 }
    return try folder.names().count { name in FileName.frameIndex(of: name).map { $0 >= first } ?? false }
  }

  /// Pictures deleted to make room.
  var freed: Int { budget?.freed ?? 0 }

  @discardableResult
  func write(_ issue: Issue) throws(FileError) -> Int64? {
    if isFull { return nil }
    let size = issue.picture.recordedBytes
    if let budget {
      budget.took(-deletedBytes.exchange(0, ordering: .relaxed))
      guard try budget.makeRoom(for: size) else {
        full.store(true, ordering: .relaxed)
        return nil
      }
      if budget.freed > 0 { tellOfBudget() }
    }
    if let start = issue.segment {
      try makingRoom(for: Self.segmentRoom) { () throws(FileError) in try begin(start) }
    }
    let picture = try makingRoom(for: size) { () throws(FileError) in try writer.write(issue) }
    budget?.took(size)
    if let shot = issue.picture.fate.shot {
      remember(shot, at: picture.index)
      tell(of: issue.picture, at: picture.index)
    }
    // Not retried: after an error the kernel may have dropped what it couldn't write.
    try writer.synchronizeIfDue()
    if writer.unnamed.count > 0, !hasToldOfNames { tellOfNames(writer.unnamed.reason) }
    if let screens, !issue.screen.isEmpty { try screens.write(index: picture.index, screen: issue.screen) }
    return picture.named
  }

  // A run may take very many shots; nobody keeps or deletes one from that long ago by its number.
  private static let mostShots = 1000

  private func remember(_ shot: Int, at index: Int) {
    let place = (writer.folder, index)
    shots.withLock { shots in
      shots[shot] = place
      shots[shot - Self.mostShots] = nil
    }
  }

  func place(ofShot number: Int) -> (folder: String, index: Int)? { shots.withLock { $0[number] } }

  func holds(_ folder: String) -> Bool {
    folder == self.folder || folder.hasPrefix(self.folder + "/")
  }

  func gaveBack(_ bytes: Int) { deletedBytes.wrappingAdd(bytes, ordering: .relaxed) }

  // Enough for a new folder, the start of a manifest and a description, with as much again to spare.
  private static let segmentRoom = 65_536

  // How many times to free a picture's size: if that doesn't help, something else takes the room,
  // and freeing more would sacrifice the whole recording for nothing.
  private static let mostRounds = 16

  /// Does something that needs room; if the disk is full, frees the oldest pictures and tries again.
  private func makingRoom<Result>(
    for size: Int, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    var rounds = 0
    while true {
      do { return try body() } catch {
        rounds += 1
        guard case .noRoom(_, let reason) = error, let budget, rounds <= Self.mostRounds else { throw error }
        // Marks of freed pictures may need some room themselves, and pictures awaiting their
        // group's synchronization keep theirs, freed or not.
        writer.release()
        try writer.synchronize()
        guard try budget.makeRoomOnDisk(for: size) else { throw error }
        writer.hold()
        tellOfDisk(reason.split(separator: " (").first ?? "the disk is full")
      }
    }
  }

  /// Ends a segment and begins the next; without segments, begins a new run in the same folder. One without pictures is
  /// only described anew.
  private func begin(_ start: SegmentStart) throws(FileError) {
    guard writer.hasBegun else {
      try writer.describe(start.session)
      budget?.noteCameras()
      return
    }
    guard let segments else {
      try writer.beginRun(start.session, totals: start.account, endedAt: start.endedAt)
      budget?.noteCameras()
      return
    }
    try writer.finish(totals: start.account, endedAt: start.endedAt, continues: true)
    tellOfSegment()
    let next = try Self.open(settings, folder, segments, start.session)
    ended = (frames, bytes)
    next.before = start.account
    writer = next
    if settings.describesScreen { screens = try ScreenLog(next.handle) }
    if let number = segments.numbers.last { try budget?.add(next.handle, number) }
  }

  /// Writes the recording's totals; nothing may be written meanwhile or afterwards.
  ///
  /// - Parameter account: the whole run's totals.
  func finish(account: SessionTotals, endedAt: String?) throws(FileError) {
    var totals = account
    if let budget, budget.freed > 0 { totals.freed = budget.freed }
    var failure: FileError?
    do { try budget?.finish() } catch { failure = error }
    try makingRoom(for: Self.segmentRoom) { () throws(FileError) in
      try writer.finish(totals: totals, endedAt: endedAt)
    }
    tellOfSegment()
    if let failure { throw failure }
  }

  // MARK: - Notices

  private func tell(of picture: Picture, at index: Int) {
    var name = FileName()
    name.setFrame(index, isTemporary: false)
    let folder = writer.folder
    board?.tell(.photo, path: "\(folder)/\(name.text)") { line in
      guard !picture.photos.isEmpty else { return }
      line.member("photo", EventBoard.absolute("\(folder)/\(PhotoFiles.path(index))"))
    }
  }

  /// Tells of the folder that was completed.
  private func tellOfSegment() {
    guard writer.frames > 0 else { return }
    board?.tell(.segment, path: writer.folder) { line in
      line.member("pictures", writer.frames)
      line.member("bytes", writer.bytes)
    }
  }

  private func tellOfBudget() {
    if hasToldOfBudget || hasToldOfDisk { return }
    hasToldOfBudget = true
    notices.add(
      SinkNotice(
        text: "the budget is used up: from now on the oldest pictures are freed, except kept ones",
        brief: \.budgetIsUsedUp))
  }

  private func tellOfNames(_ reason: String) {
    hasToldOfNames = true
    notices.add(
      SinkNotice(
        text: "pictures have their numbers only, not their photos' names: \(reason); "
          + "\(RecordingFolder.manifest) says which photo each is of"))
  }

  private func tellOfDisk(_ cause: Substring) {
    if hasToldOfDisk { return }
    hasToldOfDisk = true
    notices.add(
      SinkNotice(
        text: "\(cause)\(settings.budgetBytes == nil ? "" : ", before the budget is used up"): "
          + "from now on the oldest pictures are freed, except kept ones",
        brief: \.diskIsFull))
  }
}
