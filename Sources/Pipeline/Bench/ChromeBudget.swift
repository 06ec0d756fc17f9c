import Histogram
import Recording

/// Gathers how much of the canvas the chrome draws anew, and what that costs.
public struct ChromeBudget {
  /// What the chrome did while frames flowed, and what it costs in two plain cases.
  public struct Report: Sendable, Codable {
    /// Tiles of 64 × 32 pixels that the canvas has.
    public var tiles = 0
    /// Share of them drawn anew for a picture, 0...1: on average, and at most.
    public var redrawnMean = 0.0
    public var redrawnMost = 0.0
    /// Milliseconds of one thread for drawing all of the chrome.
    public var fullRedraw = FrameBudget.Percentiles()
    /// Milliseconds of one thread for a picture whose scene drifts by ``driftPerPicture`` while nothing moves.
    public var drift = FrameBudget.Percentiles()
    /// Share of tiles drawn anew for such a picture, on average.
    public var driftRedrawnMean = 0.0
    /// Steps of an 8-bit code by which such a scene gets brighter or darker from picture to picture.
    public var driftPerPicture = ChromeBench.driftPerPicture

    public init() {}
  }

  private let tiles: Int
  private var pictures = 0
  private var drawn = 0
  private var most = 0

  /// - Parameter tiles: how many the canvas has.
  init(tiles: Int) { self.tiles = tiles }

  /// Takes how many tiles were drawn for a picture.
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
    report.driftRedrawnMean = Double(trial.driftTiles) / all / Double(max(trial.drift.totalCount, 1))
    return report
  }
}
