import HUDGeometry
import PixelTypes

/// The boxes in which focus and exposure are measured.
extension HUDInk {
  /// Corners around a cross, heavier the sharper it is; a ring when it is as sharp as it has been lately.
  package mutating func draw(_ meter: FocusMeter, into canvas: PlanarPicture, with painter: inout InkPainter)
  {
    let box = pixels(meter.box)
    let center = box.center
    path.removeAll(keepingCapacity: true)
    appendBox(box, corner: min(16 * scale, box.width / 4, box.height / 4))
    let arm = 6 * scale
    path.line(from: center - Point(arm, 0), to: center + Point(arm, 0))
    path.line(from: center - Point(0, arm), to: center + Point(0, arm))
    if meter.state == .snapped { appendCircle(center, radius: 2 * arm) }
    cased(
      width: (1.5 + 1.5 * meter.share) * scale, color: Self.color(meter.state), opacity: 1, into: canvas,
      with: &painter)
  }

  /// A curve below the box: how sharp it was lately, of its best; the line above it is the best.
  package mutating func drawHistory(
    of meter: FocusMeter, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    let box = pixels(meter.box)
    let height = min(24 * scale, Double(rect.height) / 10)
    // Above the box if there is no room below.
    let isBelow = box.maxY + height + 12 * scale < Double(rect.height)
    let foot = isBelow ? box.maxY + height + 8 * scale : box.y - 8 * scale
    func place(_ i: Int, _ share: Double) -> Point {
      Point(
        box.x + box.width * Double(i) / Double(meter.history.count - 1), foot - height * min(1, share))
    }
    path.removeAll(keepingCapacity: true)
    path.line(from: place(0, 1), to: place(meter.history.count - 1, 1))
    cased(width: scale, color: .white, opacity: 0.5, into: canvas, with: &painter)
    path.removeAll(keepingCapacity: true)
    path.move(to: place(0, meter.history[0]))
    for i in 1..<meter.history.count { path.line(to: place(i, meter.history[i])) }
    cased(width: 1.5 * scale, color: Self.color(meter.state), opacity: 1, into: canvas, with: &painter)
  }

  /// A full box with a brightness bar beside it, from black at the bottom to white at the top; a tick at mid-grey.
  package mutating func draw(
    _ meter: ExposureMeter, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    let box = pixels(meter.box)
    path.removeAll(keepingCapacity: true)
    appendBox(box, corner: nil)
    let x = box.maxX + 8 * scale
    let level = box.maxY - box.height * meter.mean
    path.line(from: Point(x, box.maxY), to: Point(x, level))
    path.line(from: Point(x - 4 * scale, box.center.y), to: Point(x + 4 * scale, box.center.y))
    cased(
      width: (meter.state == .snapped ? 3 : 2) * scale, color: Self.color(meter.state), opacity: 1,
      into: canvas, with: &painter)
  }

  /// The side of the reticle, in points.
  package static let reticle = 80.0

  /// A square of corners around the place where focus and exposure were requested.
  ///
  /// - Parameter place: in fractions of the viewfinder.
  package mutating func drawReticle(
    at place: Point, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    let (width, height) = (Double(rect.width), Double(rect.height))
    let side = min(Self.reticle * scale, width / 2, height / 2)
    let line = 2 * scale
    func start(_ share: Double, _ length: Double) -> Double {
      min(max(share * length - side / 2, line), length - side - line)
    }
    path.removeAll(keepingCapacity: true)
    appendBox(
      Rect(x: start(place.x, width), y: start(place.y, height), width: side, height: side), corner: side / 4)
    cased(width: line, color: .amber, opacity: 1, into: canvas, with: &painter)
  }
}
