import CaptureKit
import HostResources
import JPEGCodec
import PixelTypes

/// Writes what is known about a picture as members of its line in `frames.jsonl`, or of a message about it.
package enum ManifestLineWriter {
  /// - Parameter recorded: what a recording's line tells anew, instead of what `facts` tell those who watch.
  package static func write(
    _ facts: PictureFacts, recorded: OutputFrame.Recorded? = nil, to line: inout JSONBytes
  ) {
    line.key("composer")
    writeComposition(facts.composition, to: &line)
    line.key("skewUs")
    if let skew = facts.skew { line.value(skew / 1000) } else { line.null() }
    if let skew = facts.deviceSkew { line.member("deviceSkewUs", skew / 1000) }
    if let utc = facts.utc {
      line.key("utcErrorUs")
      if let error = utc.errorMicroseconds { line.value(error) } else { line.null() }
      if let step = utc.stepMicroseconds {
        line.member("utcStepUs", step)
      }
    }
    line.beginArray("cameras")
    for index in facts.cameras.indices {
      let camera = facts.cameras[index]
      writeCamera(camera, gap: recorded?.gaps[index] ?? camera.gap, facts.utc, to: &line)
    }
    line.endArray()
    line.beginArray("hud")
    for camera in facts.cameras where camera.hasGuides {
      HUDLineWriter.write(camera.guides, camera: camera.id, to: &line)
    }
    line.endArray()
    line.key("hint")
    if let hint = facts.hint { line.value(hint.text) } else { line.null() }
    if facts.isExtra {
      line.member("still", true)
    }
    if let glass = recorded.map(\.glass) ?? facts.glass {
      line.member("glass", glass.name)
    }
    if !facts.controls.isEmpty { writeControls(facts.controls, to: &line) }
  }

  private static func writeControls(_ controls: [PictureFacts.Control], to line: inout JSONBytes) {
    line.beginArray("controls")
    for control in controls {
      line.beginObject()
      line.member("camera", control.camera)
      line.member("name", control.name)
      line.member("value", control.value)
      line.endObject()
    }
    line.endArray()
  }

  /// Writes the composer's name, and the origin of a spliced canvas's MCUs or why nothing was spliced.
  private static func writeComposition(_ composition: Composition, to line: inout JSONBytes) {
    switch composition {
    case .spliced(let counts):
      line.value("splice" as StaticString)
      line.beginObject("mcus")
      line.member("copied", counts.copied)
      line.member("recoded", counts.recoded)
      line.member("redrawn", counts.redrawn)
      line.member("coded", counts.coded)
      line.member("kept", counts.kept)
      line.endObject()
    case .encoded(let obstacle):
      line.value("pixel" as StaticString)
      if let obstacle { line.member("composerReason", obstacle.name) }
    }
  }

  /// Writes the format of a camera that returned with one other than the recording began with.
  private static func writeFormat(_ format: StreamFormat, to line: inout JSONBytes) {
    line.member("format", format.pixelFormat.rawValue)
    line.member("width", format.size.width)
    line.member("height", format.size.height)
  }

  private static func writeCamera(
    _ camera: PictureFacts.Camera, gap: Int, _ utc: UTCClock.Reading?, to line: inout JSONBytes
  ) {
    line.beginObject()
    line.member("id", camera.id)
    line.member("state", camera.state.rawValue)
    if let frame = camera.frame {
      line.member("sequence", frame.sequence)
    }
    // A camera that is gone may have lost frames before.
    if camera.frame != nil || gap > 0 {
      line.member("gap", gap)
    }
    if let frame = camera.frame { writeFrame(frame, utc, to: &line) }
    if camera.reconnects > 0 {
      line.member("reconnects", camera.reconnects)
    }
    if camera.zoom != 1 {
      line.member("zoom", camera.zoom, decimals: 3)
    }
    if let obstacle = camera.obstacle {
      line.member("obstacle", obstacle.name)
    }
    line.beginArray("flags")
    for (flag, name) in FrameFlags.names where camera.flags.contains(flag) { line.value(name) }
    line.endArray()
    if let rows = camera.rows {
      line.member("rowsKept", rows.kept)
      line.member("rows", rows.total)
    }
    line.endObject()
  }

  private static func writeFrame(
    _ frame: PictureFacts.Frame, _ utc: UTCClock.Reading?, to line: inout JSONBytes
  ) {
    line.member("timestampNs", frame.time.nanoseconds)
    line.member("clock", frame.time.clock.rawValue)
    if let utc, frame.time.clock != .media {
      line.key("utc")
      line.string { UTCText.append(frame.time.nanoseconds &+ utc.offset, to: &$0) }
    }
    if let time = frame.deviceTime {
      line.member("deviceTimestampNs", time.nanoseconds)
      line.member("deviceErrorUs", (time.error + 999) / 1000)
    }
    if let skew = frame.skew { line.member("skewUs", skew / 1000) }
    line.member("bytes", frame.byteCount)
    if let name = frame.fileName { line.member("photo", name) }
    if let format = frame.otherFormat { writeFormat(format, to: &line) }
  }
}
