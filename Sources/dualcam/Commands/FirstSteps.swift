import CaptureKit
import PixelTypes
import Terminal

/// What to try next, for people who run dualcam without a command: five lines that depend on what is plugged in.
enum FirstSteps {
  static func page(_ devices: [CameraDevice]) -> String {
    let cameras = devices.filter { !$0.isMetadata }
    let usable = cameras.filter(\.usable)
    guard let first = usable.first else {
      guard let blocked = cameras.first, let problem = blocked.problem else { return none }
      return lines(
        "The camera \(title(blocked)) can't be used: \(problem)",
        [
          ("dualcam devices", "show what is known about it"),
          ("dualcam record -o first --frames 120", "meanwhile, record two scenes to ./first"),
          ("dualcam library first sheet", "make a contact sheet of them"),
        ])
    }
    guard usable.count > 1 else {
      return lines(
        "One camera is plugged in: \(title(first)).",
        [
          ("dualcam record --primary \(first.path) -o first --duration 10s", "record it for ten seconds"),
          ("dualcam library first sheet", "make a contact sheet of it"),
          ("dualcam devices", "show its stable names, formats and controls"),
        ])
    }
    let (count, all, sources) =
      usable.count == 2
      ? ("Two", "both", "--primary \(first.path) --secondary \(usable[1].path)")
      : (
        "\(usable.count)", "all",
        usable.prefix(CameraNames.most).map { "--camera \($0.path)" }.joined(separator: " ")
      )
    return lines(
      "\(count) cameras are plugged in: \(usable.prefix(CameraNames.most).map(title).joined(separator: ", ")).",
      [
        ("dualcam record \(sources) -o first --duration 10s", "record \(all) for ten seconds"),
        ("dualcam library first sheet", "make a contact sheet of it"),
        usable.count == 2
          ? ("dualcam bench --preflight \(sources)", "check whether both fit this machine")
          : ("dualcam devices --rig", "show modes that fit, and the command that records all"),
      ])
  }

  private static var none: String {
    lines(
      "No camera is plugged in: no /dev/video* captures. Scenes and files work too.",
      [
        ("dualcam record -o first --frames 120", "record two scenes to ./first"),
        ("dualcam library first sheet", "make a contact sheet of them"),
        ("dualcam annotate --primary file:clip.avi -o clip", "do the same with a film or photographs"),
      ])
  }

  private static func title(_ camera: CameraDevice) -> String {
    camera.name.isEmpty ? camera.path : "\(camera.name) (\(camera.path))"
  }

  private static func lines(_ head: String, _ steps: [(command: String, what: String)]) -> String {
    let all = steps + [("dualcam --help", "list all commands")]
    let width = (all.map(\.command.count).max() ?? 0) + 2
    return ([head] + all.map { "  \(Format.left($0.command, width))\($0.what)" }).joined(separator: "\n")
  }
}
