/// How many threads make a picture. What comes of it is the same.
///
/// Two make it sooner, by a fifth to a quarter, and need a fifth more of the processor in all: docs/performance.md. So they
/// pay where a picture would be late, or where somebody waits for the end.
public enum StageThreads: String, Sendable, CaseIterable {
  /// One; two for live pictures that take about two thirds of the time between them, or more.
  case auto
  case one = "1"
  case two = "2"
}
