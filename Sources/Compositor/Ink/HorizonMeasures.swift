/// How far the parts of the horizon's ink lie from the viewfinder's middle; lengths in points unless said otherwise.
///
/// Line and marks stay in the middle third of the viewfinder's width, off the lines of thirds.
enum HorizonMeasures {
  /// Half of the gap in the middle of a line that isn't level.
  static let gap = 14.0
  /// The same around the mark of an artificial horizon.
  static let ladderGap = 28.0
  /// Half the length of the ticks at the line's ends.
  static let tick = 7.0
  /// Where the marks without roll have their tips, from the line's end, and how long they are; they are as wide.
  static let markStart = 6.0
  static let mark = 7.0
  /// Between a mark and the angle.
  static let space = 12.0
  /// Between ink and the viewfinder's edge.
  static let margin = 6.0
  /// Half the width of line and marks, in shares of the viewfinder's width.
  private static let share = 1.0 / 6
  /// Between marks and the lines of thirds.
  private static let clearance = 4.0

  /// Half the line's length in pixels.
  ///
  /// - Parameters:
  ///   - width: the viewfinder's, in pixels.
  ///   - scale: pixels per point.
  static func reach(width: Double, scale: Double) -> Double {
    max(0, share * width - (clearance + markStart + mark) * scale)
  }

  /// Where the angle begins, from the middle, in pixels.
  static func angle(width: Double, scale: Double) -> Double {
    reach(width: width, scale: scale) + (markStart + mark + space) * scale
  }

  /// The room for the angle in pixels beside line and marks; may be negative.
  static func roomForAngle(width: Double, scale: Double) -> Double {
    width / 2 - angle(width: width, scale: scale) - margin * scale
  }
}
