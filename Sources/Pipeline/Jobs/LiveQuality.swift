import Compositor
import GlassChrome

/// Keeps live pictures in time by cheaper glass, and the account of it: which picture changed, and how many had what.
///
/// Allocates nothing.
struct LiveQuality {
  private var governor = QualityGovernor()
  /// Nanoseconds that a picture may take; 0 where nothing waits for it.
  let budget: Int64
  private var told = GlassQuality.full
  private var counts = InlineArray<4, Int>(repeating: 0)

  /// - Parameter cameraRate: frames a second of the camera that drives; `nil` where it doesn't say.
  init(_ settings: JobSettings, cameraRate: Double?) {
    guard settings.pace == .live else {
      budget = 0
      return
    }
    var interval = 1 / max(cameraRate ?? 30, 0.001)
    if let rate = settings.framesPerSecond, rate > 0 { interval = max(interval, 1 / rate) }
    if let every = settings.every { interval = max(interval, every / .seconds(1)) }
    budget = Int64(min(interval, 3600) * 1e9)
  }

  /// Takes what the stage spent on a picture; the quality to go on with, if it is another one.
  ///
  /// - Parameters:
  ///   - spent: nanoseconds of work, without waiting.
  ///   - nanoseconds: the picture's time.
  mutating func note(spent: Int64, at nanoseconds: Int64) -> GlassQuality? {
    governor.note(spent: spent, budget: budget, at: nanoseconds)?.to
  }

  /// Adds to a picture's line how its glass was drawn, where that is another way than in the line before.
  func mark(_ quality: GlassQuality, in output: OutputFrame) {
    guard quality != told else { return }
    output.line.key("glass")
    switch quality {
    case .full: output.line.value("full" as StaticString)
    case .withoutEnvironment: output.line.value("without-environment" as StaticString)
    case .withoutRefraction: output.line.value("without-refraction" as StaticString)
    case .opaque: output.line.value("opaque" as StaticString)
    }
  }

  /// The next picture is the first of a segment, which begins with full glass.
  mutating func beginSegment() { told = .full }

  /// Counts a picture that was handed on, its line with it.
  mutating func handedOn(_ quality: GlassQuality) {
    told = quality
    counts[quality.rawValue] += 1
  }

  /// Pictures by the name of their glass's quality, those that were.
  var pictures: [String: Int] {
    var pictures: [String: Int] = [:]
    for quality in GlassQuality.allCases where counts[quality.rawValue] > 0 {
      pictures[quality.name] = counts[quality.rawValue]
    }
    return pictures
  }
}
