/// Counts times by how long they are, as Prometheus's histograms do, without allocating per time.
public struct TimeBuckets: Sendable {
  /// The longest time of each bucket but the last, in seconds.
  public static let bounds = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]
  private static let nanoseconds = bounds.map { Int64(($0 * 1e9).rounded()) }

  /// How many times each bucket has; the last has those beyond all bounds.
  public var counts: [Int] { values.indices.map { values[$0] } }
  // In place: a report that is kept costs the next time no copy.
  private var values = InlineArray<14, Int>(repeating: 0)
  /// In seconds.
  public private(set) var sum = 0.0

  /// None yet.
  public init() {}

  /// Counts one; a negative one as none at all.
  public mutating func record(nanoseconds: Int64) {
    let time = max(0, nanoseconds)
    values[Self.nanoseconds.firstIndex { time <= $0 } ?? Self.bounds.count] += 1
    sum += Double(time) / 1e9
  }

  /// Of all buckets.
  public var count: Int { values.indices.reduce(0) { $0 + values[$1] } }
}
