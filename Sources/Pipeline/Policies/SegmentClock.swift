import Recordings

/// Decides which picture begins a new segment: by the pictures' times, their bytes, or because `session.json` describes
/// another arrangement.
///
/// Times count from the first picture, so segments don't drift; an interval without pictures gets no segment.
struct SegmentClock {
  private let interval: Int64?
  private let most: Int?
  // The arrangement that the recording's description has.
  private var described = 0
  private var origin: Int64?
  private var number: Int64 = 0
  private var bytes = 0

  init(_ length: SegmentLength?) {
    interval =
      if case .duration(let duration)? = length { max(1, Int64(duration / .nanoseconds(1))) } else { nil }
    most = if case .bytes(let bytes)? = length { bytes } else { nil }
  }

  /// Whether a picture begins a segment, of which the recording's first picture may be in one already.
  func isDue(nanoseconds: Int64, bytes size: Int, arrangement: Int = 0) -> Bool {
    if arrangement != described { return true }
    guard let origin else { return false }
    if let interval, (nanoseconds - origin) / interval > number { return true }
    if let most, bytes + size > most, bytes > 0 { return true }
    return false
  }

  /// Notes that a picture was handed over, whether or not it began a segment.
  mutating func took(nanoseconds: Int64, bytes size: Int, isFirst: Bool, arrangement: Int = 0) {
    let start = origin ?? nanoseconds
    described = arrangement
    origin = start
    if let interval { number = max(number, (nanoseconds - start) / interval) }
    bytes = isFirst ? size : bytes + size
  }
}
