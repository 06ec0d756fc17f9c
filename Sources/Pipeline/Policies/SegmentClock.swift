import Recordings

/// Decides which picture begins a new segment: by the pictures' times, their bytes, or on request. Keeps each one's totals.
///
/// Times count from the first picture, so segments don't drift; an interval without pictures gets no segment.
struct SegmentClock {
  private let interval: Int64?
  private let most: Int?
  private var isRequested = false
  private var origin: Int64?
  private var number: Int64 = 0
  private var bytes = 0
  /// The run's totals before the current segment's first picture, and when the next one was announced.
  private var before = SessionTotals(seconds: 0)
  private var announced = SessionTotals(seconds: 0)

  init(_ length: SegmentLength?) {
    interval =
      if case .duration(let duration)? = length { max(1, Int64(duration / .nanoseconds(1))) } else { nil }
    most = if case .bytes(let bytes)? = length { bytes } else { nil }
  }

  /// Makes the next picture begin a segment.
  mutating func request() { isRequested = true }

  /// Whether a picture begins a segment. The recording's first picture is already in one.
  func isDue(nanoseconds: Int64, bytes size: Int) -> Bool {
    guard let origin else { return false }
    if isRequested { return true }
    if let interval, (nanoseconds - origin) / interval > number { return true }
    if let most, bytes + size > most, bytes > 0 { return true }
    return false
  }

  /// Notes that a picture was handed over, whether or not it began a segment.
  mutating func took(nanoseconds: Int64, bytes size: Int, isFirst: Bool) {
    let start = origin ?? nanoseconds
    if origin == nil || isFirst { isRequested = false }
    origin = start
    if let interval { number = max(number, (nanoseconds - start) / interval) }
    bytes = isFirst ? size : bytes + size
    // A segment's first picture and the counts in its line belong to the new segment, as does
    // everything counted since the announcement.
    if isFirst { before = announced }
  }

  /// The next segment is announced.
  ///
  /// - Parameter account: the whole run's totals up to the last picture handed to the recording.
  /// - Returns: the current segment's part of them.
  mutating func announce(_ account: SessionTotals) -> SessionTotals {
    announced = account
    return currentPart(of: account)
  }

  /// The current segment's part of the whole run's totals.
  func currentPart(of account: SessionTotals) -> SessionTotals { account.since(before) }
}
