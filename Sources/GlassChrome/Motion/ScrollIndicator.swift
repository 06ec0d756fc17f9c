import Geometry

extension ScrollPosition {
  /// Width of an indicator, and its distance from the window's edge, in points.
  private static let (width, inset) = (3.0, 1.0)
  /// Least length of an indicator, in points.
  private static let least = 24.0

  /// The indicator's frame in the window: the same share of it as the window is of the content;
  /// `nil` if all is visible.
  var indicatorFrame: Rect? {
    guard port.range > 0, port.length > 2 * Self.least else { return nil }
    let way = port.length - 2 * Self.inset
    // Content pulled past an end makes it shorter, as if squeezed.
    let beyond = max(-offset, offset - port.range, 0)
    let length = max(way * port.length / port.contentLength - beyond, Self.least)
    let share = min(max(offset / port.range, 0), 1)
    let place = Self.inset + (way - length) * share
    let frame = port.frame
    switch port.axis {
    case .vertical:
      let x = port.isReversed ? frame.x + Self.inset : frame.maxX - Self.inset - Self.width
      return Rect(x: x, y: frame.y + place, width: Self.width, height: length)
    case .horizontal:
      let x = port.isReversed ? frame.maxX - place - length : frame.x + place
      return Rect(x: x, y: frame.maxY - Self.inset - Self.width, width: length, height: Self.width)
    }
  }

  /// The indicator; `nil` while hidden.
  var indicatorItem: DisplayItem? {
    guard indicator > 0.01, let frame = indicatorFrame else { return nil }
    return DisplayItem(
      id: port.id.appending("indicator"), frame: frame, .plate(.capsule), role: .secondary,
      opacity: 0.55 * min(indicator, 1))
  }
}
