import Compositor

/// Decides between one thread for a picture and two, while they are live.
///
/// Allocates nothing.
final class ThreadCountPolicy: JobPolicy {
  /// Shares of the time between pictures: what a picture may take with one thread, in the mean of some pictures, before it
  /// gets two, and how little it must take with two before it is left to one. Two threads make it in 1.15 to 1.7 times
  /// less time, so that one change is no reason for the other.
  static let busyShare = 0.65
  static let calmShare = 0.38
  /// What a picture counts for in the mean: ten of them, a third of a second.
  private static let weight = 0.1

  private let budget: Double
  private let mayChange: Bool
  private var mean: Double?
  /// Two to begin with, as what is to come isn't known.
  private(set) var isTwo: Bool

  /// - Parameter budget: nanoseconds that a picture may take; 0 where nothing waits for it.
  init(_ threads: StageThreads, budget: Int64) {
    self.budget = Double(budget)
    mayChange = threads == .auto && budget > 0
    isTwo = threads == .two || mayChange
  }

  /// Takes what the stage spent on a picture, nanoseconds.
  func note(spent: Int64) {
    guard mayChange, spent >= 0 else { return }
    let before = mean ?? Double(spent)
    let now = before + Self.weight * (Double(spent) - before)
    mean = now
    if !isTwo, now > Self.busyShare * budget { (isTwo, mean) = (true, nil) }
    if isTwo, now < Self.calmShare * budget { (isTwo, mean) = (false, nil) }
  }

  func didFinish(_ picture: OutputFrame, spent: Int64, in run: JobRun) {
    note(spent: spent)
    run.stage.hasTwoThreads = isTwo
  }
}
