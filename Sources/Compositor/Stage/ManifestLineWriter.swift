import CaptureKit
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes

/// Writes what is known about a picture as members of its line in `frames.jsonl`.
package enum ManifestLineWriter {
  package static func write(
    inputs: [CameraInput], cameras: [StageCamera], skew: Int64?, utc: UTCClock.Reading?,
    settings: StageSettings,
    composition: Composition, into output: OutputFrame
  ) {
    output.line.removeAll()
    output.line.key("composer")
    writeComposition(composition, to: &output.line)
    output.line.key("skewUs")
    if let skew { output.line.value(skew / 1000) } else { output.line.null() }
    if let utc {
      output.line.key("utcErrorUs")
      if let error = utc.errorMicroseconds { output.line.value(error) } else { output.line.null() }
      if let step = utc.stepMicroseconds {
        output.line.key("utcStepUs")
        output.line.value(step)
      }
    }
    output.line.key("cameras")
    output.line.beginArray()
    for index in cameras.indices {
      var obstacle: SpliceObstacle?
      if case .spliced = composition { obstacle = cameras[index].walk?.source.obstacle }
      writeCamera(inputs[index], cameras[index], obstacle, utc, to: &output.line)
    }
    output.line.endArray()
    output.line.key("hud")
    output.line.beginArray()
    var hint: Hint?
    for index in cameras.indices {
      let guides = cameras[index].guides
      guard let reading = guides.analyzer?.reading else { continue }
      hint = hint ?? reading.hint
      HUDLineWriter.write(
        reading, camera: cameras[index].id, guides: settings.guides(ofPrimary: index == 0),
        focus: guides.focus, exposure: guides.exposure, to: &output.line)
    }
    output.line.endArray()
    output.line.key("hint")
    if let hint { output.line.value(hint.text) } else { output.line.null() }
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
    _ input: CameraInput, _ camera: StageCamera, _ obstacle: SpliceObstacle?, _ utc: UTCClock.Reading?,
    to line: inout JSONBytes
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
    if let slot = input.slot {
      line.key("sequence")
      line.value(slot.sequence)
      line.key("gap")
      line.value(input.gap)
      line.key("timestampNs")
      line.value(slot.time.nanoseconds)
      line.key("clock")
      switch slot.time.clock {
      case .monotonic: line.value("monotonic" as StaticString)
      case .arrival: line.value("arrival" as StaticString)
      case .media: line.value("media" as StaticString)
      }
      if let utc, slot.time.clock != .media {
        line.key("utc")
        line.string { UTCText.append(slot.time.nanoseconds &+ utc.offset, to: &$0) }
      }
      line.key("bytes")
      line.value(slot.byteCount)
      if camera.hasOtherFormat(slot) { writeFormat(slot.format, to: &line) }
    }
    if input.reconnects > 0 {
      line.key("reconnects")
      line.value(input.reconnects)
    }
    if camera.zoom != 1 {
      line.key("zoom")
      line.value(camera.zoom, decimals: 3)
    }
    if let obstacle {
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
}
