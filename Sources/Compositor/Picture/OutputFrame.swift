import GlassChrome
import HostResources
import PixelTypes
import Synchronization

/// A finished picture on its way to the sinks: JPEG bytes and what is known about it.
///
/// All sinks read the same one in place. The stage reuses it once the last of them is done with it.
@safe
package final class OutputFrame: @unchecked Sendable {
  /// What the recording's line says because no earlier one does, and what the job had counted up to this picture.
  package struct Recorded: Sendable {
    /// By viewfinder: the frames lost before it that aren't in an earlier line.
    package var gaps = InlineArray<8, Int>(repeating: 0)
    /// The quality of its glass, if the line before says another.
    package var glass: GlassQuality?
    /// All damaged and unusable frames.
    package var spoiled = 0
    /// Pictures that the shutter kept out of the recording.
    package var paused = 0
    /// Pictures that the disk was too slow for.
    package var unwritten = 0

    package init() {}
  }

  /// What a picture is for; decided before it is finished.
  package struct Purpose: Sendable {
    /// Whether it belongs in a recording, or is only to be viewed.
    package var isRecorded = true
    /// Whether the user asked for this particular picture.
    package var isStill = false
    /// Whether it is recorded only for that reason.
    package var isExtra = false
    /// The shot's number in this run, from 1, if the shutter was pressed for it.
    package var shot: Int?

    package init() {}
  }

  // SAFETY: the stage writes only while `readers` is 0, but `beginsSegment` and `recorded` until it hands the picture
  // to the recording, the only sink that reads them. Sinks only read, except for `writing` and `named`, which belong to
  // one of them, see SinkThread.leads.
  private var memory: PictureMemory
  // Room before the JPEG for what is prepended later.
  private var spare = PictureEXIF.most
  // Where the JPEG begins.
  private var start = PictureEXIF.most
  // How many queue slots name this picture. A sink that is done with it releases; the stage acquires when it checks.
  private let readers = Atomic<Int>(0)
  /// Length of the JPEG at the start of the memory, in bytes.
  package var byteCount = 0
  /// What its line says.
  package var facts = PictureFacts()
  package var times = StageTimes()
  /// The picture's size; `nil` until there is one.
  package var size: PixelSize?
  package var purpose = Purpose()
  /// The screen as one JSON object if it is described and has changed; else empty.
  package var screen: [UInt8] = []
  /// Changes whenever the screen's description does, if pictures are published.
  package var screenVersion = 0
  /// Whether this picture begins a segment of the recording.
  package var beginsSegment = false
  package var recorded = Recorded()
  /// The cameras' frames it was made of, if they are kept.
  package var sources: SourceCopies?
  /// ``FrameSet/captured``.
  package var captured: Int64?
  /// When the picture got its name in a recording, in nanoseconds of CLOCK_MONOTONIC; `nil` until then.
  package var named: Int64?
  /// How long writing it took, in nanoseconds.
  package var writing: Int64 = 0

  /// The bytes it takes in a recording, including the cameras' frames.
  package var recordedBytes: Int { byteCount + (sources?.byteCount ?? 0) }

  package init(capacity: Int) {
    memory = PictureMemory(count: capacity + spare)
  }

  /// The frames for a queue.
  ///
  /// - Throws: `ResourceShortage` when there is no memory for them.
  package static func places(_ count: Int, capacity: Int) throws(ResourceShortage) -> [OutputFrame] {
    let places = (0..<count).map { _ in OutputFrame(capacity: capacity) }
    guard places.allSatisfy({ $0.memory.isThere }) else {
      throw .memory(count * capacity, for: "pictures that wait to be written")
    }
    return places
  }

  /// Whether no sink holds it.
  package var isFree: Bool { readers.load(ordering: .acquiring) == 0 }

  /// The stage hands it to one more sink.
  package func retain() { readers.add(1, ordering: .relaxed) }

  /// A sink is done with it, or doesn't receive it.
  package func release() { readers.subtract(1, ordering: .releasing) }

  // Larger than any picture a machine could usefully handle.
  private static let largest = 1 << 30

  /// Doubles the memory, losing its contents.
  ///
  /// - Returns: whether it grew; if not, it is unchanged.
  package func grow() -> Bool {
    let count = unsafe memory.bytes.count - spare
    return count < Self.largest && reserve(max(1, 2 * count))
  }

  /// Ensures room for at least this many bytes, if the system grants them; contents may be lost.
  ///
  /// - Returns: whether there is room.
  package func reserve(_ count: Int) -> Bool {
    if unsafe memory.bytes.count >= count + spare { return true }
    let larger = PictureMemory(count: count + spare)
    guard larger.isThere else { return false }
    memory = larger
    byteCount = 0
    return true
  }

  /// Calls `body` with the JPEG's bytes.
  package func withJPEG<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: byteCount bytes were written, and it never exceeds the capacity.
    let end = unsafe min(start + byteCount, memory.bytes.count)
    let bytes = unsafe UnsafeBufferPointer(rebasing: memory.bytes[start..<max(start, end)])
    return try unsafe body(bytes.span)
  }

  /// Calls `body` with the memory, to write a JPEG into.
  package func withMemory<Result, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: the encoder writes before anyone reads; bytes have no invalid values.
    start = spare
    let bytes = unsafe UnsafeMutableBufferPointer(rebasing: memory.bytes[min(start, memory.bytes.count)...])
    var span = unsafe bytes.mutableSpan
    return try body(&span)
  }

  /// Before the JPEG is written, makes room at its front for so many bytes beside the EXIF data.
  package func makeRoom(front more: Int) {
    let count = unsafe memory.bytes.count - spare
    spare = PictureEXIF.most + more
    _ = reserve(count)
  }

  /// Puts segments at the front of the JPEG, in place of its first marker; nothing else moves.
  ///
  /// - Parameter bytes: the first marker and the segments, at most as many as there is room for.
  package func put(front bytes: Span<UInt8>) {
    let marker = 2
    guard start == spare, bytes.count > marker, bytes.count - marker <= spare, byteCount > marker else {
      return
    }
    start = spare + marker - bytes.count
    // SAFETY: start ..< spare + 2 lies inside the memory, which holds a longer JPEG.
    for index in 0..<bytes.count { unsafe memory.bytes[start + index] = bytes[index] }
    byteCount += bytes.count - marker
  }
}
