import Compositor

/// When each picture was begun and what its stages took, in the order they were made. Times in nanoseconds of
/// CLOCK_MONOTONIC.
public struct FrameTimeline: Sendable {
  public struct Entry: Sendable {
    public var start: Int64
    public var times: StageTimes
  }

  public private(set) var entries: [Entry] = []

  /// - Parameter capacity: pictures that may come; recording these allocates nothing.
  public init(capacity: Int) { entries.reserveCapacity(capacity) }

  mutating func record(start: Int64, _ times: StageTimes) {
    entries.append(Entry(start: start, times: times))
  }

  /// The parts that took any time at all, in the order of the way of a frame.
  var parts: [StageTimes.Part] {
    StageTimes.Part.allCases.filter { part in entries.contains { $0.times[part] > 0 } }
  }
}
