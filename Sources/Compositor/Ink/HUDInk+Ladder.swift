import HUDGeometry
import PixelTypes

/// An artificial horizon: rungs for every 5° of elevation, numbered at every 10°, and a mark where the camera looks.
extension HUDInk {
  private static let rung = 5
  private static let highest = 45
  // Half lengths, in shares of the viewfinder's width: of a numbered rung, and of one between; the gap inside.
  private static let long = 0.09
  private static let short = 0.055
  private static let gap = 0.025
  /// The nearest that a rung comes to the viewfinder's edges above and below, in shares of its height.
  private static let border = 0.08

  /// Where the true horizon lies below the middle, in pixels along the picture's vertical; `nil` if it isn't known.
  package func horizonCenter(_ reading: HorizonReading) -> Point? {
    guard let pitch = reading.pitch, pitch.visibility > 0, let height = pitch.height(ofElevation: 0) else {
      return nil
    }
    return middle + up(reading.angleDegrees) * (height * Double(rect.width))
  }

  private var middle: Point { Point(Double(rect.width) / 2, Double(rect.height) / 2) }

  /// A step towards the zenith, for a roll in degrees.
  private func up(_ roll: Double) -> Point {
    AffineTransform.rotation(radians: -roll * .pi / 180).apply(Point(0, -1))
  }

  package mutating func drawLadder(
    _ reading: HorizonReading, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    guard let pitch = reading.pitch, pitch.visibility > 0 else { return }
    let up = up(reading.angleDegrees)
    let along = Point(-up.y, up.x)
    let width = Double(rect.width)
    path.removeAll(keepingCapacity: true)
    // What the camera looks at: wings and a point, which stay in the middle.
    for side in [-1.0, 1] {
      path.line(from: middle + Point(side * 8 * scale, 0), to: middle + Point(side * 20 * scale, 0))
    }
    appendCircle(middle, radius: 2 * scale)
    for elevation in stride(from: -Self.highest, through: Self.highest, by: Self.rung) where elevation != 0 {
      guard let center = place(Double(elevation), pitch, up) else { continue }
      let isNumbered = elevation % (2 * Self.rung) == 0
      let (inner, outer) = (Self.gap * width, (isNumbered ? Self.long : Self.short) * width)
      // Ends point to the horizon; rungs below it are broken.
      let tick = up * (elevation > 0 ? -6 * scale : 6 * scale)
      for side in [-1.0, 1] {
        let (from, to) = (center + along * (side * inner), center + along * (side * outer))
        if elevation > 0 {
          path.line(from: from, to: to)
        } else {
          for part in 0..<3 {
            let start = from + (to - from) * (Double(part) / 3 + (part == 0 ? 0 : 0.08))
            path.line(from: start, to: from + (to - from) * (Double(part + 1) / 3))
          }
        }
        path.line(from: to, to: to + tick)
      }
    }
    cased(width: max(1, 1.25 * scale), color: .white, opacity: pitch.visibility, into: canvas, with: &painter)
    guard let figures else { return }
    for tens in -Self.highest / 10...Self.highest / 10 where tens != 0 {
      guard let center = place(Double(10 * tens), pitch, up) else { continue }
      let end = center + along * ((Self.long + Self.gap / 2) * width)
      set(
        .whole(abs(10 * tens)), x: rect.x + Int(end.x.rounded()),
        baseline: rect.y + Int((end.y + figures.height / 2).rounded()), color: .white,
        opacity: pitch.visibility, into: canvas, with: &painter)
    }
  }

  /// The middle of the rung at this elevation; `nil` outside the picture.
  private func place(_ elevation: Double, _ pitch: PitchReading, _ up: Point) -> Point? {
    guard let height = pitch.height(ofElevation: elevation) else { return nil }
    let place = middle + up * (height * Double(rect.width))
    let (border, inset) = (Self.border * Double(rect.height), Self.long * Double(rect.width))
    guard (border...Double(rect.height) - border).contains(place.y),
      (inset...Double(rect.width) - inset).contains(place.x)
    else { return nil }
    return place
  }
}
