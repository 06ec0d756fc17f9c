/// How fast a film runs.
package enum FilmPace: Sendable, Equatable {
  /// So many pictures a second, whenever they were taken.
  case rate(Double)
  /// So many times as fast as they were taken.
  case speed(Double)
  /// As fast as makes it so long, in nanoseconds.
  case length(Int64)

  /// No screen shows more: pictures that follow sooner are passed over.
  private static let leastStep: Int64 = 1_000_000_000 / 60 - 1_000_000

  /// When pictures are shown that are shown at these times at their own pace.
  ///
  /// - Parameters:
  ///   - times: in nanoseconds, from 0, rising.
  ///   - end: when the last one ends.
  /// - Returns: the new times, `nil` for a picture that is passed over, and the new end.
  func times(_ times: [Int64], end: Int64) -> (times: [Int64?], end: Int64) {
    let factor: Double
    switch self {
    case .rate(let rate):
      let step = 1e9 / rate
      return (times.indices.map { Self.clamped(Double($0) * step) }, Self.clamped(Double(times.count) * step))
    case .speed(let speed): factor = 1 / speed
    case .length(let length): factor = Double(length) / Double(max(end, 1))
    }
    var last: Int64?
    let scaled = times.map { time -> Int64? in
      let time = Self.clamped(Double(time) * factor)
      // The cameras' own rate isn't thinned.
      if factor < 1, let last, time - last < Self.leastStep { return nil }
      last = time
      return time
    }
    return (scaled, Self.clamped(Double(end) * factor))
  }

  /// Stamps are untrusted, and two are added.
  private static func clamped(_ time: Double) -> Int64 { Int64(min(max(time.rounded(), 0), 4e18)) }
}
