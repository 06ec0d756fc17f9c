/// What a walk through a scan found.
public struct WalkReport: Sendable, Equatable {
  /// MCUs that couldn't be read, or weren't there.
  public internal(set) var damagedMCUs = 0
  /// The first of them.
  public internal(set) var firstDamagedMCU: Int?
  /// Whole bytes between an interval's last MCU and the marker after it: harmless, unless the data before them
  /// was damaged in a way that still reads.
  public internal(set) var extraneousBytes = 0
  /// Restart markers that came with another number than was due.
  public internal(set) var misnumberedRestarts = 0

  public var isWhole: Bool { damagedMCUs == 0 }

  mutating func damage(from first: Int, to end: Int) {
    guard end > first else { return }
    damagedMCUs += end - first
    firstDamagedMCU = min(firstDamagedMCU ?? first, first)
  }
}
