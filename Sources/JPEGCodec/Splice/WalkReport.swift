/// What a walk through a scan found.
public struct WalkReport: Sendable, Equatable {
  /// MCUs that were unreadable or missing.
  public internal(set) var damagedMCUs = 0
  /// The first of them; `nil` if there are none.
  public internal(set) var firstDamagedMCU: Int?
  /// Whole bytes between an interval's last MCU and the marker after it: harmless, unless the preceding data
  /// was damaged but still readable.
  public internal(set) var extraneousBytes = 0
  /// Restart markers with a number other than expected.
  public internal(set) var misnumberedRestarts = 0

  /// Whether every MCU could be read.
  public var isWhole: Bool { damagedMCUs == 0 }

  mutating func damage(from first: Int, to end: Int) {
    guard end > first else { return }
    damagedMCUs += end - first
    firstDamagedMCU = min(firstDamagedMCU ?? first, first)
  }
}
