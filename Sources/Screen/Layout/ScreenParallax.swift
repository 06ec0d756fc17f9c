import GlassChrome

/// Shifts the chrome sideways by a few pixels as the camera rolls, higher glass further, so that it
/// seems to float above the scene.
///
/// It shifts by whole pixels and only horizontally, so that it stays within the margins beside the viewfinders and
/// its edges stay sharp. Shifted glass must be recomputed, which takes milliseconds: one group steps at a time, and
/// so rarely that the delayed frames never look like a slow machine.
struct ScreenParallax {
  /// How far the target shift must be from the current one to change it, in pixels: more than the
  /// half at which rounding would flicker.
  static let reluctance = 0.75

  /// Shortest time between steps.
  static let pauseNanoseconds: Int64 = 400_000_000

  /// The shift that all groups step towards, in pixels; to the right for a camera rolled clockwise.
  private(set) var pixels = 0
  private var parallax = RollParallax()
  private var base = DisplayList()
  private var shifted = DisplayList()
  /// The current shift of each group, in pixels.
  private var places: [Int] = []
  /// How far each group lies above the scene, as a share of the common shift.
  private var depths: [Double] = []
  private var lastStep: Int64?

  /// Advances to a frame's time.
  ///
  /// - Parameters:
  ///   - rollDegrees: as for ``RollParallax/advance(rollDegrees:reducesMotion:nanoseconds:)``.
  ///   - reducesMotion: true shifts nothing.
  ///   - scale: pixels per point.
  ///   - nanoseconds: the frame's time.
  mutating func advance(rollDegrees: Double?, reducesMotion: Bool, scale: Double, nanoseconds: Int64) {
    _ = parallax.advance(rollDegrees: rollDegrees, reducesMotion: reducesMotion, nanoseconds: nanoseconds)
    let way = parallax.offset.x * scale
    if way == 0 {
      pixels = 0
    } else if (way - Double(pixels)).magnitude > Self.reluctance {
      pixels = Int(way.rounded())
    }
  }

  /// The list, shifted. Allocates only if the list or a shift has changed.
  ///
  /// - Parameters:
  ///   - list: as the animator left it, in points.
  ///   - scale: pixels per point.
  ///   - nanoseconds: the frame's time.
  ///   - steps: whether a group may step in this frame.
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

  private func shift(of group: Int) -> Int { Int((Double(pixels) * depths[group]).rounded()) }

  /// Moves the first lagging group to the common shift.
  private mutating func step(_ nanoseconds: Int64) -> Bool {
    // A time that jumps back starts a new timeline.
    if let lastStep, nanoseconds >= lastStep, nanoseconds - lastStep < Self.pauseNanoseconds { return false }
    var group = 0
    while group < places.count, places[group] == shift(of: group) { group += 1 }
    guard group < places.count else { return false }
    places[group] = shift(of: group)
    lastStep = nanoseconds
    return true
  }

  /// Higher glass shifts further: the highest by the whole shift, the lowest by two fifths.
  private static func depth(_ group: GlassGroup) -> Double {
    let highest = group.elements.map(\.elevation.rawValue).max() ?? 0
    return 0.4 + 0.12 * Double(highest)
  }

  /// Adopts a list: existing groups keep their shift, new ones start at the common one.
  private mutating func take(_ list: DisplayList) {
    let isAlike =
      list.groups.count == base.groups.count
      && zip(list.groups, base.groups).allSatisfy { $0.id == $1.id }
    if !isAlike {
      depths = list.groups.map(Self.depth)
      places = list.groups.enumerated().map { index, group in
        base.groups.firstIndex { $0.id == group.id }.map { places[$0] } ?? shift(of: index)
      }
    }
    base = list
  }
}

extension GlassGroup {
  /// Moves the whole group to the right by `points`, or to the left if negative.
  mutating func shift(byX points: Double) {
    let way = Point(points, 0)
    bounds = bounds.shifted(by: way)
    for index in elements.indices {
      elements[index].frame = elements[index].frame.shifted(by: way)
      elements[index].touch?.x += points
    }
    for index in items.indices {
      items[index].place(in: items[index].frame.shifted(by: way), opacity: 1)
    }
  }
}
