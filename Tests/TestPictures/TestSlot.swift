import CaptureKit
import Compositor
import PixelTypes

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

  /// The first frames of a source.
  package static func read(_ source: String, frames: Int) throws -> [FrameSlot] {
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
    var result: [UInt8] = []
    result.reserveCapacity(span.count)
    for index in span.indices { result.append(span[index]) }
    return result
  }
}
