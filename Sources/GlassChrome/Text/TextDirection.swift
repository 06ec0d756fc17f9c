/// Direction of a paragraph.
enum TextDirection: Int32, Sendable, CaseIterable {
  /// The direction of its first letter (UAX #9, rules P2 and P3); left to right without one.
  case automatic = -1
  /// Likewise, but right to left without one.
  case automaticFromRight = -2
  case leftToRight = 0
  case rightToLeft = 1
}
