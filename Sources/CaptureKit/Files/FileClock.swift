import PixelTypes

/// Numbers and times of the frames that a file source delivers.
struct FileClock {
  let framesPerSecond: Double
  /// Position of the next frame, lost ones included; goes on when the file begins anew.
  private var index = 0
  /// Frames that were none since the last that was delivered.
  private(set) var lost = 0

  init(framesPerSecond: Double) { self.framesPerSecond = framesPerSecond }

  /// A frame that should have been here is none.
  mutating func lose() {
    index += 1
    lost += 1
  }

  /// Stamps a delivered frame: number, media time, and the frames lost before it.
  mutating func stamp(_ slot: FrameSlot, flags: consuming FrameFlags) {
    slot.sequence = UInt32(truncatingIfNeeded: index)
    slot.time = FrameTime(
      nanoseconds: Int64((Double(index) * 1e9 / framesPerSecond).rounded()), clock: .media)
    slot.gap = lost
    slot.flags = flags
    index += 1
    lost = 0
  }
}
