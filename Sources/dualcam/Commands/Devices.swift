import CaptureKit
import Pipeline
import PixelTypes
import Settings
import Terminal

struct Devices: Command {
  static let configuration = CommandDescription(
    "devices",
    abstract:
      "List cameras: stable names, formats, rates, controls, and why any can't be used; and serial lines.",
    discussion: """
      Serial lines, which --values reads, come last; in JSON they alone have "values", as the option takes it.

      With --rig, where each camera is plugged in, a name for each, modes that fit on all buses together, and
      the command that records them all. Bytes a second are estimates: bench --preflight tries it.

      EXAMPLES
        dualcam devices
        dualcam devices --json | jq '.[].byId'
        dualcam devices --rig
      """)

  @Flag("json", help: "A JSON array on standard output.")
  var json = false

  @Flag("rig", help: "Propose names and modes for all cameras together, by the buses that they share.")
  var rig = false

  func run() throws {
    let cameras = DeviceEnumerator.cameras()
    if rig, json || cameras.contains(where: \.usable) {
      let proposal = RigProposal(Array(RigCamera.cameras(of: cameras).prefix(CameraNames.most)))
      return try Console.result(json ? Console.json(proposal, pretty: true) : Self.text(proposal, cameras))
    }
    let lines = SerialLine.all()
    if json { return try Console.result(Console.json(Found(cameras: cameras, lines: lines), pretty: true)) }
    if cameras.isEmpty {
      Console.note(
        "no camera found: there is no /dev/video* that captures; plug one in, or try a scene: "
          + "dualcam record --primary synth:coast -o out/try --frames 60")
    }
    for camera in cameras { try Console.result(Self.text(camera)) }
    for line in lines { try Console.result(Self.text(line)) }
  }

  /// Cameras and serial lines, in one array.
  private struct Found: Encodable {
    let cameras: [CameraDevice]
    let lines: [SerialLine]

    func encode(to encoder: any Encoder) throws {
      var all = encoder.unkeyedContainer()
      for camera in cameras { try all.encode(camera) }
      for line in lines { try all.encode(line) }
    }
  }

  static func text(_ line: SerialLine) -> String {
    (["\(line.path)  serial line"] + line.byId.map { "  name      \($0)" } + [
      "  source    --values \(line.values)"
    ])
    .joined(separator: "\n")
  }

  static func text(_ camera: CameraDevice) -> String {
    let place = [camera.driver, camera.bus].filter { !$0.isEmpty }.joined(separator: ", ")
    var lines = ["\(camera.path)  \(camera.name)" + (place.isEmpty ? "" : "  (\(place))")]
    lines += (camera.byId + camera.byPath).map { "  name      \($0)" }
    if camera.isMetadata {
      lines.append("  kind      metadata, apparently: the pictures come from another node")
    }
    if let problem = camera.problem { lines.append("  unusable  \(problem)") }
    lines += camera.notes.map { "  note      \($0)" }
    if camera.usable {
      lines.append(
        "  clock     \(camera.metadataNode.map { "its own, if it sends it: \($0)" } ?? "none of its own")")
    }
    for format in camera.formats where format.usable {
      let sizes = format.sizes.prefix(12).map { size in
        let rates = size.fps.map { Format.fixed($0, $0 == $0.rounded() ? 0 : 2) }.joined(separator: ", ")
        return "\(size.width)x\(size.height)" + (rates.isEmpty ? "" : " @ \(rates)")
      }
      let more = format.sizes.count > 12 ? ["and \(format.sizes.count - 12) more"] : []
      lines.append("  format    \(format.fourcc) \(format.description)")
      lines += (sizes + more).map { "              \($0)" }
    }
    let others = camera.formats.filter { !$0.usable }.map(\.fourcc)
    if !others.isEmpty { lines.append("  not used  \(others.joined(separator: ", "))") }
    for control in camera.controls {
      let value = control.value.map { " = \($0)" } ?? ""
      lines.append(
        "  control   \(control.name)\(value)  [\(control.minimum) … \(control.maximum), default \(control.defaultValue)]"
      )
    }
    return lines.joined(separator: "\n")
  }
}
