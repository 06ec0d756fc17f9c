/// Detects frames lost by the camera or its driver from jumps in the 32-bit counter, across its wrap.
struct SequenceTracker: Equatable {
  private var last: UInt32?

  /// A larger jump means that the driver restarted its count, not a loss: nine minutes at 120 a second.
  static let largestGap: UInt32 = 1 << 16

  /// Frames lost immediately before the one with this number; 0 when the count stands still or goes back.
  mutating func gap(before sequence: UInt32) -> Int {
    defer { last = sequence }
    guard let last else { return 0 }
    let step = sequence &- last
    return step >= 1 && step <= Self.largestGap ? Int(step) - 1 : 0
  }

  /// The stream restarted: the next number begins a new count.
  mutating func restart() { last = nil }
}
