import HUDGeometry
import PixelTypes

/// How loud ink is, from the quietest: what says more is heavier, and lies above what says less.
///
/// Weights follow the viewfinder's size, not the canvas's: a small viewfinder has thin lines wherever it stands.
package enum InkRank: Int, Sendable, CaseIterable, Comparable {
  /// Lines that are always there.
  case grid
  /// What the subject should fill.
  case template
  /// Where the horizon is.
  case level
  /// What is being filmed.
  case subject
  /// A camera that is lost, stands still or is recorded.
  case alarm

  package static func < (a: InkRank, b: InkRank) -> Bool { a.rawValue < b.rawValue }

  /// Pixels per point of a viewfinder's ink: 1 if its shorter side has 720 pixels.
  package static func scale(of rect: PixelRect) -> Double {
    min(max(Double(min(rect.width, rect.height)) / 720, 0.5), 4)
  }

  /// A line's weight in points while its guide is idle; a grid's is a hairline.
  private var points: Double {
    switch self {
    case .grid: 0.6
    case .template: 1.25
    case .level: 1.75
    case .subject: 2.25
    case .alarm: 4
    }
  }

  /// A line's weight, in pixels.
  ///
  /// - Parameters:
  ///   - state: the guide's; nearer is heavier.
  ///   - glow: how bright it glows, 0 … 1.
  ///   - scale: pixels per point.
  package func weight(_ state: GuideState = .idle, glow: Double = 0, scale: Double) -> Double {
    if self == .grid { return max(1, (points * scale).rounded()) }
    let more: Double =
      switch state {
      case .unknown, .idle: 0
      case .near: 0.5
      case .snapped: 1
      }
    return max(1, points * scale) + (more + 0.25 * glow) * max(1, scale)
  }

  /// The dark edge on each side of a line, in whole pixels.
  package static func edge(scale: Double) -> Double { max(1, (0.7 * scale).rounded()) }
}
