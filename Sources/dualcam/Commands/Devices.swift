import ArgumentParser
import CaptureKit

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Every camera: stable names, formats, rates, controls, and why it can't be used.",
    discussion: """
      EXAMPLES
        dualcam devices
        dualcam devices --json | jq '.[].byId'
      """)

  @Flag(help: "A JSON array on standard output.")
  var json = false

  func run() throws {
    let cameras = DeviceEnumerator.cameras()
    if json {
      try Console.result(Console.json(cameras, pretty: true))
      return
    }
    if cameras.isEmpty {
      Console.note(
        "no camera found: there is no /dev/video* that captures; plug one in, or try a scene: "
          + "dualcam record --primary synth:coast -o out/try --frames 60")
      return
    }
    for camera in cameras { try Console.result(Self.text(camera)) }
  }

  private static func text(_ camera: CameraDevice) -> String {
    var lines = ["\(camera.path)  \(camera.name)  (\(camera.driver), \(camera.bus))"]
    lines += (camera.byId + camera.byPath).map { "  name      \($0)" }
    if let problem = camera.problem { lines.append("  unusable  \(problem)") }
    lines += camera.notes.map { "  note      \($0)" }
    for format in camera.formats {
      let sizes = format.sizes.prefix(12).map { size in
        let rates = size.fps.map { Format.fixed($0, $0 == $0.rounded() ? 0 : 2) }.joined(separator: ", ")
        return "\(size.width)x\(size.height)" + (rates.isEmpty ? "" : " @ \(rates)")
      }
      let more = format.sizes.count > 12 ? ["and \(format.sizes.count - 12) more"] : []
      let mark = format.usable ? "" : " (not used by dualcam)"
      lines.append("  format    \(format.fourcc) \(format.description)\(mark)")
      lines += (sizes + more).map { "              \($0)" }
    }
    for control in camera.controls {
      let value = control.value.map { " = \($0)" } ?? ""
      lines.append(
        "  control   \(control.name)\(value)  [\(control.minimum) … \(control.maximum), default \(control.defaultValue)]"
      )
    }
    return lines.joined(separator: "\n")
  }
}
