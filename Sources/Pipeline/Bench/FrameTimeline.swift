import Compositor

/// When each picture was begun and what its stages took, in order. Times in nanoseconds of
/// CLOCK_MONOTONIC.
public struct FrameTimeline: Sendable {
  /// One picture.
  public struct Entry: Sendable {
    /// When the stage began it, in nanoseconds of CLOCK_MONOTONIC.
    public var start: Int64
    /// What its stages took, in nanoseconds.
    public var times: StageTimes
  }

  /// The pictures, in the order they were made.
  public private(set) var entries: [Entry] = []

  /// - Parameter capacity: how many pictures are expected; recording that many allocates nothing.
  public init(capacity: Int) { entries.reserveCapacity(capacity) }

  mutating func record(start: Int64, _ times: StageTimes) {
    entries.append(Entry(start: start, times: times))
  }

  /// The parts that took any time, in the order of a frame's way.
  var parts: [StageTimes.Part] {
    StageTimes.Part.allCases.filter { part in entries.contains { $0.times[part] > 0 } }
  }
}
