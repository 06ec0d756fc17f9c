import Foundation

/// How much of a product of options a run of the tests tries.
///
/// All of it where `DUALCAM_TRY` is `all`, as in `scripts/test --all`. Otherwise a share, in which each option meets others than its
/// neighbour does. `DUALCAM_SEED` turns it on to other elements: `tools/run-tests` has one seed a day, and prints it.
public enum Share {
  /// Whether everything is tried.
  public static let isWhole = ProcessInfo.processInfo.environment["DUALCAM_TRY"] == "all"

  private static let seed =
    ProcessInfo.processInfo.environment["DUALCAM_SEED"].flatMap { UInt64($0) } ?? 0

  /// One element in `step`, or all.
  ///
  /// - Parameter what: what else varies: it tells where the share begins.
  public static func of<Element>(
    _ all: [Element], oneIn step: Int, beside what: Any = ""
  ) -> [Element] {
    if isWhole { return all }
    // Well mixed: else some options would never meet, whatever the seed.
    var random = Seeded("\(what)".utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    let first = Int(random.next() % UInt64(step))
    return all.enumerated().filter { $0.offset % step == first % min(step, max(all.count, 1)) }.map(\.element)
  }
}
