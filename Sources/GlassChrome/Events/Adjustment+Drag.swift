import Geometry
import RealModule

extension AccessibilityElement.Adjustment {
  /// Share of the track, to either side, within which a detent holds the thumb.
  static let detentReach = 0.02

  /// Where a value lies on the track, 0 … 1; by ratios if the adjustment is logarithmic.
  ///
  /// Values outside the range count as its ends; non-finite values and an empty range give 0.
  func share(of value: Double) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    guard value.isFinite, high > low else { return 0 }
    let value = min(high, max(low, value))
    return isLogarithmic && low > 0 ? .log(value / low) / .log(high / low) : (value - low) / (high - low)
  }

  /// The value at a share of the track; shares outside 0 … 1 count as its ends, non-finite ones as 0.
  func value(atShare share: Double) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    let share = min(1, max(0, share.isFinite ? share : 0))
    if share == 0 { return low }
    if share == 1 { return high }
    let value = isLogarithmic && low > 0 ? low * .pow(high / low, share) : low + (high - low) * share
    return min(high, max(low, value))
  }

  /// The value for a finger at `point` on a control in `frame`, both in points; near a detent it is the detent's.
  ///
  /// More is to the right, or up if the control is vertical.
  func value(at point: Point, in frame: Rect) -> Double {
    let length = (isVertical ? frame.height : frame.width) - 2 * inset
    let way = (isVertical ? frame.maxY - point.y : point.x - frame.x) - inset
    return held(value(atShare: length > 0 ? way / length : 0))
  }

  /// The nearest detent within ``detentReach``, or the value itself.
  func held(_ value: Double) -> Double {
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
