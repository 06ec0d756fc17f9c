import Histogram

/// How values spread: percentiles to three digits and the mean, without allocating per value.
package struct Spread: Sendable {
  private var histogram: Histogram<UInt32>
  // For the mean alone a histogram asks each of its thirty thousand counts.
  private var sum = 0.0

  /// - Parameter highest: values above aren't counted.
  package init(upTo highest: UInt64) {
    histogram = Histogram(highestTrackableValue: highest, numberOfSignificantValueDigits: .three)
  }

  /// For times in microseconds, up to a minute.
  package static func ofMicroseconds() -> Spread { Spread(upTo: 60_000_000) }

  /// For times in nanoseconds, up to a second: the smallest take less than a microsecond.
  package static func ofNanoseconds() -> Spread { Spread(upTo: 1_000_000_000) }

  package mutating func record(_ value: UInt64) {
    if histogram.record(value) { sum += Double(value) }
  }

  /// Number of values.
  package var count: Int { Int(clamping: histogram.totalCount) }

  /// The largest value, to three digits.
  package var max: UInt64 { histogram.max }

  /// The mean; zero of no values.
  package var mean: Double { count > 0 ? sum / Double(count) : 0 }

  /// - Parameter percent: 50 for the median.
  package func percentile(_ percent: Double) -> UInt64 { histogram.valueAtPercentile(percent) }
}
