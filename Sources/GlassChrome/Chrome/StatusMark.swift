import HUDGeometry
import PixelTypes

/// A camera's state as a mark that differs in form, not in colour alone: ● live, ◐ stale, ✕ lost, ○ connecting.
struct StatusMark {
  private let shapes: [InkShape]

  init(center: Point, diameter: Double, clip: PixelRect, context: ChromeContext) {
    let r = diameter / 2
    let line = max(diameter * 0.17, 1)
    func fill(_ path: Path) -> InkShape {
      InkShape(filling: path, within: clip, subsampling: context.subsampling, rasterizer: context.rasterizer)
    }
    func stroke(_ path: Path) -> InkShape {
      InkShape(
        stroking: path, width: line, within: clip, subsampling: context.subsampling,
        rasterizer: context.rasterizer)
    }
    var half = Path.circle(center: center, radius: r)
    half.append(
      Path.circle(center: center, radius: r - line).reversedRightHalf(center: center, radius: r - line))
    var cross = Path()
    let k = r * 0.72
    cross.move(to: Point(center.x - k, center.y - k))
    cross.line(to: Point(center.x + k, center.y + k))
    cross.move(to: Point(center.x + k, center.y - k))
    cross.line(to: Point(center.x - k, center.y + k))
    shapes = [
      fill(Path.circle(center: center, radius: r)), fill(half), stroke(cross),
      stroke(Path.circle(center: center, radius: r - line / 2)),
    ]
  }

  func draw(_ status: ChromeState.Source.Status, pen: InkPen, palette: ChromePalette) {
    pen.draw(shapes[status.rawValue], color: palette.color(of: status))
  }
}

extension Path {
  /// The right half of a circle, wound against it, so that filling both leaves it out.
  fileprivate func reversedRightHalf(center: Point, radius: Double) -> Path {
    let k = radius * 0.5522847498
    var path = Path()
    path.move(to: Point(center.x, center.y - radius))
    path.line(to: Point(center.x, center.y + radius))
    path.cubic(
      Point(center.x + k, center.y + radius), Point(center.x + radius, center.y + k),
      to: Point(center.x + radius, center.y))
    path.cubic(
      Point(center.x + radius, center.y - k), Point(center.x + k, center.y - radius),
      to: Point(center.x, center.y - radius))
    path.close()
    return path
  }
}
