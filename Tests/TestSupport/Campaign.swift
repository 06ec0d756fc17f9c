import Foundation

/// How far the campaigns go: a seeded share in every test run, the whole where `tools/hostile/campaign` asks for it.
public enum Campaign {
  /// Inputs to try, `short` of them unless the environment names a number.
  public static func count(_ short: Int) -> Int {
    ProcessInfo.processInfo.environment["DUALCAM_CAMPAIGN"].flatMap { Int($0) } ?? short
  }

  /// Where the campaign begins, so that another one tries others.
  public static let seed =
    ProcessInfo.processInfo.environment["DUALCAM_CAMPAIGN_SEED"].flatMap { UInt64($0) } ?? 1

  /// Writes what a long one has done so far, for the one who waits.
  public static func tell(_ name: String, _ done: Int, of count: Int) {
    guard count >= 10_000, done % 10_000 == 0 || done == count else { return }
    FileHandle.standardError.write(Data("campaign: \(name) \(done) of \(count), seed \(seed)\n".utf8))
  }
}
