import HostResources

/// What a recording does when its space is used up.
package enum WhenFull: String, Sendable, CaseIterable {
  /// Frees the oldest pictures, by index and never by time; kept ones stay.
  case free
  /// Stops recording.
  case stop
}

/// Keeps a recording's pictures within a number of bytes, across all its segments.
package final class PictureBudget {
  /// Bytes of pictures and, if kept, the cameras' own frames; `nil` for as much as the disk holds.
  package let limit: Int?
  private let whenFull: WhenFull
  private let durability: Durability
  private let place: Place

  // There may be many segments, and other processes may use finished ones: open each only as needed.
  private enum Place {
    case folder(FolderHandle)
    case segments(SegmentFolder)
  }

  // Numbers of the segments, oldest first, and the one being freed from; a recording without segments has a single number.
  private var numbers: [Int] = []
  private var oldest = 0
  private var freer: PictureFreer?
  /// Signs what is freed; `nil` without a key.
  package var log: (() -> SignedLog?)?
  /// Bytes of the existing pictures and of the cameras' own frames, if limited.
  package private(set) var bytes = 0
  /// Pictures freed by this run.
  package private(set) var freed = 0

  /// - Parameters:
  ///   - limit: in bytes; `nil` for as much as the disk holds.
  ///   - whenFull: whether to free pictures when the limit is reached.
  ///   - durability: of the recording.
  ///   - folder: the recording, or its current segment.
  ///   - segments: for a segmented recording; segments that become empty are removed.
  package init(
    limit: Int?, whenFull: WhenFull, durability: Durability, in folder: FolderHandle, segments: SegmentFolder?
  ) throws(FileError) {
    self.limit = limit
    self.whenFull = whenFull
    self.durability = durability
    place = segments.map { .segments($0) } ?? .folder(folder)
    if segments == nil { try add(folder, 0) }
    for number in segments?.numbers ?? [] { try add(segments?.open(number) ?? folder, number) }
  }

  /// Adds a segment as the newest; its existing pictures count towards the limit.
  package func add(_ folder: FolderHandle, _ number: Int) throws(FileError) {
    numbers.append(number)
    if limit != nil { bytes += try Self.bytes(in: folder) }
  }

  /// Bytes of the pictures and of the cameras' own frames.
  private static func bytes(in folder: FolderHandle) throws(FileError) -> Int {
    var sum = 0
    for name in try folder.names() where FileName.frameIndex(of: name) != nil {
      sum += folder.status(FileName(name))?.bytes ?? 0
    }
    guard let sources = try? FolderHandle(RecordingFolder.sources, in: folder) else { return sum }
    for name in try sources.names() { sum += sources.status(FileName(name))?.bytes ?? 0 }
    return sum
  }

  /// Counts a written picture.
  package func took(_ size: Int) { bytes += size }

  /// Whether a picture fits within the limit, after freeing others if `whenFull` allows.
  package func makeRoom(for size: Int) throws(FileError) -> Bool {
    guard let limit, bytes + size > limit else { return true }
    guard whenFull == .free, size <= limit else { return false }
    _ = try free(atLeast: bytes + size - limit)
    return bytes + size <= limit
  }

  /// Frees the oldest pictures because the disk itself is full.
  ///
  /// - Returns: whether it is worth retrying.
  package func makeRoomOnDisk(for size: Int) throws(FileError) -> Bool {
    guard whenFull == .free else { return false }
    return try free(atLeast: size) > 0
  }

  private func free(atLeast need: Int) throws(FileError) -> Int {
    var sum = 0
    while sum < need, oldest < numbers.count {
      let freer = try openOldest()
      let (pictures, bytes) = try freer.free(atLeast: need - sum)
      freed += pictures
      self.bytes -= bytes
      sum += bytes
      // The newest is still being written.
      if sum >= need || oldest == numbers.count - 1 { break }
      try freer.finish()
      if case .segments(let segments) = place {
        // Its own log goes with it.
        try log?()?.remove(SegmentFolder.name(numbers[oldest]), freer.folder)
        try segments.removeIfEmpty(numbers[oldest])
      }
      self.freer = nil
      oldest += 1
    }
    return sum
  }

  private func openOldest() throws(FileError) -> PictureFreer {
    if let freer { return freer }
    let folder =
      switch place {
      case .folder(let folder): folder
      case .segments(let segments): try segments.open(numbers[oldest])
      }
    let made = try PictureFreer(folder, durability: durability)
    if let log {
      let number = numbers[oldest]
      made.sign = { [unowned self] (index) throws(FileError) in
        try log()?.free(index, segment: number == numbers.last ? nil : SegmentFolder.name(number))
      }
    }
    freer = made
    return made
  }

  /// Looks anew which cameras' frames are beside the pictures: another run's may have other names.
  package func noteCameras() { freer?.noteCameras() }

  /// Makes the marks exact.
  package func finish() throws(FileError) { try freer?.finish() }
}
