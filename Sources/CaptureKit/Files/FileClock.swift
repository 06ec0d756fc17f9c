import PixelTypes

/// Numbers and times the frames of a file source.
struct FileClock {
  let framesPerSecond: Double
  /// Position of the next frame, including lost ones; keeps counting when the file starts over.
  private(set) var index = 0
  /// Frames lost since the last delivered one.
  private(set) var lost = 0

  init(framesPerSecond: Double) { self.framesPerSecond = framesPerSecond }

  /// Skips frames that weren't requested.
  mutating func skip(_ frames: Int = 1) { index += frames }

  /// Counts a frame that should be here but is lost.
  mutating func lose() {
    index += 1
    lost += 1
  }

  /// Stamps a delivered frame with its number, media time (from its rate, unless known) and the frames lost before it.
  mutating func stamp(_ slot: FrameSlot, at nanoseconds: Int64? = nil, flags: consuming FrameFlags) {
    slot.sequence = UInt32(truncatingIfNeeded: index)
    slot.time = FrameTime(
      nanoseconds: nanoseconds ?? Int64((Double(index) * 1e9 / framesPerSecond).rounded()), clock: .media)
    slot.gap = lost
    slot.flags = flags
    index += 1
    lost = 0
  }
}
