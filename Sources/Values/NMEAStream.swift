/// What a source's sentences so far say of later ones.
package struct NMEAStream: Sendable {
  /// In a log, the time that it has come to.
  var clock = NMEAClock()
  /// Talkers' sentences that have come with a checksum: one without has lost its end.
  private var checked: Set<String> = []
  /// The most of these, as talkers are two letters of anybody's.
  private static let most = 512

  package init() {}

  /// Whether a sentence is whole, as far as that can be told.
  mutating func isWhole(_ address: Substring, hasChecksum: Bool) -> Bool {
    guard hasChecksum else { return !checked.contains(String(address)) }
    if checked.count < Self.most { checked.insert(String(address)) }
    return true
  }
}
