import HUDGeometry
import HostResources

/// Writes one camera's guides as an object of the manifest's `hud` array; `analyze` prints the same.
package enum HUDLineWriter {
  package static func write(
    _ reading: borrowing HUDReading, camera: StaticString, settings: StageSettings, focus: FocusMeter? = nil,
    exposure: ExposureMeter? = nil, to line: inout JSONBytes
  ) {
    line.beginObject()
    line.key("camera")
    line.value(camera)
    line.key("grid")
    line.value(settings.grid.rawValue)
    line.key("horizon")
    line.beginObject()
    line.key("angleDegrees")
    if let angle = reading.horizon.bestDegrees { line.value(angle, decimals: 3) } else { line.null() }
    line.key("interval90")
    if let interval = reading.horizon.interval {
      line.beginArray()
      line.value(interval.lowerBound, decimals: 2)
      line.value(interval.upperBound, decimals: 2)
      line.endArray()
    } else {
      line.null()
    }
    line.key("confidence")
    line.value(reading.horizon.confidence, decimals: 3)
    line.key("state")
    write(reading.horizon.state, to: &line)
    line.endObject()
    if let template = settings.template {
      line.key("silhouette")
      line.beginObject()
      line.key("template")
      line.value(template.name)
      line.key("path")
      if reading.silhouette.hasSubject {
        line.string { bytes in reading.silhouette.contour.appendSVG(to: &bytes, decimals: 4) }
      } else {
        line.null()
      }
      line.key("iou")
      line.value(reading.silhouette.iou, decimals: 3)
      line.key("state")
      write(reading.silhouette.state, to: &line)
      line.endObject()
    }
    line.key("subject")
    if reading.subject.hasSubject {
      line.beginObject()
      line.key("x")
      line.value(reading.subject.box.x, decimals: 4)
      line.key("y")
      line.value(reading.subject.box.y, decimals: 4)
      line.key("width")
      line.value(reading.subject.box.width, decimals: 4)
      line.key("height")
      line.value(reading.subject.box.height, decimals: 4)
      line.key("powerPoint")
      if reading.subject.powerPoint >= 0 { line.value(reading.subject.powerPoint) } else { line.null() }
      line.key("distance")
      line.value(reading.subject.distance, decimals: 4)
      line.key("state")
      write(reading.subject.state, to: &line)
      line.endObject()
    } else {
      line.null()
    }
    if let focus {
      line.key("focus")
      line.beginObject()
      line.key("sharpness")
      line.value(focus.sharpness, decimals: 3)
      line.key("share")
      line.value(focus.share, decimals: 3)
      line.key("state")
      write(focus.state, to: &line)
      line.endObject()
    }
    if let exposure {
      line.key("exposure")
      line.beginObject()
      line.key("mean")
      line.value(exposure.mean, decimals: 4)
      line.key("clippedHigh")
      line.value(exposure.clippedHigh, decimals: 4)
      line.key("clippedLow")
      line.value(exposure.clippedLow, decimals: 4)
      line.key("state")
      write(exposure.state, to: &line)
      line.endObject()
    }
    line.endObject()
  }

  private static func write(_ state: GuideState, to line: inout JSONBytes) {
    switch state {
    case .unknown: line.value("unknown" as StaticString)
    case .idle: line.value("idle" as StaticString)
    case .near: line.value("near" as StaticString)
    case .snapped: line.value("snapped" as StaticString)
    }
  }
}
