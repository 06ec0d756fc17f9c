/// Lets the chrome lie a little above the scene: as the camera rolls, all of it moves aside by a few pixels.
///
/// By whole pixels and to the side alone: so the margins beside the viewfinders hold it, edges stay as sharp as they
/// were laid out, and only a step draws anything anew.
struct ScreenParallax {
  /// Pixels by which the way must differ from what is shown before it takes a step: more than the half at which
  /// rounding would tremble to and fro.
  static let reluctance = 0.75

  /// To the right, for a camera rolled clockwise.
  private(set) var pixels = 0
  private var parallax = RollParallax()
  private var base = DisplayList()
  private var shifted = DisplayList()
  private var shiftedPixels = 0

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

  /// The list where it is to be drawn. Allocates only where it or the shift has changed.
  mutating func place(_ list: DisplayList, scale: Double) -> DisplayList {
    if pixels == 0 { return list }
    if pixels != shiftedPixels || list != base {
      base = list
      shifted = list.shifted(byX: Double(pixels) / scale)
      shiftedPixels = pixels
    }
    return shifted
  }
}
