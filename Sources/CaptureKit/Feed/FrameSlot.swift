import PixelTypes

/// One place of a pool that holds a frame's bytes and what is known about it.
///
/// The memory is either the slot's own or a camera's mapped buffer. Whoever holds the slot by the rules of
/// ``FrameBus`` (the producer while filling, the consumer while leased) may use it, nobody else.
@safe
public final class FrameSlot: @unchecked Sendable {
  // SAFETY: owned by one thread at a time, as the ring hands indices over with release/acquire.
  package private(set) var memory: UnsafeMutableRawBufferPointer
  private let ownsMemory: Bool
  /// Keeps mapped memory mapped: it goes only when the slot is pointed elsewhere or dropped.
  private var mapping: AnyObject?

  /// Bytes of the frame: the first `byteCount` of the slot's memory.
  public package(set) var byteCount = 0
  public package(set) var format: StreamFormat
  public package(set) var time = FrameTime(nanoseconds: 0, clock: .media)
  /// The source's own counter (V4L2 `sequence`), as it came.
  public package(set) var sequence: UInt32 = 0
  /// Frames that the source lost right before this one, from jumps in its sequence.
  public package(set) var gap = 0
  /// How often the source had started again when it sent this frame. ``sequence`` counts from each start, so the number also
  /// tells of a start whose first frame gave way to a newer one.
  public package(set) var restarts: UInt32 = 0
  public package(set) var flags: FrameFlags = []

  /// A slot with memory of its own.
  public init(capacity: Int, format: StreamFormat) {
    // SAFETY: freed in deinit, and not before: the slot owns it. Pages are taken as frames need them.
    unsafe memory = .allocate(byteCount: capacity, alignment: 64)
    ownsMemory = true
    self.format = format
  }

  /// A slot over memory that `mapping` keeps valid for as long as it lives.
  package init(mapped: UnsafeMutableRawBufferPointer, mapping: AnyObject, format: StreamFormat) {
    unsafe memory = unsafe mapped
    self.mapping = mapping
    ownsMemory = false
    self.format = format
  }

  deinit { if ownsMemory { unsafe memory.deallocate() } }

  public var capacity: Int { unsafe memory.count }

  /// Points the slot at other memory, when a camera was opened again. Only while the producer owns the slot.
  package func remap(_ mapped: UnsafeMutableRawBufferPointer, mapping: AnyObject, format: StreamFormat) {
    precondition(!ownsMemory)
    byteCount = 0
    unsafe memory = unsafe mapped
    self.mapping = mapping
    self.format = format
  }

  /// Lets the mapped memory go, when a camera went away. Only while the producer owns the slot.
  package func unmap() {
    precondition(!ownsMemory)
    byteCount = 0
    unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    mapping = nil
  }

  /// Moves the frame to the memory's beginning: some drivers put bytes of their own before it.
  package func drop(first count: Int) {
    guard count > 0 else { return }
    precondition(count <= byteCount && byteCount <= capacity)
    byteCount -= count
    // SAFETY: both ends lie within the memory, which the producer's thread has to itself; the two may overlap.
    unsafe memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[count..<count + byteCount]))
  }

  /// The frame's bytes.
  public func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: the memory outlives the call, and byteCount never exceeds it.
    let bytes = unsafe UnsafeBufferPointer(
      start: memory.baseAddress?.assumingMemoryBound(to: UInt8.self), count: min(byteCount, memory.count))
    return try unsafe body(bytes.span)
  }
}
