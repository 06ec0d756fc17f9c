import Recordings

/// Records how much of the canvas the chrome redraws, and what that costs.
package struct ChromeBudget {
  /// The chrome's work during the run, and its cost in two simple cases.
  package struct Report: Sendable, Codable {
    /// Number of tiles of 64 × 32 pixels on the canvas.
    package var tiles = 0
    /// Mean share of tiles redrawn per picture, 0...1.
    package var redrawnMean = 0.0
    /// The largest share of tiles redrawn for a picture, 0...1.
    package var redrawnMost = 0.0
    /// Milliseconds of one thread to draw the whole chrome.
    package var fullRedraw = FrameBudget.Percentiles()
    /// Milliseconds of one thread for a picture whose scene drifts by ``driftPerPicture`` while nothing moves.
    package var drift = FrameBudget.Percentiles()
    /// Mean share of tiles redrawn for such a picture, 0...1.
    package var driftRedrawnMean = 0.0
    /// Steps of an 8-bit code by which such a scene brightens or darkens per picture.
    package var driftPerPicture = ChromeBench.driftPerPicture
  }

  private let tiles: Int
  private var pictures = 0
  private var drawn = 0
  private var most = 0

  /// - Parameter tiles: number of tiles on the canvas.
  init(tiles: Int) { self.tiles = tiles }

  /// Records how many tiles were drawn for a picture.
  mutating func record(drawn count: Int) {
    pictures += 1
    drawn += count
    most = max(most, count)
  }

  func report(_ trial: ChromeBench) -> Report {
    var report = Report()
    report.tiles = tiles
    let all = Double(max(tiles, 1))
    report.redrawnMean = Double(drawn) / all / Double(max(pictures, 1))
    report.redrawnMost = Double(most) / all
    report.fullRedraw = FrameBudget.Percentiles(trial.fullRedraw, unitsPerMillisecond: 1e6)
    report.drift = FrameBudget.Percentiles(trial.drift, unitsPerMillisecond: 1e6)
    report.driftRedrawnMean = Double(trial.driftTiles) / all / Double(max(trial.drift.count, 1))
    return report
  }
}
