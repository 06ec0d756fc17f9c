/// Where the walker is and how she moves at a given time: she enters, stops near the left third, the middle and the
/// right third, leaves, and comes back the other way.
struct WalkerPath {
  /// Position of the figure's middle, as a fraction of the picture's width.
  var x: Double
  /// Distance walked since the pass began, in the same unit.
  var distance: Double
  /// 0 standing, 1 walking.
  var stride: Double
  /// 1 to the right, −1 to the left.
  var facing: Double

  /// Waypoints of a pass, with the seconds spent walking to each and stopping there.
  private static let legs: [(to: Double, walk: Double, stop: Double)] = [
    (1.0 / 3, 4.2, 2.2), (0.5, 1.8, 1.6), (2.0 / 3, 1.8, 2.2), (1.2, 4.4, 0.4),
  ]
  private static let start = -0.2
  /// Seconds of one pass.
  static let passSeconds = legs.reduce(0) { $0 + $1.walk + $1.stop }

  init(seconds: Double) {
    let pass = (seconds / Self.passSeconds).rounded(.down)
    var left = seconds - pass * Self.passSeconds
    var position = Self.start
    stride = 0
    for leg in Self.legs {
      if left < leg.walk {
        let t = left / leg.walk
        position += (leg.to - position) * Self.eased(t)
        // Steps shorten before and after a stop.
        stride = min(1, 5 * min(t, 1 - t))
        break
      }
      position = leg.to
      left -= leg.walk
      if left < leg.stop { break }
      left -= leg.stop
    }
    distance = position - Self.start
    facing = pass.truncatingRemainder(dividingBy: 2) == 0 ? 1 : -1
    x = facing > 0 ? position : 1 - position
  }

  /// Even speed with short soft ends: a parabola over the first and last tenth.
  private static func eased(_ t: Double) -> Double {
    let soft = 0.1
    let full = 1 - soft
    if t < soft { return t * t / (2 * soft) / full }
    if t > 1 - soft { return 1 - (1 - t) * (1 - t) / (2 * soft) / full }
    return (t - soft / 2) / full
  }
}
