import HostResources

/// Counts a running job's pictures, their rate and their allocations.
struct JobCounts {
  /// All pictures made.
  private(set) var made = 0
  /// Pictures not recorded because the recording was paused.
  var paused = 0
  /// When the job began.
  let start: Int64
  private var lastReport: Int64
  private var window: (start: Int64, made: Int)
  private var rate = 0.0
  // The process's allocations at the end of the warm-up and at the last picture, the latter minus those left out since.
  private var allocationsAtWarm: UInt64 = 0
  private var allocationsAtLast: UInt64 = 0
  private var leftOut: UInt64 = 0

  /// Pictures until caches are full and the steady state begins.
  static let warmUp = 60

  init(start: Int64) {
    self.start = start
    lastReport = start
    window = (start, 0)
  }

  mutating func pictureMade(at now: Int64) {
    made += 1
    if made == Self.warmUp { allocationsAtWarm = Allocations.count }
    // Windows left out never overlap, but other threads allocate during them, too.
    allocationsAtLast = max(allocationsAtWarm, Allocations.count - min(Allocations.count, leftOut))
    if now - window.start >= 1_000_000_000 {
      rate = Double(made - window.made) * 1e9 / Double(now - window.start)
      window = (now, made)
    }
  }

  /// Pictures per second, of late if known.
  func rate(at now: Int64) -> Double {
    rate > 0 ? rate : now > start ? Double(made) * 1e9 / Double(now - start) : 0
  }

  /// Excludes a progress report's own allocations: it creates strings several times a second.
  mutating func leaveOut(allocations: UInt64) {
    if made >= Self.warmUp { leftOut += allocations }
  }

  /// Heap allocations per picture since the warm-up, on all threads.
  var allocationsPerFrame: Double? {
    guard Allocations.isCounted, made > Self.warmUp else { return nil }
    return Double(allocationsAtLast - allocationsAtWarm) / Double(made - Self.warmUp)
  }

  /// Whether a progress report is due; if so, the next is due a fifth of a second later.
  mutating func isDue(_ now: Int64) -> Bool {
    guard now - lastReport >= 200_000_000 else { return false }
    lastReport = now
    return true
  }
}
