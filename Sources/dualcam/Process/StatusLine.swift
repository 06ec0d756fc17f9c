import Compositor
import Pipeline
import Terminal

/// One line about a running job.
enum StatusLine {
  /// For a job without a known end.
  static func live(_ progress: JobProgress) -> String {
    var parts = [Format.duration(progress.elapsed / .seconds(1)), "\(rate(progress.framesPerSecond)) fps"]
    parts += progress.cameras.count > 3 ? many(progress.cameras) : progress.cameras.map(camera)
    if progress.writerDrops > 0 { parts.append("\(progress.writerDrops) not written") }
    if let hint = progress.hint { parts.append("“\(hint)”") }
    return parts.joined(separator: "  ")
  }

  /// With a bar, for a job with a known end.
  static func bar(_ progress: JobProgress) -> String {
    guard let expected = progress.expected, expected > 0 else { return live(progress) }
    let share = min(1, Double(progress.written) / Double(expected))
    let seconds = progress.elapsed / .seconds(1)
    let left = share > 0.01 ? "  \(Format.duration(seconds / share - seconds)) left" : ""
    return
      "\(ProgressLine.cells(share)) \(progress.written)/\(expected)  \(rate(progress.framesPerSecond)) fps"
      + "  \(Format.bytes(progress.bytes))\(left)"
  }

  /// A mark for each, then those with something to say.
  private static func many(_ cameras: [CameraReport]) -> [String] {
    [cameras.map { mark($0.state) }.joined()]
      + cameras.filter { $0.state != .live || $0.drops + $0.frames.spoiled > 0 }.map(camera)
  }

  private static func mark(_ state: CameraState) -> String {
    switch state {
    case .live: "●"
    case .stale: "◐"
    case .lost: "✕"
    }
  }

  private static func camera(_ camera: CameraReport) -> String {
    var text = "\(mark(camera.state)) \(camera.id)"
    if camera.state != .lost { text += " \(rate(camera.framesPerSecond))" }
    let lost = [(camera.drops, "dropped"), (camera.frames.spoiled, "damaged")].filter { $0.0 > 0 }
    if !lost.isEmpty { text += " (\(lost.map { "\($0.0) \($0.1)" }.joined(separator: ", ")))" }
    return text
  }

  private static func rate(_ value: Double) -> String { Format.fixed(value, 1) }
}
