import Compositor
import HostResources
import PublishProtocol
import Recordings
import Synchronization

/// The newest pictures for the socket's viewers, or the newest frames of one camera: their bytes in shared memory, and a message about the newest.
///
/// A sink's thread puts pictures in; the socket's thread passes messages on. Readers copy from the memory themselves: an extra
/// reader costs no copy, and one that stalls only misses pictures. While nobody watches, a picture costs one load.
final class PublishedPictures: Sendable {
  /// Slots in the memory: a reader has five pictures' time to copy one.
  static let slots = 6

  private struct State {
    var memory: SharedMemory?
    var sequence: UInt64 = 0
    var message = JSONBytes(capacity: 8192)
  }

  private let state = Mutex(State())
  /// What each camera sends, by its id.
  let cameras: [String: PublishedPictures]
  // How many clients watch; another thread's count may be a picture late.
  private let watching = Atomic<Int>(0)

  /// - Parameter cameras: ids of the cameras that may be watched by themselves.
  init(cameras: [String] = []) {
    self.cameras = Dictionary(uniqueKeysWithValues: cameras.map { ($0, PublishedPictures()) })
  }

  // MARK: - The sink's side

  /// Whether anybody watches these or a camera.
  var hasViewers: Bool { isWatched || cameras.values.contains { $0.isWatched } }

  /// Whether anybody watches these.
  var isWatched: Bool { watchers > 0 }

  /// How many clients watch.
  var watchers: Int { watching.load(ordering: .relaxed) }

  /// Takes a picture. Allocates nothing while pictures fit the memory.
  ///
  /// - Throws: `FileError` if there is no memory for it.
  func put(_ issue: Issue) throws(FileError) {
    try issue.picture.withJPEG { bytes throws(FileError) in
      try put(bytes, captured: issue.picture.captured, with: issue)
    }
  }

  /// Takes a JPEG.
  ///
  /// - Parameters:
  ///   - captured: when it was taken, in nanoseconds of CLOCK_MONOTONIC; `nil` if nobody knows.
  ///   - issue: the picture that it is or belongs to, whose line goes with it.
  func put(_ bytes: Span<UInt8>, captured: Int64?, with issue: Issue) throws(FileError) {
    try state.withLock { state throws(FileError) in
      if state.memory.map({ $0.capacity < bytes.count }) ?? true {
        // Pictures of one canvas differ in size; twice the first leaves room.
        state.memory = try SharedMemory(slots: Self.slots, capacity: 2 * bytes.count)
      }
      guard let memory = state.memory else { return }
      state.sequence += 1
      let slot = Int(state.sequence % UInt64(Self.slots))
      memory.write(bytes, to: slot, sequence: state.sequence)
      PublishedLine.write(
        .init(sequence: state.sequence, slot: slot, bytes: bytes.count, captured: captured),
        screen: issue.screenVersion, to: &state.message
      ) { LineFacts(issue.picture.facts, issue.news).write(to: &$0) }
    }
  }

  // MARK: - The socket's side

  /// Sets how many clients watch.
  func setWatchers(_ count: Int) { watching.store(count, ordering: .relaxed) }

  /// Appends the message about the newest picture if it is newer than `sequence`.
  ///
  /// - Returns: its sequence number, and the memory that holds it.
  func append(newestAfter sequence: UInt64, to output: inout [UInt8]) -> (
    sequence: UInt64, memory: SharedMemory
  )? {
    state.withLock { state in
      guard state.sequence > sequence, let memory = state.memory else { return nil }
      output.append(contentsOf: state.message.bytes)
      return (state.sequence, memory)
    }
  }
}
