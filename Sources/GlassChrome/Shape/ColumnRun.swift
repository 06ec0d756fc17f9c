import Geometry
import PixelTypes

/// Identical columns in the middle of a long shape, computed only once: a bar costs as much as its ends.
struct ColumnRun: Equatable {
  /// The last column kept, from the area's left edge; odd, so that a chroma sample ends with it.
  var at: Int
  /// Number of further identical columns; even.
  var count: Int

  /// The run between a rectangle's or capsule's corners, if it is long enough to be worthwhile.
  ///
  /// - Parameters:
  ///   - frame: the shape's frame, in pixels; `area` contains it.
  ///   - reach: pixels from the edge within which the ends matter.
  init?(_ form: GlassForm, in frame: Rect, area: PixelRect, reach: Double) {
    let half = min(frame.width, frame.height) / 2
    let corner: Double
    switch form {
    case .capsule: corner = half
    case .rect(let radius): corner = min(1.528665 * max(radius, 0), half)
    case .circle, .ellipse, .path: return nil
    }
    // One pixel beyond the corner's reach, and one for rounding.
    let margin = corner + reach + 2
    let first = (Int((frame.x + margin).rounded(.up)) - area.x + 1) / 2 * 2
    let last = (Int((frame.maxX - margin).rounded(.down)) - area.x) / 2 * 2
    guard last - first >= 36 else { return nil }
    at = first + 1
    count = last - first - 4
  }

  /// The outline and area without the run.
  func shortened(_ outline: ShapeOutline, _ area: PixelRect) -> (outline: ShapeOutline, area: PixelRect) {
    let cut = Double(area.x + at + 1)
    return (
      outline.moved { $0.x > cut ? Point($0.x - Double(count), $0.y) : $0 },
      PixelRect(x: area.x, y: area.y, width: area.width - count, height: area.height)
    )
  }
}
