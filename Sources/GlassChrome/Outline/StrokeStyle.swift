/// How a line ends.
public enum StrokeCap: Int32, Sendable, CaseIterable {
  case butt, round, square
}

/// How two segments of a line meet.
public enum StrokeJoin: Int32, Sendable, CaseIterable {
  case miter, round, bevel
}
