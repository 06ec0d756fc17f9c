import PixelTypes

/// Decides when to report that a sink is slower than the cameras: repeatedly while it lasts, but not often.
struct SlowSinkNotice {
  /// How many left-out pictures trigger a report: the first for a recording, which should get all;
  /// a second's worth for a reader, which gets the newest.
  private let least: Int
  /// Nanoseconds between reports.
  private let interval: Int64
  private var told = 0
  private var last: Int64?

  init(_ policy: SinkPolicy) {
    least = policy == .live ? 30 : 1
    interval = policy == .live ? 60_000_000_000 : 10_000_000_000
  }

  /// Pictures left out since the last report if one is due now, else `nil`.
  mutating func toTell(of drops: Int, at now: Int64) -> Int? {
    guard drops - told >= least else { return nil }
    if let last, now - last < interval { return nil }
    last = now
    return drops - exchange(&told, with: drops)
  }

  static func text(_ drops: Int, of published: Int, folder: String) -> String {
    "the disk of \(folder) is slower than the cameras: \(drops.counted("picture was", "pictures were")) "
      + "not written after \(published); lower --fps or --quality, use --durability none, or record to a faster disk"
  }

  /// - Parameters:
  ///   - drops: pictures it missed.
  ///   - offered: pictures it was offered.
  ///   - reader: its name for people.
  ///   - keeps: whether it keeps the first pictures; otherwise it gets the newest.
  static func text(_ drops: Int, of offered: Int, reader: String, keeps: Bool) -> String {
    "\(reader) accepts pictures too slowly: it missed \(drops) of \(offered) and "
      + (keeps ? "keeps the earlier ones; request the others again" : "gets the newest; nothing waits for it")
  }
}
