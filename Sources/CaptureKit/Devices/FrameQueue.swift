import CVideo4Linux
import Glibc

/// The buffers of a library's camera, as V4L2 has a driver's: queued ones are filled, filled ones are dequeued, both first in,
/// first out. Once made, it allocates nothing.
struct FrameQueue {
  // SAFETY: nobody else touches a queued buffer's memory. It is unmapped with the stream whose buffer it is, which frees
  // this queue first.
  static let mostBuffers = 32

  @safe
  private struct Buffer {
    var report: BufferReport
    var memory: UnsafeMutableRawBufferPointer?

    init(report: BufferReport) { self.report = report }
  }

  private var buffers: [Buffer] = []
  private var queued: [Int] = []
  private var filled: [Int] = []
  /// The number of the first frame since the stream began, from which sequence numbers count.
  private var first: UInt64?

  init(count: UInt32 = 0, bytes: UInt32 = 0) {
    buffers = (0..<count).map { Buffer(report: BufferReport(index: $0, length: bytes, offset: $0)) }
    queued.reserveCapacity(buffers.count)
    filled.reserveCapacity(buffers.count)
  }

  var isEmpty: Bool { buffers.isEmpty }
  /// Whether a frame waits.
  var hasFrame: Bool { !filled.isEmpty }

  /// What there is to know about a buffer; `nil` when there is none with this index.
  subscript(index: UInt32) -> BufferReport? {
    index < buffers.count ? buffers[Int(index)].report : nil
  }

  /// Gives a buffer its memory.
  mutating func map(_ index: UInt32, _ memory: UnsafeMutableRawBufferPointer) {
    unsafe buffers[Int(index)].memory = unsafe memory
  }

  /// Returns 0 or EINVAL: there is no such buffer, or it is queued.
  mutating func queue(_ index: UInt32) -> Int32 {
    guard index < buffers.count, !queued.contains(Int(index)) else { return EINVAL }
    queued.append(Int(index))
    return 0
  }

  /// Fills the next buffer, by what `copy` writes into its memory, in bytes. A frame that finds none is lost, which the next
  /// one's sequence number shows.
  ///
  /// - Parameters:
  ///   - number: the sender's own count.
  ///   - nanoseconds: CLOCK_MONOTONIC; 0 or less if the frame isn't dated.
  ///   - isBad: whether its sender says so.
  ///   - copy: returns 0 if there is no frame.
  mutating func fill(
    number: UInt64, nanoseconds: Int64, isBad: Bool, copy: (UnsafeMutableRawBufferPointer) -> Int
  ) {
    let start = first ?? number
    first = start
    guard let index = queued.first, let memory = unsafe buffers[index].memory else { return }
    queued.removeFirst()
    let bytes = unsafe copy(memory)
    var report = buffers[index].report
    report.bytesUsed = UInt32(bytes)
    report.sequence = UInt32(truncatingIfNeeded: number &- start)
    report.flags = isBad || bytes == 0 ? cv4l_buffer_error : 0
    if nanoseconds > 0 { report.flags |= cv4l_buffer_clock_monotonic }
    let time = Int(max(nanoseconds, 0))
    (report.seconds, report.microseconds) = (time / 1_000_000_000, time % 1_000_000_000 / 1000)
    buffers[index].report = report
    filled.append(index)
  }

  /// The frame that has waited longest.
  mutating func dequeue() -> BufferReport? {
    filled.isEmpty ? nil : buffers[filled.removeFirst()].report
  }

  /// Takes all buffers back; sequence numbers begin anew.
  mutating func stop() {
    queued.removeAll(keepingCapacity: true)
    filled.removeAll(keepingCapacity: true)
    first = nil
  }
}
