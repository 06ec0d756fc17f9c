/// Where text that doesn't fit its room is cut.
public enum TruncationMode: Sendable, Hashable {
  /// At the end.
  case tail
  /// In the middle, if it is one line: names that differ at their ends stay apart.
  case middle
}
