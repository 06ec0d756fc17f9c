import HUDGeometry
import RealModule

extension AccessibilityElement.Adjustment {
  /// The share of the way within which a detent holds the thumb.
  public static let detentReach = 0.02

  /// How far along its way a value is, 0 … 1.
  public func share(of value: Double) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    guard value.isFinite, high > low else { return 0 }
    let value = min(high, max(low, value))
    return isLogarithmic && low > 0 ? .log(value / low) / .log(high / low) : (value - low) / (high - low)
  }

  /// The value so far along the way; outside 0 … 1 it stays at the end.
  public func value(atShare share: Double) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    let share = min(1, max(0, share.isFinite ? share : 0))
    if share == 0 { return low }
    if share == 1 { return high }
    let value = isLogarithmic && low > 0 ? low * .pow(high / low, share) : low + (high - low) * share
    return min(high, max(low, value))
  }

  /// The value with the thumb at `point` of a control in `frame`; near a detent it is the detent's.
  public func value(at point: Point, in frame: Rect) -> Double {
    let share: Double
    if isVertical {
      share = frame.height > 0 ? (frame.maxY - point.y) / frame.height : 0
    } else {
      share = frame.width > 0 ? (point.x - frame.x) / frame.width : 0
    }
    return held(value(atShare: share))
  }

  /// The nearest detent within reach, else the value itself.
  public func held(_ value: Double) -> Double {
    let place = share(of: value)
    var best = value
    var distance = Self.detentReach
    for detent in detents where range.contains(detent) {
      let way = (share(of: detent) - place).magnitude
      if way <= distance { (best, distance) = (detent, way) }
    }
    return best
  }
}
