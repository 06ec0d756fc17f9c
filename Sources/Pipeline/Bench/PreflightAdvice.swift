/// What to change so that everything fits, for each resource that is short.
enum PreflightAdvice {
  /// One sentence per remedy, most helpful first, without repeats.
  static func lines(_ preflight: Preflight, _ rig: [RigCamera]) -> [String] {
    var lines: [String] = []
    func say(_ line: String) { if !lines.contains(line) { lines.append(line) } }
    let short = preflight.checks.filter { $0.verdict > .yes }.sorted {
      ($0.verdict, $0.share) > ($1.verdict, $1.share)
    }
    let report = preflight.measured
    for check in short {
      switch check.what {
      case "stage", "cpu", "latency", "drops":
        if report?.composer == "pixel" {
          say(
            "splice the cameras' data: --canvas native with MJPEG from every camera"
              + (report?.composerReason.map { " (now: \($0))" } ?? ""))
        }
        say(slower(preflight))
        say("a smaller --resolution: the time grows with the pixels")
        if (report?.cameras.count ?? 0) > 1 { say("--layout single, or one camera fewer") }
      case "write": say("a faster disk, a lower --quality or a lower --fps: the disk can't keep up")
      case "disk":
        say("a lower --fps, --every, a lower --quality or another folder: the disk will be full too soon")
      case "usb":
        say(
          "USB \(check.name ?? "bus") (\((check.cameras ?? []).joined(separator: ", "))): --format mjpeg, a smaller "
            + "--resolution or --fps, or another USB controller for one camera")
        modes(rig).forEach(say)
      case "camera":
        say(
          "\(check.name ?? "a camera") delivers less than it promised: more light, or -c exposure_dynamic_framerate=0"
        )
      case "skew":
        say(
          "\(check.name ?? "a camera")'s frames are mostly more than half a frame time away from those that they are shown with: "
            + "they come later than a picture waits; try --wait all")
      default: break
      }
    }
    for problem in report?.problems ?? [] { say(problem) }
    let missing = rig.contains { camera in
      camera.usb != nil && report?.cameras.first { $0.id == camera.name }?.format == nil
    }
    if missing { modes(rig).forEach(say) }
    return lines
  }

  /// The modes that the cameras of a rig could use instead: that need half of what was asked of the fullest bus.
  static func modes(_ rig: [RigCamera]) -> [String] {
    let usb = rig.compactMap { camera in camera.usb.map { (camera.name, $0, camera.bytesPerSecond) } }
    guard let fullest = USBLoad.of(usb).map(\.share).max(), fullest > 0 else { return [] }
    let proposal = RigProposal(rig, factor: max(1, 2 * USBLoad.comfortable / fullest))
    let modes = proposal.cameras.compactMap { camera in camera.mode.map { "\(camera.name): \($0.options)" } }
    return (modes.isEmpty ? [] : ["what should fit, by --camera: \(modes.joined(separator: "; "))"])
      + proposal.advice
  }

  /// Suggests a rate at which everything rate-dependent would fit.
  private static func slower(_ preflight: Preflight) -> String {
    let most =
      preflight.checks.filter { ["stage", "cpu", "latency"].contains($0.what) }.map(\.share).max() ?? 0
    guard let report = preflight.measured, most > Preflight.comfortable else { return "a lower --fps" }
    let fits = report.expectedFps * Preflight.comfortable / most
    guard let usual = [60, 50, 30, 25, 24, 20, 15, 12, 10, 8, 5, 2, 1].first(where: { Double($0) <= fits })
    else { return "a lower --fps alone won't help: not even 1 would leave room" }
    return "a lower --fps: \(usual) would leave room"
  }
}
