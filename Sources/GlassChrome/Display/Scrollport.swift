import Geometry

/// The window through which a scroll view shows its content. Lengths are points, y down, from the canvas's top left corner.
package struct Scrollport: Sendable, Hashable {
  /// The scroll view's.
  package var id: ElementID
  /// The window.
  package var frame: Rect
  /// The axis along which the content moves.
  package var axis: Axis
  /// Length of the content along the axis.
  package var contentLength: Double
  /// Offsets at which it may come to rest, ascending; empty if it may rest anywhere.
  package var stops: [Double]
  /// Whether the content begins at the right, as in right-to-left layouts.
  package var isReversed = false
  /// Whether an indicator shows while it scrolls.
  package var showsIndicator = true
  /// Whether content fades at edges beyond which it continues.
  package var fades = true

  /// The window's length along the axis.
  package var length: Double { axis == .horizontal ? frame.width : frame.height }

  /// How far the content can move: 0 if all of it is visible.
  package var range: Double { max(contentLength - length, 0) }

  /// Where an offset puts a frame of the content.
  func moved(_ rect: Rect, by offset: Double) -> Rect {
    var rect = rect
    switch axis {
    case .horizontal: rect.x += isReversed ? offset : -offset
    case .vertical: rect.y -= offset
    }
    return rect
  }

  /// Where a rectangle of the content lies along the axis, from the content's beginning.
  func place(of rect: Rect) -> ClosedRange<Double> {
    switch axis {
    case .vertical: return (rect.y - frame.y)...(rect.maxY - frame.y)
    case .horizontal:
      return isReversed
        ? (frame.maxX - rect.maxX)...(frame.maxX - rect.x) : (rect.x - frame.x)...(rect.maxX - frame.x)
    }
  }

  /// The nearest resting offset within the range.
  func rest(near offset: Double) -> Double {
    let offset = min(max(offset, 0), range)
    let ends = [0, range]
    let stops = stops.isEmpty ? [offset] : stops.filter { $0 <= range } + ends
    return stops.min { ($0 - offset).magnitude < ($1 - offset).magnitude } ?? offset
  }
}

/// The part of an item, or of glass, that its scroll view shows.
package struct ScrollClip: Sendable, Hashable {
  /// The scroll view's.
  package var id: ElementID
  /// The scroll view's window, in points.
  package var frame: Rect
  /// The axis along which its content moves.
  package var axis: Axis
  /// Length over which ink fades at the window's left or upper edge, in points; 0 where the content ends there.
  package var fadeBefore = 0.0
  /// The same at the right or lower edge.
  package var fadeAfter = 0.0

  /// Longest fade.
  static let fade = 16.0

  /// The window's edges across which content moves.
  var edges: (first: Double, last: Double) {
    axis == .horizontal ? (frame.x, frame.maxX) : (frame.y, frame.maxY)
  }

  /// How much of the window a rectangle shows: whole, in part, or not at all.
  enum Sight { case whole, part, none }

  func sight(of rect: Rect) -> Sight {
    let (low, high) = axis == .horizontal ? (rect.x, rect.maxX) : (rect.y, rect.maxY)
    let (first, last) = edges
    if high <= first || low >= last { return .none }
    // Items lie on whole points and a window needn't: the last line of what just fits would count as cut.
    let slack = 0.51
    return low >= first + fadeBefore - slack && high <= last - fadeAfter + slack ? .whole : .part
  }
}

extension ScrollClip {
  /// The part of a rectangle within the window; empty at the window's edge if that lies outside.
  func shown(_ rect: Rect) -> Rect {
    let (x, y) = (min(max(rect.x, frame.x), frame.maxX), min(max(rect.y, frame.y), frame.maxY))
    let (maxX, maxY) = (min(max(rect.maxX, frame.x), frame.maxX), min(max(rect.maxY, frame.y), frame.maxY))
    return axis == .horizontal
      ? Rect(x: x, y: rect.y, width: maxX - x, height: rect.height)
      : Rect(x: rect.x, y: y, width: rect.width, height: maxY - y)
  }
}

extension DisplayItem {
  /// Its frame, as far as its window shows it.
  var shownFrame: Rect { clip?.shown(frame) ?? frame }
}

extension GlassElement {
  /// Its frame, as far as its window shows it.
  var shownFrame: Rect { clip?.shown(frame) ?? frame }
}
