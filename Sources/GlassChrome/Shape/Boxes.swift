import Geometry
import PixelTypes

extension Rect {
  /// With all lengths `scale` times as long: from points to pixels.
  func scaled(by scale: Double) -> Rect {
    Rect(x: x * scale, y: y * scale, width: width * scale, height: height * scale)
  }

  /// Whether the two share more than an edge.
  func overlaps(_ other: Rect) -> Bool {
    other.x < maxX && other.maxX > x && other.y < maxY && other.maxY > y
  }
}

extension PixelRect {
  static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

  var corners: [Point] {
    [
      Point(Double(x), Double(y)), Point(Double(maxX), Double(y)), Point(Double(x), Double(maxY)),
      Point(Double(maxX), Double(maxY)),
    ]
  }

  func moved(byX x: Int, y: Int) -> PixelRect {
    PixelRect(x: self.x + x, y: self.y + y, width: width, height: height)
  }
}

extension PixelSize {
  /// From the origin.
  var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}
