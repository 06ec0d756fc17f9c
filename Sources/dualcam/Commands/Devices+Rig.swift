import CaptureKit
import Pipeline
import PixelTypes
import Terminal

extension Devices {
  /// The rig that is plugged in, what is proposed for it, and the command for that.
  static func text(_ rig: RigProposal, _ devices: [CameraDevice]) -> String {
    var lines: [String] = []
    for camera in rig.cameras + rig.left {
      lines.append("\(camera.name)  \(camera.card), \(camera.path)")
      if let usb = camera.usb {
        let links = usb.links.map { "\($0.name) (\($0.megabitsPerSecond.shortest) Mbit/s)" }
        lines.append("  place     controller \(usb.controller) → \(links.joined(separator: " → "))")
      }
      let folders = ["by-id": "its serial number", "by-path": "its port"]
      let named = folders.first { camera.source.contains($0.key) }?.value ?? "a number, which may change"
      let mode = camera.mode.map { "\($0.options), \(rate($0.bytesPerSecond))" } ?? "none is known to fit"
      lines += ["  source    \(camera.source), by \(named)", "  mode      \(mode)"]
    }
    lines.append("")
    for load in rig.buses {
      lines.append(
        "bus \(load.bus)  at \(load.link.name) \(rate(load.bytesPerSecond)) of \(rate(load.link.bytesPerSecond))"
          + " (\(Format.fixed(load.share * 100, 0)) %): \(load.cameras.joined(separator: ", "))")
    }
    lines += rig.advice
    let known = (rig.cameras + rig.left).map(\.path)
    for device in devices where !known.contains(device.path) && !device.isMetadata {
      let reason = device.problem ?? "a job has at most \(CameraNames.most) cameras"
      lines.append("left out: \(device.path)  \(device.name): \(reason)")
    }
    if rig.cameras.isEmpty { return lines.joined(separator: "\n") }
    let cameras = rig.arguments.map { "  --camera \($0) \\" }
    return (lines + ["", "dualcam record \\"] + cameras + ["  -o out/rig"]).joined(separator: "\n")
  }

  private static func rate(_ bytes: Double) -> String { Format.bytes(Int(bytes)) + "/s" }
}
