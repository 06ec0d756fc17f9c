import Foundation

/// How much of a product of options a run of the tests tries.
///
/// All of it where `DUALCAM_TRY` is `all`, as in `scripts/test --all`. Otherwise a share, the same in each run, in which each option
/// meets others than its neighbour does.
public enum Share {
  /// Whether everything is tried.
  public static let isWhole = ProcessInfo.processInfo.environment["DUALCAM_TRY"] == "all"

  /// One element in `step`, or all.
  ///
  /// - Parameter what: what else varies: it tells where the share begins.
  public static func of<Element>(
    _ all: [Element], oneIn step: Int, beside what: Any = ""
  ) -> [Element] {
    if isWhole { return all }
    let first = "\(what)".utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 9973 } % step
    return all.enumerated().filter { $0.offset % step == first % min(step, max(all.count, 1)) }.map(\.element)
  }
}
