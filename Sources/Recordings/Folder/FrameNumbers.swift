/// A set of frame numbers: a bit for each of the lower ones, since a recording has no large gaps there.
struct FrameNumbers: Sendable {
  private var words: [UInt64] = []
  private var others: Set<Int> = []
  /// Two weeks at 100 frames a second; the bits take 16 MB.
  private static let most = 1 << 27

  mutating func insert(_ index: Int) {
    guard index < Self.most else {
      others.insert(index)
      return
    }
    let word = index >> 6
    // At least double, or each new word would move all the others.
    if word >= words.count {
      words += [UInt64](repeating: 0, count: max(word + 1 - words.count, words.count))
    }
    words[word] |= 1 << UInt64(index & 63)
  }

  func contains(_ index: Int) -> Bool {
    guard index < Self.most else { return others.contains(index) }
    return index >= 0 && index >> 6 < words.count && words[index >> 6] >> UInt64(index & 63) & 1 == 1
  }
}
