import PixelTypes

/// Decides when to say that a sink is slower than the cameras: again while it goes on, but not often.
struct SinkWatch {
  /// Pictures left out until it is said: a recording's first, as it was to have all of them; of a reader, who gets the newest,
  /// as many as make a second.
  private let least: Int
  /// Nanoseconds from one time to the next.
  private let interval: Int64
  private var told = 0
  private var last: Int64?

  init(_ kind: Outlet.Kind) {
    least = kind == .live ? 30 : 1
    interval = kind == .live ? 60_000_000_000 : 10_000_000_000
  }

  /// Pictures left out since it was last told, if it is to be told now.
  mutating func toTell(of drops: Int, at now: Int64) -> Int? {
    guard drops - told >= least else { return nil }
    if let last, now - last < interval { return nil }
    last = now
    defer { told = drops }
    return drops - told
  }

  static func text(_ drops: Int, of published: Int, folder: String) -> String {
    "the disk of \(folder) is slower than the cameras: \(drops.counted("picture was", "pictures were")) "
      + "not written after \(published); lower --fps or --quality, use --durability none, or record to a faster disk"
  }

  /// - Parameter keeps: whether it has what came first; else it gets the newest.
  static func text(_ drops: Int, of offered: Int, reader: String, keeps: Bool) -> String {
    "\(reader) takes pictures too slowly: it missed \(drops) of \(offered) and "
      + (keeps ? "keeps the earlier ones; request the others again" : "gets the newest; nothing waits for it")
  }
}
