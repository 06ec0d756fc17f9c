/// Lets the chrome lie a little above the scene: as the camera rolls, all of it moves aside by a few pixels.
///
/// By whole pixels and to the side alone: so the margins beside the viewfinders hold it, and edges stay as sharp as
/// they were laid out. Glass that moves is made anew, which takes milliseconds: one group steps at a time, and so
/// seldom that the frames which it makes late are never taken for a machine that is too slow.
struct ScreenParallax {
  /// Pixels by which the way must differ from what is shown before it takes a step: more than the half at which
  /// rounding would tremble to and fro.
  static let reluctance = 0.75

  /// Between two steps.
  static let pauseNanoseconds: Int64 = 400_000_000

  /// To the right, for a camera rolled clockwise: where all groups come to stand.
  private(set) var pixels = 0
  private var parallax = RollParallax()
  private var base = DisplayList()
  private var shifted = DisplayList()
  /// Where each group of the list stands.
  private var places: [Int] = []
  private var lastStep: Int64?

  /// Moves on to a frame's time.
  ///
  /// - Parameters:
  ///   - rollDegrees: as ``RollParallax/advance(rollDegrees:reducesMotion:nanoseconds:)`` takes it.
  ///   - scale: pixels to the point.
  mutating func advance(rollDegrees: Double?, reducesMotion: Bool, scale: Double, nanoseconds: Int64) {
    _ = parallax.advance(rollDegrees: rollDegrees, reducesMotion: reducesMotion, nanoseconds: nanoseconds)
    let way = parallax.offset.x * scale
    if way == 0 {
      pixels = 0
    } else if (way - Double(pixels)).magnitude > Self.reluctance {
      pixels = Int(way.rounded())
    }
  }

  /// The list where it is to be drawn. Allocates only where it or a shift has changed.
  ///
  /// - Parameter steps: whether a group may step in this frame.
  mutating func place(
    _ list: DisplayList, scale: Double, nanoseconds: Int64, steps: Bool = true
  ) -> DisplayList {
    let isOther = list != base
    if isOther { take(list) }
    let hasStepped = steps && step(nanoseconds)
    if isOther || hasStepped {
      shifted = list
      for (group, pixels) in places.enumerated() where pixels != 0 {
        shifted.groups[group].shift(byX: Double(pixels) / scale)
      }
    }
    return shifted
  }

  /// Brings the first group that lags behind to where all are going.
  private mutating func step(_ nanoseconds: Int64) -> Bool {
    // A time that jumps back is another line of time.
    if let lastStep, nanoseconds >= lastStep, nanoseconds - lastStep < Self.pauseNanoseconds { return false }
    var group = 0
    while group < places.count, places[group] == pixels { group += 1 }
    guard group < places.count else { return false }
    places[group] = pixels
    lastStep = nanoseconds
    return true
  }

  /// Groups that were there before stay where they stood; what is new begins where all are going.
  private mutating func take(_ list: DisplayList) {
    let isAlike =
      list.groups.count == base.groups.count
      && zip(list.groups, base.groups).allSatisfy { $0.id == $1.id }
    if !isAlike {
      places = list.groups.map { group in
        base.groups.firstIndex { $0.id == group.id }.map { places[$0] } ?? pixels
      }
    }
    base = list
  }
}
