import Compositor

/// When each picture began and how long its stages took, in order. Times are nanoseconds of
/// CLOCK_MONOTONIC.
package struct FrameTimeline: Sendable {
  /// One picture.
  package struct Entry: Sendable {
    /// When the stage began it, in nanoseconds of CLOCK_MONOTONIC.
    package var start: Int64
    /// How long its stages took, in nanoseconds.
    package var times: StageTimes
  }

  /// The pictures, in the order they were made.
  package private(set) var entries: [Entry] = []

  /// - Parameter capacity: the expected number of pictures; recording that many allocates nothing.
  package init(capacity: Int) { entries.reserveCapacity(capacity) }

  mutating func record(start: Int64, _ times: StageTimes) {
    entries.append(Entry(start: start, times: times))
  }

  /// The parts that took any time, in the order a frame passes them.
  var parts: [StageTimes.Part] {
    StageTimes.Part.allCases.filter { part in entries.contains { $0.times[part] > 0 } }
  }
}
