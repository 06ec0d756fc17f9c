import HostResources
import Synchronization

/// A finished picture on its way to the sinks: JPEG bytes and the manifest's line about it.
///
/// All sinks read the same one where it lies. The stage writes into it again when the last of them has done with it.
@safe
package final class OutputFrame: @unchecked Sendable {
  // SAFETY: the stage writes while nobody reads, which `readers` tells; sinks only read, but for `writing` and `named`,
  // which belong to one of them, see SinkThread.leads.
  private var memory: PictureMemory
  // Places in queues that name this picture. Releasing where a sink has done with it, acquiring where the stage asks.
  private let readers = Atomic<Int>(0)
  /// Bytes of the JPEG at the start of the memory.
  package var byteCount = 0
  /// The manifest's line without its index, file name and closing times.
  package var line = JSONBytes(capacity: 4096)
  package var times = StageTimes()
  /// Whether it belongs into a recording, or is only to be looked at.
  package var isRecorded = true
  /// Whether somebody asked for just this picture.
  package var isStill = false
  /// The screen as one JSON object, where it is described and shows something else than before; else empty.
  package var screen: [UInt8] = []
  /// Whether the recording begins a segment with this picture.
  package var beginsSegment = false
  /// The cameras' frames that it was made of, where they are kept.
  package var sources: SourceCopies?
  /// Between the cameras' frames, nanoseconds; `nil` unless two are live.
  package var skew: Int64?
  /// When the frame that drove the picture was taken: its time stamp, nanoseconds of CLOCK_MONOTONIC; `nil` where
  /// nothing was taken at that time, as in files that are read as fast as they go.
  package var captured: Int64?
  /// When the picture had its name in a recording, nanoseconds of CLOCK_MONOTONIC; `nil` until then.
  package var named: Int64?
  /// How long it took to write, nanoseconds.
  package var writing: Int64 = 0

  /// What it takes in a recording, the cameras' frames included.
  package var recordedBytes: Int { byteCount + (sources?.byteCount ?? 0) }

  package init(capacity: Int) {
    memory = PictureMemory(count: capacity)
    line.reserve(8192)
  }

  /// The places of a queue.
  ///
  /// - Throws: ``ResourceShortage`` where there is no memory for them.
  package static func places(_ count: Int, capacity: Int) throws(ResourceShortage) -> [OutputFrame] {
    let places = (0..<count).map { _ in OutputFrame(capacity: capacity) }
    guard places.allSatisfy({ $0.memory.isThere }) else {
      throw .memory(count * capacity, for: "pictures that wait to be written")
    }
    return places
  }

  /// Whether no sink has it.
  package var isFree: Bool { readers.load(ordering: .acquiring) == 0 }

  /// The stage gives it to one more sink.
  package func retain() { readers.add(1, ordering: .relaxed) }

  /// A sink has done with it, or doesn't get it.
  package func release() { readers.subtract(1, ordering: .releasing) }

  // More than any picture takes that a machine could be used with.
  private static let largest = 1 << 30

  /// Doubles the memory, whose bytes are lost.
  ///
  /// - Returns: whether there was anything left to grow to; where not, it is as it was.
  package func grow() -> Bool {
    let count = unsafe memory.bytes.count
    guard count < Self.largest else { return false }
    let larger = PictureMemory(count: max(1, 2 * count))
    guard larger.isThere else { return false }
    memory = larger
    byteCount = 0
    return true
  }

  /// The JPEG.
  package func withJPEG<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: byteCount bytes were written, and it never exceeds the capacity.
    let bytes = unsafe UnsafeBufferPointer(rebasing: memory.bytes[..<min(byteCount, memory.bytes.count)])
    return try unsafe body(bytes.span)
  }

  /// The whole memory, to write a JPEG into.
  package func withMemory<Result, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: the encoder writes before anybody reads; bytes have no invalid values.
    let bytes = unsafe memory.bytes
    var span = unsafe bytes.mutableSpan
    return try body(&span)
  }
}
