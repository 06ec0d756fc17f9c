import CaptureKit
import Compositor
import PixelTypes
import Synchronization

/// Frames made by tests.
package enum TestSlot {
  /// A slot whose memory ends with the frame's last byte.
  package static func make(
    _ bytes: [UInt8], _ format: StreamFormat, sequence: UInt32 = 0, nanoseconds: Int64 = 0
  ) -> FrameSlot {
    let slot = FrameSlot(capacity: max(1, bytes.count), format: format)
    fill(slot, bytes, sequence: sequence, nanoseconds: nanoseconds)
    return slot
  }

  package static func fill(
    _ slot: FrameSlot, _ bytes: [UInt8], sequence: UInt32, nanoseconds: Int64, gap: Int = 0
  ) {
    precondition(bytes.count <= slot.capacity)
    // SAFETY: the memory has room for all bytes.
    unsafe bytes.withUnsafeBytes { unsafe slot.memory.copyMemory(from: $0) }
    slot.byteCount = bytes.count
    slot.sequence = sequence
    slot.gap = gap
    slot.flags = []
    slot.time = FrameTime(nanoseconds: nanoseconds, clock: .monotonic)
  }

  /// What was painted of scenes: tests show the same one to several stages.
  private static let painted = Mutex<[String: [Painted]]>([:])

  /// A frame that nobody changes.
  private struct Painted {
    var bytes: [UInt8]
    var time: FrameTime
    var sequence: UInt32
    var gap: Int
    var flags: FrameFlags
    var format: StreamFormat
    var capacity: Int

    init(_ slot: FrameSlot) {
      (bytes, time, sequence) = (TestSlot.bytes(slot), slot.time, slot.sequence)
      (gap, flags, format, capacity) = (slot.gap, slot.flags, slot.format, slot.capacity)
    }

    func slot() -> FrameSlot {
      let slot = FrameSlot(capacity: capacity, format: format)
      TestSlot.fill(slot, bytes, sequence: sequence, nanoseconds: 0, gap: gap)
      (slot.time, slot.flags) = (time, flags)
      return slot
    }
  }

  /// The first frames of a source, in slots of the caller's own.
  package static func read(_ source: String, frames: Int) throws -> [FrameSlot] {
    // Files change.
    guard source.hasPrefix("synth:") else { return try readAnew(source, frames: frames) }
    let known = painted.withLock { $0[source] ?? [] }
    if known.count >= frames { return known.prefix(frames).map { $0.slot() } }
    let slots = try readAnew(source, frames: frames)
    let frames = slots.map { Painted($0) }
    painted.withLock {
      // Some tests go through hundreds of scenes.
      if $0.count > 8 { $0 = [:] }
      $0[source] = frames
    }
    return slots
  }

  private static func readAnew(_ source: String, frames: Int) throws -> [FrameSlot] {
    let reader = try makeReader(for: SourceSpecification(parsing: source))
    var slots: [FrameSlot] = []
    while slots.count < frames {
      let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
      guard try reader.read(into: slot) else { break }
      slots.append(slot)
    }
    return slots
  }

  package static func bytes(_ slot: FrameSlot) -> [UInt8] { slot.withBytes { copy($0) } }

  package static func bytes(_ frame: Picture) -> [UInt8] { frame.withJPEG { copy($0) } }

  private static func copy(_ span: Span<UInt8>) -> [UInt8] {
    // SAFETY: the array is made while the memory lives.
    unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
  }
}
