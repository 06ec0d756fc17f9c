/// Decides when to say that pictures are lost as the disk is behind: at the first, then every ten seconds
/// while it goes on.
struct WriterWatch {
  private static let interval: Int64 = 10_000_000_000

  private var told = 0
  private var last: Int64?

  /// Pictures lost since it was last told, if it is to be told now.
  mutating func toTell(of drops: Int, at now: Int64) -> Int? {
    guard drops > told else { return nil }
    if let last, now - last < Self.interval { return nil }
    last = now
    defer { told = drops }
    return drops - told
  }

  static func text(_ drops: Int, of published: Int, folder: String) -> String {
    "the disk of \(folder) is slower than the cameras: \(drops.counted("picture was", "pictures were")) "
      + "not written after \(published); lower --fps or --quality, use --durability none, or record to a faster disk"
  }
}
