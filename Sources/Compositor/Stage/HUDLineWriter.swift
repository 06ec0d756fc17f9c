import HUDGeometry
import HostResources

/// Writes one camera's guides as an object of the manifest's `hud` array; `analyze` prints the same.
package enum HUDLineWriter {
  package static func write(
    _ guides: PictureFacts.Guides, camera: String, to line: inout JSONBytes
  ) {
    line.beginObject()
    line.member("camera", camera)
    line.member("grid", guides.grid.rawValue)
    write(guides.reading.horizon, to: &line)
    if guides.template != nil || guides.reading.silhouette.hasSubject {
      write(guides.reading.silhouette, of: guides.template, to: &line)
    }
    write(guides.reading.subject, to: &line)
    if !guides.reading.subjects.isEmpty { write(guides.reading.subjects, to: &line) }
    write(guides.reading.composition, to: &line)
    if let focus = guides.focus { write(focus, to: &line) }
    if let exposure = guides.exposure { write(exposure, to: &line) }
    line.endObject()
  }

  private static func write(_ horizon: borrowing HorizonReading, to line: inout JSONBytes) {
    line.beginObject("horizon")
    line.key("angleDegrees")
    if let angle = horizon.bestDegrees { line.value(angle, decimals: 3) } else { line.null() }
    line.key("interval90")
    if let interval = horizon.interval { write(interval, to: &line) } else { line.null() }
    line.member("confidence", horizon.confidence, decimals: 3)
    if horizon.levelDegrees != 0 { line.member("levelDegrees", horizon.levelDegrees, decimals: 3) }
    if let pitch = horizon.pitch { write(pitch, to: &line) }
    line.member("state", horizon.state.rawValue)
    line.endObject()
  }

  private static func write(_ pitch: PitchReading, to line: inout JSONBytes) {
    line.member("pitchDegrees", pitch.degrees, decimals: 2)
    line.key("pitchInterval90")
    write(pitch.interval, to: &line)
    line.member("fieldOfViewDegrees", pitch.fieldOfViewDegrees, decimals: 1)
    line.key("fieldOfViewInterval90")
    if let interval = pitch.fieldOfViewInterval { write(interval, to: &line) } else { line.null() }
  }

  private static func write(_ interval: ClosedRange<Double>, to line: inout JSONBytes) {
    line.beginArray()
    line.value(interval.lowerBound, decimals: 2)
    line.value(interval.upperBound, decimals: 2)
    line.endArray()
  }

  private static func write(
    _ silhouette: borrowing SilhouetteReading, of template: SilhouetteTemplate?, to line: inout JSONBytes
  ) {
    line.beginObject("silhouette")
    line.key("template")
    if let template { line.value(template.name) } else { line.null() }
    line.key("path")
    if silhouette.hasSubject {
      line.string { bytes in silhouette.contour.appendSVG(to: &bytes, decimals: 4) }
    } else {
      line.null()
    }
    line.key("iou")
    if template != nil { line.value(silhouette.iou, decimals: 3) } else { line.null() }
    line.member("state", silhouette.state.rawValue)
    line.endObject()
  }

  private static func write(_ subject: SubjectReading, to line: inout JSONBytes) {
    line.key("subject")
    guard subject.hasSubject else { return line.null() }
    line.beginObject()
    line.members(of: subject.box, decimals: 4)
    line.key("eyes")
    if let eyes = subject.eyes {
      line.beginObject()
      line.member("x", eyes.x, decimals: 4)
      line.member("y", eyes.y, decimals: 4)
      line.endObject()
    } else {
      line.null()
    }
    line.key("powerPoint")
    if subject.powerPoint >= 0 { line.value(subject.powerPoint) } else { line.null() }
    line.member("distance", subject.distance, decimals: 4)
    line.member("state", subject.state.rawValue)
    line.endObject()
  }

  private static func write(_ subjects: SubjectOutlines, to line: inout JSONBytes) {
    line.beginArray("subjects")
    for subject in subjects {
      line.beginObject()
      line.member("id", subject.id)
      line.members(of: subject.box, decimals: 4)
      line.key("path")
      line.string { bytes in subject.contour.appendSVG(to: &bytes, decimals: 4) }
      line.endObject()
    }
    line.endArray()
  }

  private static func write(_ composition: CompositionReading, to line: inout JSONBytes) {
    line.beginObject("composition")
    line.key("headroom")
    if let headroom = composition.headroom { line.value(headroom, decimals: 3) } else { line.null() }
    line.key("leadRoom")
    if let room = composition.leadRoom { line.value(room, decimals: 3) } else { line.null() }
    line.key("leads")
    if composition.leadRoom != nil {
      line.value(composition.leadsRight ? "right" : "left")
    } else {
      line.null()
    }
    line.key("axis")
    if let axis = composition.axis { line.value(axis, decimals: 3) } else { line.null() }
    line.member("symmetry", composition.symmetry, decimals: 3)
    line.endObject()
  }

  private static func write(_ focus: FocusMeter, to line: inout JSONBytes) {
    line.beginObject("focus")
    line.member("sharpness", focus.sharpness, decimals: 3)
    line.member("share", focus.share, decimals: 3)
    line.member("state", focus.state.rawValue)
    line.endObject()
  }

  private static func write(_ exposure: ExposureMeter, to line: inout JSONBytes) {
    line.beginObject("exposure")
    line.member("mean", exposure.mean, decimals: 4)
    line.member("clippedHigh", exposure.clippedHigh, decimals: 4)
    line.member("clippedLow", exposure.clippedLow, decimals: 4)
    line.member("state", exposure.state.rawValue)
    line.endObject()
  }
}

extension JSONBytes {
  /// A rectangle's members: `x`, `y`, `width`, `height`.
  package mutating func members(of box: Rect, decimals: Int) {
    member("x", box.x, decimals: decimals)
    member("y", box.y, decimals: decimals)
    member("width", box.width, decimals: decimals)
    member("height", box.height, decimals: decimals)
  }
}
