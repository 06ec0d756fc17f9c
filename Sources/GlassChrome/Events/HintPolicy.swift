/// Which hint is shown: one at a time, short, and not for long.
///
/// A hint stays at most 1.2 s even where it still holds, and comes again only after it was not wished for some time:
/// one that stays is read once. A pure state machine, driven by frame times in nanoseconds; it allocates only
/// when a hint with too many words comes.
public struct HintPolicy: Sendable, Hashable {
  public static let mostWords = 12
  /// From the first to the last frame of a hint, with its going.
  public static let longestNanoseconds: Int64 = 1_200_000_000
  /// A hint isn't taken back before it can be noticed, unless nothing may be shown at all.
  public static let shortestNanoseconds: Int64 = 400_000_000
  /// How long it must not have been wished before it is shown again.
  public static let restNanoseconds: Int64 = 1_000_000_000

  /// The hint to show now.
  public private(set) var shown: String?
  /// Time that its going takes.
  public let fadeNanoseconds: Int64
  private var since: Int64 = 0
  // The hint that had its time, as wished, and when it was last wished.
  private var spent: String?
  private var lastWished: Int64 = 0
  private var current: String?
  private var lastFrame: Int64?

  public init(fadeNanoseconds: Int64 = 150_000_000) {
    self.fadeNanoseconds = min(Self.longestNanoseconds - Self.shortestNanoseconds, max(0, fadeNanoseconds))
  }

  /// Moves on to a frame's time; true when ``shown`` changed.
  ///
  /// - Parameter wished: the hint that holds now; `nil` or empty for none.
  public mutating func advance(_ wished: String?, to nanoseconds: Int64) -> Bool {
    let wished = wished?.isEmpty == true ? nil : wished
    // Should the next frame take as long as this one, it must not find a hint that has outstayed.
    let step = max(0, nanoseconds &- (lastFrame ?? nanoseconds))
    lastFrame = nanoseconds
    // A time that jumps back starts anew.
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
      // The next one comes when this has gone.
      since = nanoseconds
      return true
    }
    guard let wished, wished != spent, spent == nil || nanoseconds &- since >= fadeNanoseconds else {
      return false
    }
    (current, shown, since) = (wished, Self.shortened(wished), nanoseconds)
    return true
  }

  /// At most twelve words; what is cut off is marked by an ellipsis.
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
