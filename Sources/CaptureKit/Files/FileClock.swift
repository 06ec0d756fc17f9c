import PixelTypes

/// Numbers and times the frames of a file source.
struct FileClock {
  let framesPerSecond: Double
  /// Position of the next frame, including lost ones; keeps counting when the file starts over.
  private(set) var index = 0
  /// Frames lost since the last delivered one.
  private(set) var lost = 0
  /// The last frame's time, and that of the file's beginning: both in nanoseconds.
  private var last: Int64 = 0
  private var origin: Int64 = 0

  init(framesPerSecond: Double) { self.framesPerSecond = framesPerSecond }

  /// Skips frames that weren't requested.
  mutating func skip(_ frames: Int = 1) { index += frames }

  /// Lets the file begin anew, a frame after the last one.
  mutating func startOver() { origin = min(last, .max / 2) + Int64(1e9 / framesPerSecond) }

  /// Counts a frame that should be here but is lost.
  mutating func lose() {
    index += 1
    lost += 1
  }

  /// Stamps a delivered frame with its number, media time (from its rate, unless known) and the frames lost before it.
  mutating func stamp(_ slot: FrameSlot, at nanoseconds: Int64? = nil, flags: consuming FrameFlags) {
    slot.sequence = UInt32(truncatingIfNeeded: index)
    last =
      nanoseconds.map { $0 > .max / 2 - origin ? .max / 2 : origin + $0 }
      ?? Int64(min((Double(index) * 1e9 / framesPerSecond).rounded(), 4e18))
    slot.time = FrameTime(nanoseconds: last, clock: .media)
    slot.gap = lost
    slot.flags = flags
    index += 1
    lost = 0
  }
}
