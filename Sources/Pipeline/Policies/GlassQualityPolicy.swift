import Compositor
import GlassChrome
import Recordings

/// Keeps live pictures on time with cheaper glass, and records which pictures changed quality and how many had each.
///
/// Allocates nothing.
final class GlassQualityPolicy: JobPolicy {
  private var governor = QualityGovernor()
  private let budget: Int64
  /// The current picture's quality; `nil` without chrome.
  private var drawn: GlassQuality?
  private var reported = GlassQuality.full
  private var counts = InlineArray<4, Int>(repeating: 0)

  /// - Parameter budget: nanoseconds that a picture may take; 0 if nothing waits for it.
  init(budget: Int64) { self.budget = budget }

  /// Notes the time spent on a picture; returns the next quality if it changes.
  ///
  /// - Parameters:
  ///   - spent: nanoseconds of work, excluding waits.
  ///   - nanoseconds: the picture's time.
  func note(spent: Int64, at nanoseconds: Int64) -> GlassQuality? {
    governor.note(spent: spent, budget: budget, at: nanoseconds)?.to
  }

  func didFinish(_ picture: OutputFrame, spent: Int64, in run: JobRun) {
    drawn = run.stage.screen.chrome?.quality
    // Set only if it differs from the previous line's.
    picture.facts.glass = drawn == reported ? nil : drawn
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

  func wasTaken(_ picture: OutputFrame, in run: JobRun) {
    guard let drawn else { return }
    reported = drawn
    counts[drawn.rawValue] += 1
  }

  /// A segment starts from full glass.
  func beginSegment() { reported = .full }

  func add(to totals: inout SessionTotals, of run: JobRun) {
    guard run.settings.pace == .live, run.stage.screen.chrome != nil else { return }
    // The number of pictures by glass quality, without zeros.
    var pictures: [String: Int] = [:]
    for quality in GlassQuality.allCases where counts[quality.rawValue] > 0 {
      pictures[quality.name] = counts[quality.rawValue]
    }
    totals.glass = pictures
  }
}
