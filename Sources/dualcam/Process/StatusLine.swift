import Compositor
import HostResources
import Pipeline
import Terminal

/// One line about a running job.
enum StatusLine {
  /// For a job without a known end.
  static func live(_ progress: JobProgress) -> FittedLine {
    var parts = [
      FittedLine.Part(Format.duration(progress.elapsed / .seconds(1))),
      FittedLine.Part("\(rate(progress.framesPerSecond)) fps", rank: 4),
    ]
    parts += progress.cameras.count > 3 ? many(progress.cameras) : progress.cameras.map(part)
    if progress.writerDrops > 0 {
      parts.append(FittedLine.Part("\(progress.writerDrops) not written", rank: 1))
    }
    if let hint = progress.hint { parts.append(FittedLine.Part("“\(hint)”", rank: 5)) }
    return FittedLine(parts)
  }

  /// With a bar, for a job with a known end.
  static func bar(_ progress: JobProgress) -> FittedLine {
    guard let expected = progress.expected, expected > 0 else { return live(progress) }
    let share = min(1, Double(progress.written) / Double(expected))
    let seconds = progress.elapsed / .seconds(1)
    var parts = [
      FittedLine.Part(ProgressLine.cells(share), rank: 3),
      FittedLine.Part("\(progress.written)/\(expected)", gap: " "),
      FittedLine.Part("\(rate(progress.framesPerSecond)) fps", rank: 2),
      FittedLine.Part(Format.bytes(progress.bytes), rank: 4),
    ]
    if share > 0.01 {
      parts.append(FittedLine.Part("\(Format.duration(seconds / share - seconds)) left", rank: 1))
    }
    return FittedLine(parts)
  }

  /// A mark for each, then those with something to say.
  private static func many(_ cameras: [CameraReport]) -> [FittedLine.Part] {
    [FittedLine.Part(cameras.map { mark($0.state) }.joined())] + cameras.filter(hasTrouble).map(part)
  }

  /// Its trouble stays longer than that it has none.
  private static func part(_ camera: CameraReport) -> FittedLine.Part {
    FittedLine.Part(self.camera(camera), rank: hasTrouble(camera) ? 2 : 3)
  }

  private static func hasTrouble(_ camera: CameraReport) -> Bool {
    camera.state != .live || camera.drops + camera.frames.spoiled > 0
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
