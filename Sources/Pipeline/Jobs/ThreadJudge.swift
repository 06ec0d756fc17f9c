/// Decides between one thread for a picture and two, while they are live.
///
/// Allocates nothing.
struct ThreadJudge {
  /// Shares of the time between pictures, of which a picture takes this much with one thread, this little with two, in the
  /// mean of some pictures.
  static let busyShare = 0.5
  static let calmShare = 0.25
  /// What a picture counts for in the mean: ten of them, a third of a second.
  private static let weight = 0.1

  private let budget: Double
  private let mayChange: Bool
  private var mean: Double?
  private(set) var isTwo: Bool

  /// - Parameter budget: nanoseconds that a picture may take; 0 where nothing waits for it.
  init(_ threads: StageThreads, budget: Int64) {
    self.budget = Double(budget)
    isTwo = threads == .two
    mayChange = threads == .auto && budget > 0
  }

  /// Takes what the stage spent on a picture, nanoseconds.
  mutating func note(spent: Int64) {
    guard mayChange, spent >= 0 else { return }
    let before = mean ?? Double(spent)
    let now = before + Self.weight * (Double(spent) - before)
    mean = now
    if !isTwo, now > Self.busyShare * budget { (isTwo, mean) = (true, nil) }
    if isTwo, now < Self.calmShare * budget { (isTwo, mean) = (false, nil) }
  }
}
