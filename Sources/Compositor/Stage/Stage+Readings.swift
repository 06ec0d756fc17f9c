import HUDGeometry

extension Stage {
  /// The main camera's roll in degrees, clockwise > 0, while its horizon is certain enough to be shown.
  package var rollDegrees: Double? {
    guard let reading = cameras[0].guides.analyzer?.reading, reading.horizon.state != .unknown else {
      return nil
    }
    return reading.horizon.angleDegrees
  }

  /// The hint to show; the main camera's comes first.
  package var hint: Hint? { advice?.hint }

  /// The hint to show, and the viewfinder that it means.
  package var advice: (hint: Hint, place: Int)? {
    for index in cameras.indices {
      if let hint = cameras[index].guides.analyzer?.reading.hint { return (hint, index) }
    }
    return nil
  }

  /// The main camera's subject in the last picture drawn, as a template for retaking it; `nil` without a subject.
  package var outline: SilhouetteTemplate? {
    guard let silhouette = cameras[0].guides.analyzer?.reading.silhouette, silhouette.hasSubject,
      !silhouette.contour.isEmpty
    else { return nil }
    let rect = cameras[0].rect
    // A copy with separate storage: the next frame reuses the reading's.
    let contour = silhouette.contour.transformed(by: .identity)
    return .retake(contour, aspect: Double(rect.width) / Double(rect.height))
  }

  /// Whether the subject of a hint is in place in the last picture drawn.
  package func isSnapped(_ hint: Hint) -> Bool {
    cameras.contains { camera in
      guard let reading = camera.guides.analyzer?.reading else { return false }
      return hint.isAboutLevel
        ? reading.horizon.state == .snapped
        : reading.silhouette.state == .snapped || reading.subject.state == .snapped
    }
  }

  /// The share of the main camera's viewfinder that its subject's box takes up in the last picture drawn; `nil` without a subject.
  package var subjectArea: Double? {
    guard let subject = cameras[0].guides.analyzer?.reading.subject, subject.hasSubject else { return nil }
    return subject.box.width * subject.box.height
  }

  /// Whether the main camera's guides are snapped in the last picture drawn.
  ///
  /// - Parameter guides: all of these must be snapped; if empty, any one will do.
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
