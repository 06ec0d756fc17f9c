import Recording

/// Says with which picture a new segment of a recording begins: by the pictures' times, by their bytes, or on request.
///
/// Times are counted from the first picture, so that segments don't drift; where none came, no segment is begun.
struct SegmentClock {
  private let interval: Int64?
  private let most: Int?
  private var isRequested = false
  private var origin: Int64?
  private var number: Int64 = 0
  private var bytes = 0

  init(_ length: SegmentLength?) {
    switch length {
    case .duration(let duration):
      interval = max(1, Int64(duration / .nanoseconds(1)))
      most = nil
    case .bytes(let bytes):
      interval = nil
      most = bytes
    case nil:
      interval = nil
      most = nil
    }
  }

  /// Has the next picture begin a segment.
  mutating func request() { isRequested = true }

  /// Whether a picture is a segment's first. The recording's first picture is in a segment already.
  func isDue(nanoseconds: Int64, bytes size: Int) -> Bool {
    guard let origin else { return false }
    if isRequested { return true }
    if let interval, (nanoseconds - origin) / interval > number { return true }
    if let most, bytes + size > most, bytes > 0 { return true }
    return false
  }

  /// A picture was handed on, in a new segment or not.
  mutating func took(nanoseconds: Int64, bytes size: Int, isFirst: Bool) {
    let start = origin ?? nanoseconds
    if origin == nil || isFirst { isRequested = false }
    origin = start
    if let interval { number = max(number, (nanoseconds - start) / interval) }
    bytes = isFirst ? size : bytes + size
  }
}
