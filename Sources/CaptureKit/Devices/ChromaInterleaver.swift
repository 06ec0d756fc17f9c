import CVideo4Linux

/// Converts libv4l2's YU12 to NV12 in place, for streams that need it; does nothing for others.
struct ChromaInterleaver {
  // The bytes of both chroma planes; empty when there is nothing to do.
  private var scratch: [UInt8] = []

  /// - Parameter agreed: `nil` when no stream is open.
  init(_ agreed: AgreedStream? = nil) {
    guard let agreed, agreed.needsInterleaving else { return }
    scratch = Array(repeating: 0, count: agreed.format.size.area / 2)
  }

  /// Interleaves the chroma of one frame. Allocates nothing. A slot that is too small is left unchanged.
  mutating func apply(to slot: FrameSlot) {
    if scratch.isEmpty { return }
    let luma = slot.format.bytesPerRow * slot.format.size.height
    guard slot.capacity >= luma + scratch.count else { return }
    unsafe scratch.withUnsafeMutableBufferPointer { scratch in
      guard let from = unsafe slot.memory.baseAddress, let to = scratch.baseAddress else { return }
      // SAFETY: the slot has luma + 2 × chroma bytes (checked above), scratch has 2 × chroma.
      unsafe cv4l_interleave_chroma(
        from.assumingMemoryBound(to: UInt8.self) + luma, to, scratch.count / 2)
    }
  }
}
