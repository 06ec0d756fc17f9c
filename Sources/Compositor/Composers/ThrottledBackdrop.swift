import PixelTypes

/// The picture behind the chrome, updated only a few times a second.
///
/// The chrome shows it far out of focus, dimmed and under glass, where steps of a fifth of a second look the
/// same as smooth motion. Each step costs redrawing all chrome and, when spliced, coding it. A change of the
/// whole picture, such as a cut or a light switched on, would be noticed, so it is never held back.
package struct ThrottledBackdrop {
  /// Nanoseconds to hold a picture: six frames at 30 a second, with room for jitter.
  package static let interval: Int64 = 190_000_000
  /// Mean difference of luma, in levels, above which a new picture is shown at once.
  package static let cut = 6

  private let interval: Int64
  private var held: PlanarPicture?
  private var time: Int64 = 0

  /// - Parameter interval: nanoseconds to hold a picture.
  package init(interval: Int64 = Self.interval) { self.interval = interval }

  /// Whether the next picture will be shown regardless.
  package func isDue(nanoseconds: Int64) -> Bool {
    let age = nanoseconds - time
    return held == nil || age < 0 || age >= interval
  }

  /// - Parameters:
  ///   - backdrop: the current one.
  ///   - nanoseconds: its time.
  /// - Returns: the picture to show, whose samples stay unchanged until the next call, and whether it differs from the
  ///   last call's.
  package mutating func show(
    _ backdrop: PlanarPicture, nanoseconds: Int64
  ) -> (picture: PlanarPicture, isNew: Bool) {
    let picture = PlanarPicture.reusing(held, size: backdrop.size, subsampling: backdrop.subsampling)
    if picture === held, !isDue(nanoseconds: nanoseconds),
      !PlaneDifference.exceeds(Self.cut, picture.luma, backdrop.luma)
    {
      return (picture, false)
    }
    held = picture
    PlaneFill.copy(backdrop, backdrop.bounds, to: picture)
    time = nanoseconds
    return (picture, true)
  }
}
