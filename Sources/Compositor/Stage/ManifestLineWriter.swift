import CaptureKit
import HostResources
import JPEGCodec
import PixelTypes

/// Writes what is known about a picture as members of its line in `frames.jsonl`, or of a message about it.
package enum ManifestLineWriter {
  package static func write(_ facts: PictureFacts, to line: inout JSONBytes) {
    line.key("composer")
    writeComposition(facts.composition, to: &line)
    line.key("skewUs")
    if let skew = facts.skew { line.value(skew / 1000) } else { line.null() }
    if let utc = facts.utc {
      line.key("utcErrorUs")
      if let error = utc.errorMicroseconds { line.value(error) } else { line.null() }
      if let step = utc.stepMicroseconds {
        line.key("utcStepUs")
        line.value(step)
      }
    }
    line.key("cameras")
    line.beginArray()
    for camera in facts.cameras { writeCamera(camera, facts.utc, to: &line) }
    line.endArray()
    line.key("hud")
    line.beginArray()
    for camera in facts.cameras where camera.hasGuides {
      HUDLineWriter.write(camera.guides, camera: camera.id, to: &line)
    }
    line.endArray()
    line.key("hint")
    if let hint = facts.hint { line.value(hint.text) } else { line.null() }
    if facts.isExtra {
      line.key("still")
      line.value(true)
    }
    if let glass = facts.glass {
      line.key("glass")
      line.value(glass.name)
    }
    if !facts.controls.isEmpty { writeControls(facts.controls, to: &line) }
  }

  private static func writeControls(_ controls: [PictureFacts.Control], to line: inout JSONBytes) {
    line.key("controls")
    line.beginArray()
    for control in controls {
      line.beginObject()
      line.key("camera")
      line.value(control.camera)
      line.key("name")
      line.value(control.name)
      line.key("value")
      line.value(control.value)
      line.endObject()
    }
    line.endArray()
  }

  /// Writes the composer's name, and the origin of a spliced canvas's MCUs or why nothing was spliced.
  private static func writeComposition(_ composition: Composition, to line: inout JSONBytes) {
    let counts: SpliceCounts
    switch composition {
    case .spliced(let made): counts = made
    case .encoded(let obstacle):
      line.value("pixel" as StaticString)
      guard let obstacle else { return }
      line.key("composerReason")
      return line.value(obstacle.name)
    }
    line.value("splice" as StaticString)
    line.key("mcus")
    line.beginObject()
    line.key("copied")
    line.value(counts.copied)
    line.key("recoded")
    line.value(counts.recoded)
    line.key("redrawn")
    line.value(counts.redrawn)
    line.key("coded")
    line.value(counts.coded)
    line.key("kept")
    line.value(counts.kept)
    line.endObject()
  }

  /// Writes the format of a camera that returned with another one than the recording began with.
  private static func writeFormat(_ format: StreamFormat, to line: inout JSONBytes) {
    line.key("format")
    switch format.pixelFormat {
    case .mjpeg: line.value("mjpeg" as StaticString)
    case .yuyv: line.value("yuyv" as StaticString)
    case .nv12: line.value("nv12" as StaticString)
    case .grey: line.value("grey" as StaticString)
    }
    line.key("width")
    line.value(format.size.width)
    line.key("height")
    line.value(format.size.height)
  }

  private static func writeCamera(
    _ camera: PictureFacts.Camera, _ utc: UTCClock.Reading?, to line: inout JSONBytes
  ) {
    line.beginObject()
    line.key("id")
    line.value(camera.id)
    line.key("state")
    switch camera.state {
    case .live: line.value("live" as StaticString)
    case .stale: line.value("stale" as StaticString)
    case .lost: line.value("lost" as StaticString)
    }
    if let frame = camera.frame {
      line.key("sequence")
      line.value(frame.sequence)
    }
    // A camera that is gone may have lost frames before.
    if camera.frame != nil || camera.gap > 0 {
      line.key("gap")
      line.value(camera.gap)
    }
    if let frame = camera.frame { writeFrame(frame, utc, to: &line) }
    if camera.reconnects > 0 {
      line.key("reconnects")
      line.value(camera.reconnects)
    }
    if camera.zoom != 1 {
      line.key("zoom")
      line.value(camera.zoom, decimals: 3)
    }
    if let obstacle = camera.obstacle {
      line.key("obstacle")
      line.value(obstacle.name)
    }
    line.key("flags")
    line.beginArray()
    let flags = camera.flags
    if flags.contains(.timeFallback) { line.value("time-fallback" as StaticString) }
    if flags.contains(.missingHuffmanTables) { line.value("missing-huffman-tables" as StaticString) }
    if flags.contains(.damaged) { line.value("damaged" as StaticString) }
    if flags.contains(.repeated) { line.value("repeated" as StaticString) }
    if flags.contains(.restarted) { line.value("restarted" as StaticString) }
    line.endArray()
    if let rows = camera.rows {
      line.key("rowsKept")
      line.value(rows.kept)
      line.key("rows")
      line.value(rows.total)
    }
    line.endObject()
  }

  private static func writeFrame(
    _ frame: PictureFacts.Frame, _ utc: UTCClock.Reading?, to line: inout JSONBytes
  ) {
    line.key("timestampNs")
    line.value(frame.time.nanoseconds)
    line.key("clock")
    switch frame.time.clock {
    case .monotonic: line.value("monotonic" as StaticString)
    case .arrival: line.value("arrival" as StaticString)
    case .media: line.value("media" as StaticString)
    }
    if let utc, frame.time.clock != .media {
      line.key("utc")
      line.string { UTCText.append(frame.time.nanoseconds &+ utc.offset, to: &$0) }
    }
    line.key("bytes")
    line.value(frame.byteCount)
    if let format = frame.otherFormat { writeFormat(format, to: &line) }
  }
}
