import HUDGeometry
import PixelTypes

/// What a camera's state looks like in its viewfinder.
extension HUDInk {
  /// A red frame along the viewfinder's edges.
  mutating func drawTally(into canvas: PlanarPicture, with painter: inout InkPainter) {
    let inset = InkRank.alarm.weight(scale: scale)
    path.removeAll(keepingCapacity: true)
    appendBox(
      Rect(
        x: inset, y: inset, width: Double(rect.width) - 2 * inset, height: Double(rect.height) - 2 * inset),
      corner: nil)
    cased(
      width: InkRank.alarm.weight(scale: scale), color: .red, opacity: 1, tone: .alarm, into: canvas,
      with: &painter)
  }

  /// Two bars: the picture stands still.
  mutating func drawStale(into canvas: PlanarPicture, with painter: inout InkPainter) {
    guard let mark = layout[.stale] else { return }
    let size = Double(mark.width)
    let origin = Point(Double(mark.x - rect.x), Double(mark.y - rect.y))
    path.removeAll(keepingCapacity: true)
    for x in [0.24, 0.76] {
      path.line(from: origin + Point(x * size, 0.2 * size), to: origin + Point(x * size, 0.8 * size))
    }
    cased(width: 0.26 * size, color: .amber, opacity: 1, tone: .alarm, into: canvas, with: &painter)
  }

  /// A struck-out frame: no camera.
  mutating func drawLost(into canvas: PlanarPicture, with painter: inout InkPainter) {
    let (width, height) = (Double(rect.width), Double(rect.height))
    let inset = 8 * scale
    path.removeAll(keepingCapacity: true)
    appendBox(
      Rect(x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset),
      corner: min(width, height) / 6)
    cased(
      width: InkRank.alarm.weight(scale: scale), color: .red, opacity: 1, tone: .alarm, into: canvas,
      with: &painter)
    let center = Point(width / 2, height / 2)
    let radius = min(width, height) / 10
    path.removeAll(keepingCapacity: true)
    appendCircle(center, radius: radius)
    let reach = radius * 0.5
    path.line(from: center + Point(-reach, -reach), to: center + Point(reach, reach))
    path.line(from: center + Point(reach, -reach), to: center + Point(-reach, reach))
    cased(
      width: InkRank.alarm.weight(scale: scale), color: .red, opacity: 1, tone: .alarm, into: canvas,
      with: &painter)
  }
}
