import HUDGeometry

extension Stage {
  /// The primary's roll in degrees, > 0 clockwise, as long as its horizon is sure enough to be shown.
  package var rollDegrees: Double? {
    guard let reading = cameras[0].guides.analyzer?.reading, reading.horizon.state != .unknown else {
      return nil
    }
    return reading.horizon.angleDegrees
  }

  /// One at a time: the primary's first.
  package var hint: Hint? {
    for index in cameras.indices {
      if let hint = cameras[index].guides.analyzer?.reading.hint { return hint }
    }
    return nil
  }

  /// Whether guides of the primary are snapped in the picture drawn last.
  ///
  /// - Parameter guides: all of these; if it is empty, any one at all.
  package func isSnapped(_ guides: Set<Guide>) -> Bool {
    guard let reading = cameras[0].guides.analyzer?.reading else { return false }
    if guides.isEmpty {
      return reading.horizon.state == .snapped || reading.silhouette.state == .snapped
        || reading.subject.state == .snapped
    }
    for guide in guides where guide.state(in: reading) != .snapped { return false }
    return true
  }
}
