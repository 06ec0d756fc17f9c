import RealModule

/// Whether the camera sways in somebody's hand or on a boat: then edges alone seem to move. One that shivers doesn't.
struct CameraSway: Sendable {
  /// Place and turn, smoothed; the mean place of the last seconds; and the mean square of what differs from it; in cells.
  private var place = Point.zero
  private var turn = Point.zero
  private var mean = Point.zero
  private var square = 0.0

  /// In seconds.
  private static let (smoothing, memory, fading) = (0.12, 2.0, 0.7)
  /// In cells of 240 across.
  private static let most = 1.0

  var isLarge: Bool { square > Self.most * Self.most }

  /// Takes the next frame's place, and its turn and zoom where they are largest, in cells of 240 across.
  mutating func update(place now: Point, turn turned: Point, seconds: Double) {
    let smooth = 1 - Double.exp(-seconds / Self.smoothing)
    place += (now - place) * smooth
    turn += (turned - turn) * smooth
    mean += (place - mean) * (1 - Double.exp(-seconds / Self.memory))
    let apart = (place - mean).length + turn.length
    square += (apart * apart - square) * (1 - Double.exp(-seconds / Self.fading))
  }

  /// The camera has moved to a new scene.
  mutating func move() {
    (place, mean, turn) = (.zero, .zero, .zero)
    square = max(square, 4 * Self.most * Self.most)
  }
}
