import HUDGeometry

extension DisplayList {
  /// All that is drawn, so far to the right; what is told stays where it was laid out.
  ///
  /// - Parameter points: negative for the left.
  func shifted(byX points: Double) -> DisplayList {
    var list = self
    for g in list.groups.indices {
      list.groups[g].bounds = list.groups[g].bounds.shifted(byX: points)
      for i in list.groups[g].elements.indices {
        list.groups[g].elements[i].frame = list.groups[g].elements[i].frame.shifted(byX: points)
      }
      for i in list.groups[g].items.indices {
        let item = list.groups[g].items[i]
        list.groups[g].items[i] = item.placed(in: item.frame.shifted(byX: points), opacity: 1)
      }
    }
    return list
  }
}

extension Rect {
  fileprivate func shifted(byX points: Double) -> Rect {
    Rect(x: x + points, y: y, width: width, height: height)
  }
}
