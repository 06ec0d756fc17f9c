import PixelTypes

/// One slot of a pool: a frame's bytes and its metadata.
///
/// The memory is either the slot's own or a camera's mapped buffer. Only the side that holds the slot under the rules of
/// `FrameBus` (the producer while filling it, the consumer while leasing it) may use it.
@safe
public final class FrameSlot: @unchecked Sendable {
  // SAFETY: one thread at a time owns it, as the ring hands indices over with release/acquire.
  package private(set) var memory: UnsafeMutableRawBufferPointer
  private let ownsMemory: Bool
  /// Keeps the memory mapped: released only when the slot is remapped or dropped.
  private var mapping: AnyObject?

  /// Size of the frame: the first `byteCount` bytes of the slot's memory.
  public package(set) var byteCount = 0
  /// The frame's format; a camera's may change when it is reopened.
  public package(set) var format: StreamFormat
  /// When the frame was taken, and by which clock.
  public package(set) var time = FrameTime(nanoseconds: 0, clock: .media)
  /// When it was taken in nanoseconds since 1970, as its file says; `nil` if it doesn't.
  package var utc: Int64?
  /// When its exposure began, by the camera's own clock; `nil` if that isn't known.
  public package(set) var deviceTime: DeviceTime?
  /// The source's own counter (V4L2 `sequence`), unchanged.
  public package(set) var sequence: UInt32 = 0
  /// Frames the source lost immediately before this one, according to jumps in its sequence.
  public package(set) var gap = 0
  /// How many times the source had restarted when it sent this frame. ``sequence`` counts from each restart, so this number
  /// also reveals a restart whose first frame was dropped for a newer one.
  public package(set) var restarts: UInt32 = 0
  /// Marks such as damaged, restarted or stamped on arrival.
  public package(set) var flags: FrameFlags = []
  /// The name of the frame's file, if it is a file of its own.
  package var fileName: String?
  /// What a mask hides of the frame; `nil` for nothing.
  package var hidden: HiddenBlocks?
  /// What ``FramePreparation`` made of the frame, or of an earlier one in this slot.
  package var prepared: (any Sendable & AnyObject)?

  /// Makes a slot that owns `capacity` bytes of memory.
  public init(capacity: Int, format: StreamFormat) {
    // SAFETY: freed in deinit, and not before: the slot owns it. Pages are taken as frames need them.
    unsafe memory = .allocate(byteCount: capacity, alignment: 64)
    ownsMemory = true
    self.format = format
  }

  /// Makes a slot over memory that stays valid as long as `mapping` lives.
  package init(mapped: UnsafeMutableRawBufferPointer, mapping: AnyObject, format: StreamFormat) {
    unsafe memory = unsafe mapped
    self.mapping = mapping
    ownsMemory = false
    self.format = format
  }

  deinit { if ownsMemory { unsafe memory.deallocate() } }

  /// Size of the slot's memory in bytes; 0 while a lost camera's buffer is unmapped.
  public var capacity: Int { unsafe memory.count }

  /// Ensures room for a frame of this many bytes in memory of the slot's own; what it held is lost. Only while the producer
  /// owns the slot.
  package func reserve(_ count: Int) {
    precondition(ownsMemory)
    guard count > capacity else { return }
    byteCount = 0
    // SAFETY: nobody else uses the slot, and nothing points into the old memory beyond the calls that get it.
    unsafe memory.deallocate()
    unsafe memory = .allocate(byteCount: count, alignment: 64)
  }

  /// Points the slot at other memory after a camera was reopened. Only while the producer owns the slot.
  package func remap(_ mapped: UnsafeMutableRawBufferPointer, mapping: AnyObject, format: StreamFormat) {
    precondition(!ownsMemory)
    byteCount = 0
    unsafe memory = unsafe mapped
    self.mapping = mapping
    self.format = format
  }

  /// Releases the mapped memory after a camera went away. Only while the producer owns the slot.
  package func unmap() {
    precondition(!ownsMemory)
    byteCount = 0
    unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    mapping = nil
  }

  /// Moves the frame to the start of the memory: some drivers put their own bytes before it.
  package func drop(first count: Int) {
    guard count > 0 else { return }
    precondition(count <= byteCount && byteCount <= capacity)
    byteCount -= count
    // SAFETY: both ends lie within the memory, which the producer's thread has to itself; the two may overlap.
    unsafe memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[count..<count + byteCount]))
  }

  /// Copies another frame's bytes, which must fit, and its format.
  package func fill(_ bytes: Span<UInt8>, format: StreamFormat) {
    precondition(ownsMemory && bytes.count <= capacity)
    self.format = format
    byteCount = bytes.count
    guard !bytes.isEmpty else { return }
    // SAFETY: there is room for the bytes, and the two memories are apart.
    unsafe bytes.withUnsafeBytes { unsafe memory.copyMemory(from: $0) }
  }

  /// Copies another slot's frame, which must fit, and its format.
  package func copy(_ other: FrameSlot) {
    precondition(other !== self)
    other.withBytes { fill($0, format: other.format) }
    hidden = other.hidden
  }

  /// A slot with room for a frame that is made of others: the last one, unless it is too small.
  package static func reusing(_ last: inout FrameSlot?, count: Int, format: StreamFormat) -> FrameSlot {
    if let last, last.capacity >= count { return last }
    let slot = FrameSlot(capacity: max(count + count / 2, 1), format: format)
    last = slot
    return slot
  }

  /// Takes what another slot says of the frame that this one's was made from: when it was taken, its number, its marks.
  package func label(as other: FrameSlot) {
    (time, utc, deviceTime) = (other.time, other.utc, other.deviceTime)
    (sequence, gap, fileName) = (other.sequence, other.gap, other.fileName)
    (restarts, flags, hidden) = (other.restarts, other.flags, other.hidden)
  }

  /// Calls `body` with the frame's bytes, valid during the call only.
  public func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: the memory outlives the call, and byteCount never exceeds it.
    let bytes = unsafe UnsafeBufferPointer(
      start: memory.baseAddress?.assumingMemoryBound(to: UInt8.self), count: min(byteCount, memory.count))
    return try unsafe body(bytes.span)
  }
}
