/// Finds the word that the user meant.
package enum Spelling {
  /// `; did you mean 'x'? (a, b, x)`: the nearest word if one is near enough, then all words in any case.
  package static func suggestion(for word: String, among words: [String]) -> String {
    let all = " (\(words.joined(separator: ", ")))"
    return (nearest(word, among: words).map { "; did you mean '\($0)'?" } ?? "") + all
  }

  /// The word that was probably meant, if one is near enough; `_` and capitals don't count.
  package static func nearest(_ word: String, among words: [String]) -> String? {
    let wanted = String(word.lowercased().map { $0 == "_" ? "-" : $0 })
    let ranked = words.map { (distance($0, wanted), $0) }.min { $0 < $1 }
    guard let ranked, ranked.0 <= max(1, min(wanted.count, ranked.1.count) / 3) else { return nil }
    return ranked.1
  }

  /// Letters inserted, deleted, changed or swapped with the next (optimal string alignment).
  private static func distance(_ first: String, _ second: String) -> Int {
    let (a, b) = (Array(first.utf8), Array(second.utf8.prefix(64)))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
