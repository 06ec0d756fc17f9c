import HUDGeometry

extension GlassGroup {
  /// Moves the whole group to the right by `points`, or to the left if negative.
  mutating func shift(byX points: Double) {
    bounds = bounds.shifted(byX: points)
    for index in elements.indices {
      elements[index].frame = elements[index].frame.shifted(byX: points)
      elements[index].touch?.x += points
    }
    for index in items.indices {
      items[index] = items[index].placed(in: items[index].frame.shifted(byX: points), opacity: 1)
    }
  }
}

extension Rect {
  fileprivate func shifted(byX points: Double) -> Rect {
    Rect(x: x + points, y: y, width: width, height: height)
  }
}
