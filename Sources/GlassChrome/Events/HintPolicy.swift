/// Decides which hint is shown: one at a time, short, and not for long.
///
/// A hint stays at most 1.2 s even if it still applies, and returns only after nobody has requested it for a second:
/// a lasting one is read once. A pure state machine, driven by frame times in nanoseconds; it allocates only for a
/// hint with too many words.
public struct HintPolicy: Sendable, Hashable {
  /// Most words that are shown; an ellipsis stands for the rest.
  public static let mostWords = 12
  /// From a hint's first frame to its last, including the fade.
  public static let longestNanoseconds: Int64 = 1_200_000_000
  /// Shortest time on screen, even if a hint stops applying, so that it can be noticed.
  public static let shortestNanoseconds: Int64 = 400_000_000
  /// How long a hint must go without a request before it is shown again.
  public static let restNanoseconds: Int64 = 1_000_000_000

  /// The hint to show now, cut to ``mostWords``; `nil` for none.
  public private(set) var shown: String?
  /// How long a hint takes to fade out.
  public let fadeNanoseconds: Int64
  private var since: Int64 = 0
  // The last hint that was shown, as requested, and when it was last requested.
  private var spent: String?
  private var lastWished: Int64 = 0
  private var current: String?
  private var lastFrame: Int64?

  /// Starts without a hint.
  ///
  /// - Parameter fadeNanoseconds: how long a hint takes to fade out, 0 … 800 ms; values beyond are clamped.
  public init(fadeNanoseconds: Int64 = 150_000_000) {
    self.fadeNanoseconds = min(Self.longestNanoseconds - Self.shortestNanoseconds, max(0, fadeNanoseconds))
  }

  /// Advances to a frame's time; true if ``shown`` changed.
  ///
  /// - Parameters:
  ///   - wished: the hint that applies now; `nil` or empty for none.
  ///   - nanoseconds: the frame's time.
  public mutating func advance(_ wished: String?, to nanoseconds: Int64) -> Bool {
    let wished = wished?.isEmpty == true ? nil : wished
    // The hint must be gone by the next frame, if that takes as long as this one.
    let step = max(0, nanoseconds &- (lastFrame ?? nanoseconds))
    lastFrame = nanoseconds
    // A time that jumps back starts a new timeline.
    if nanoseconds < since || nanoseconds < lastWished {
      (since, lastWished) = (nanoseconds, nanoseconds)
      spent = nil
    }
    if let spent {
      if wished == spent { lastWished = nanoseconds }
      if nanoseconds &- lastWished >= Self.restNanoseconds { self.spent = nil }
    }
    if let current {
      let age = nanoseconds &- since
      let isOver = age + step > Self.longestNanoseconds - fadeNanoseconds
      guard isOver || (wished != current && age >= Self.shortestNanoseconds) else { return false }
      (spent, lastWished) = (current, nanoseconds)
      (self.current, shown) = (nil, nil)
      // The next hint waits until this one has faded out.
      since = nanoseconds
      return true
    }
    guard let wished, wished != spent, spent == nil || nanoseconds &- since >= fadeNanoseconds else {
      return false
    }
    (current, shown, since) = (wished, Self.shortened(wished), nanoseconds)
    return true
  }

  /// Cuts a hint to ``mostWords`` words; an ellipsis marks the cut.
  static func shortened(_ hint: String) -> String {
    var words = 0
    var isInWord = false
    for index in hint.indices {
      if hint[index].isWhitespace {
        if isInWord && words == mostWords && hint[index...].contains(where: { !$0.isWhitespace }) {
          return hint[..<index] + "…"
        }
        isInWord = false
      } else if !isInWord {
        isInWord = true
        words += 1
      }
    }
    return hint
  }
}
