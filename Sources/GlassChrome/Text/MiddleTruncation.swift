extension String {
  /// As much of both ends as fits around "…"; itself if all of it does.
  ///
  /// - Parameter fits: whether a text fits; if it does, so do shorter ones.
  package func truncatedInMiddle(where fits: (String) -> Bool) -> String {
    if fits(self) { return self }
    let characters = Array(self)
    func kept(_ count: Int) -> String {
      String(characters.prefix((count + 1) / 2)) + "…" + String(characters.suffix(count / 2))
    }
    var (low, high) = (1, max(characters.count - 1, 1))
    while low < high {
      let middle = (low + high + 1) / 2
      if fits(kept(middle)) { low = middle } else { high = middle - 1 }
    }
    return kept(low)
  }
}
