import Geometry

/// Finds the control that a finger refers to.
enum HitTest {
  /// The enabled control at `point`, or `nil`. The point is in the elements' coordinate space.
  ///
  /// A control's target is at least 44 × 44 points around its centre. Of several that contain the
  /// point, the one whose frame is nearest wins, then the smallest, then the last in the list. A
  /// disabled control keeps its place but doesn't respond.
  static func control(at point: Point, in elements: [AccessibilityElement]) -> AccessibilityElement? {
    guard point.isFinite else { return nil }
    var best: Int?
    for index in elements.indices where elements[index].role.isControl && !elements[index].isHidden {
      guard elements[index].target.contains(point), elements[index].clip?.frame.contains(point) ?? true
      else { continue }
      if let other = best, isNearer(elements[other].frame, than: elements[index].frame, to: point) {
        continue
      }
      best = index
    }
    guard let best, elements[best].isEnabled else { return nil }
    return elements[best]
  }

  private static func isNearer(_ a: Rect, than b: Rect, to point: Point) -> Bool {
    let (toA, toB) = (a.distance(to: point), b.distance(to: point))
    return toA < toB || (toA == toB && a.area < b.area)
  }
}
