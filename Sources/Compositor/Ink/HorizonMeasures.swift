/// How far the parts of the horizon's ink lie from the viewfinder's middle; lengths in points unless said otherwise.
enum HorizonMeasures {
  /// Half of the gap in the middle of a line that isn't level.
  static let gap = 24.0
  /// Where the marks without roll begin and end, from the line's end.
  static let markStart = 18.0
  static let markEnd = 42.0
  /// Between a mark and the angle.
  static let space = 8.0
  /// Between ink and the viewfinder's edge.
  static let margin = 6.0
  // The line's half length, in shares of the viewfinder's width.
  private static let usualReach = 0.36
  private static let leastReach = 0.22

  /// Half the line's length in pixels: short enough for marks and angle to fit beside it.
  ///
  /// - Parameters:
  ///   - width: the viewfinder's, in pixels.
  ///   - scale: pixels per point.
  ///   - angle: the angle's width in pixels; 0 for none.
  static func reach(width: Double, scale: Double, angle: Double) -> Double {
    guard angle > 0 else { return usualReach * width }
    let room = width / 2 - (markEnd + space + margin) * scale - angle
    return max(leastReach * width, min(usualReach * width, room))
  }

  /// The room for the angle in pixels beside the shortest line; may be negative.
  static func roomForAngle(width: Double, scale: Double) -> Double {
    (0.5 - leastReach) * width - (markEnd + space + margin) * scale
  }
}
