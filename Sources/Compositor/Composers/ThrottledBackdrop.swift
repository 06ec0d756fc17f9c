import PixelTypes

/// The picture behind the chrome, held still between a few moments a second.
///
/// The chrome shows it far out of focus, dimmed and under glass: motion that is smooth in the viewfinders beside it
/// isn't told from steps of a fifth of a second there, but each step costs the drawing of all chrome and, spliced, its
/// coding. What is seen at once is a change of the whole, a cut or a light switched on; that is never held back.
package struct ThrottledBackdrop {
  /// Nanoseconds that a picture is held for: six frames of 30 a second, whose times waver.
  package static let interval: Int64 = 190_000_000
  /// Mean difference of luma, in levels, from which on a new picture is shown at once.
  package static let cut = 6

  private var held: PlanarPicture?
  private var time: Int64 = 0

  /// - Parameters:
  ///   - backdrop: the present one.
  ///   - nanoseconds: its time.
  /// - Returns: the one to show, whose samples stay as they are until the next call, and whether it is another than in
  ///   the last call.
  package mutating func show(
    _ backdrop: PlanarPicture, nanoseconds: Int64
  ) -> (picture: PlanarPicture, isNew: Bool) {
    if let held, held.size == backdrop.size, held.subsampling == backdrop.subsampling {
      let age = nanoseconds - time
      if age >= 0, age < Self.interval, !PlaneDifference.exceeds(Self.cut, held.luma, backdrop.luma) {
        return (held, false)
      }
    }
    let picture: PlanarPicture
    if let held, held.size == backdrop.size, held.subsampling == backdrop.subsampling {
      picture = held
    } else {
      picture = PlanarPicture(size: backdrop.size, subsampling: backdrop.subsampling)
      held = picture
    }
    PlaneFill.copy(backdrop.luma, to: picture.luma, at: picture.bounds)
    if backdrop.subsampling != .grey {
      let chroma = PixelRect(x: 0, y: 0, width: backdrop.cb.width, height: backdrop.cb.height)
      PlaneFill.copy(backdrop.cb, to: picture.cb, at: chroma)
      PlaneFill.copy(backdrop.cr, to: picture.cr, at: chroma)
    }
    time = nanoseconds
    return (picture, true)
  }
}
