import Compositor
import GlassChrome
import Recording

/// Keeps live pictures in time by cheaper glass, and the account of it: which picture changed, and how many had what.
///
/// Allocates nothing.
final class GlassQualityPolicy: JobPolicy {
  private var governor = QualityGovernor()
  private let budget: Int64
  /// That of the picture at hand; `nil` without chrome.
  private var drawn: GlassQuality?
  private var told = GlassQuality.full
  private var counts = InlineArray<4, Int>(repeating: 0)

  /// - Parameter budget: nanoseconds that a picture may take; 0 if nothing waits for it.
  init(budget: Int64) { self.budget = budget }

  /// Takes what the stage spent on a picture; the quality to go on with, if it is another one.
  ///
  /// - Parameters:
  ///   - spent: nanoseconds of work, without waiting.
  ///   - nanoseconds: the picture's time.
  func note(spent: Int64, at nanoseconds: Int64) -> GlassQuality? {
    governor.note(spent: spent, budget: budget, at: nanoseconds)?.to
  }

  func didFinish(_ picture: OutputFrame, spent: Int64, in run: JobRun) {
    drawn = run.stage.screen.chrome?.quality
    if let drawn { mark(drawn, in: picture) }
    guard let next = note(spent: spent, at: run.pairer.time), let chrome = run.stage.screen.chrome else {
      return
    }
    let isWorse = next > chrome.quality
    run.apart {
      run.events(
        .detail("pictures are \(isWorse ? "late" : "in time again"): the glass is now \(next.name)"))
    }
    chrome.quality = next
    run.hasNewGlass = true
  }

  /// Adds to a picture's line how its glass was drawn, if that is another way than in the line before.
  private func mark(_ quality: GlassQuality, in picture: OutputFrame) {
    guard quality != told else { return }
    picture.line.key("glass")
    switch quality {
    case .full: picture.line.value("full" as StaticString)
    case .withoutEnvironment: picture.line.value("without-environment" as StaticString)
    case .withoutRefraction: picture.line.value("without-refraction" as StaticString)
    case .opaque: picture.line.value("opaque" as StaticString)
    }
  }

  func wasTaken(_ picture: OutputFrame, in run: JobRun) {
    guard let drawn else { return }
    told = drawn
    counts[drawn.rawValue] += 1
  }

  /// A segment begins with full glass.
  func beginSegment() { told = .full }

  func add(to totals: inout SessionTotals, of run: JobRun) {
    guard run.settings.pace == .live, run.stage.screen.chrome != nil else { return }
    // Pictures by the name of their glass's quality, those that were.
    var pictures: [String: Int] = [:]
    for quality in GlassQuality.allCases where counts[quality.rawValue] > 0 {
      pictures[quality.name] = counts[quality.rawValue]
    }
    totals.glass = pictures
  }
}
