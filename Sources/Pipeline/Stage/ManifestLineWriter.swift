import CaptureKit
import HUDGeometry
import PixelTypes

/// Writes what is known about a picture as members of its line in `frames.jsonl`.
enum ManifestLineWriter {
  static func write(
    inputs: [CameraInput], cameras: [StageCamera], skew: Int64?, settings: StageSettings,
    into output: OutputFrame
  ) {
    output.line.removeAll()
    output.line.key("composer")
    output.line.value("pixel" as StaticString)
    output.line.key("skewUs")
    if let skew { output.line.value(skew / 1000) } else { output.line.null() }
    output.line.key("cameras")
    output.line.beginArray()
    for index in cameras.indices {
      writeCamera(inputs[index], cameras[index], to: &output.line)
    }
    output.line.endArray()
    output.line.key("hud")
    output.line.beginArray()
    var hint: Hint?
    for index in cameras.indices {
      guard let analyzer = cameras[index].analyzer else { continue }
      let reading = analyzer.reading
      hint = hint ?? reading.hint
      HUDLineWriter.write(
        reading, camera: cameras[index].id, settings: settings, focus: cameras[index].focus,
        exposure: cameras[index].exposure, to: &output.line)
    }
    output.line.endArray()
    output.line.key("hint")
    if let hint { output.line.value(hint.text) } else { output.line.null() }
  }

  private static func writeCamera(_ input: CameraInput, _ camera: StageCamera, to line: inout JSONBytes) {
    line.beginObject()
    line.key("id")
    line.value(camera.id)
    line.key("state")
    switch input.state {
    case .live: line.value("live" as StaticString)
    case .stale: line.value("stale" as StaticString)
    case .lost: line.value("lost" as StaticString)
    }
    if let slot = input.slot {
      line.key("sequence")
      line.value(slot.sequence)
      line.key("gap")
      line.value(slot.gap)
      line.key("timestampNs")
      line.value(slot.time.nanoseconds)
      line.key("clock")
      switch slot.time.clock {
      case .monotonic: line.value("monotonic" as StaticString)
      case .arrival: line.value("arrival" as StaticString)
      case .media: line.value("media" as StaticString)
      }
      line.key("bytes")
      line.value(slot.byteCount)
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
    line.endObject()
  }
}
