/// Which way a paragraph runs.
enum TextDirection: Int32, Sendable, CaseIterable {
  /// As its first letter does (UAX #9, rules P2 and P3); from left to right where it has none.
  case automatic = -1
  /// The same, but from right to left where it has none.
  case automaticFromRight = -2
  case leftToRight = 0
  case rightToLeft = 1
}
