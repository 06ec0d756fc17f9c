import Compositor
import HostResources
import PublishProtocol
import Recordings
import Synchronization

/// The newest pictures for the socket's viewers: their bytes in shared memory, and a message about the newest.
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
  // How many clients watch; another thread's count may be a picture late.
  private let watching = Atomic<Int>(0)

  // MARK: - The sink's side

  /// Whether anybody watches.
  var isWatched: Bool { watchers > 0 }

  /// How many clients watch.
  var watchers: Int { watching.load(ordering: .relaxed) }

  /// Takes a picture. Allocates nothing while pictures fit the memory.
  ///
  /// - Throws: `FileError` if there is no memory for it.
  func put(_ issue: Issue) throws(FileError) {
    let picture = issue.picture
    try state.withLock { state throws(FileError) in
      if state.memory.map({ $0.capacity < picture.byteCount }) ?? true {
        // Pictures of one canvas differ in size; twice the first leaves room.
        state.memory = try SharedMemory(slots: Self.slots, capacity: 2 * picture.byteCount)
      }
      guard let memory = state.memory else { return }
      state.sequence += 1
      let slot = Int(state.sequence % UInt64(Self.slots))
      picture.withJPEG { memory.write($0, to: slot, sequence: state.sequence) }
      PublishedLine.write(
        .init(sequence: state.sequence, slot: slot, bytes: picture.byteCount, captured: picture.captured),
        screen: issue.screenVersion, to: &state.message
      ) { LineFacts(picture.facts, issue.news).write(to: &$0) }
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
