/// How a line ends: at its last point, or half its width further on in a half circle or a square.
public enum StrokeCap: Int32, Sendable, CaseIterable {
  case butt, round, square
}

/// How two segments of a line meet: in a point (a straight edge beyond a miter limit of 4), an arc or a straight edge.
public enum StrokeJoin: Int32, Sendable, CaseIterable {
  case miter, round, bevel
}
