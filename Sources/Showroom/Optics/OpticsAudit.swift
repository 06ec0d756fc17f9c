import GlassChrome
import HUDGeometry
import PixelTypes

/// Measures in drawn pictures whether glass is glass: that its rim refracts as much as Snell's law
/// says, that clear glass is clear, and that a panel with words lets a bright scene through.
package struct OpticsAudit: Sendable {
  /// One measured number and its limits.
  package struct Measure: Sendable, Codable {
    /// What was measured, and where.
    package var name: String
    /// Unit of all numbers: `px`, or `%`.
    package var unit: String
    /// The measured number.
    package var measured: Double
    /// The least allowed value; `nil` for no such limit.
    package var least: Double?
    /// The greatest allowed value; `nil` for no such limit.
    package var most: Double?

    /// Whether the number is within its limits; one that couldn't be measured (NaN) isn't.
    package var holds: Bool {
      measured.isFinite && least.map { measured >= $0 } ?? true && most.map { measured <= $0 } ?? true
    }

    /// A measured number with its limits.
    package init(_ name: String, unit: String, measured: Double, least: Double? = nil, most: Double? = nil) {
      (self.name, self.unit, self.measured) = (name, unit, measured)
      (self.least, self.most) = (least, most)
    }
  }

  /// The result of an audit.
  package struct Report: Sendable, Codable {
    /// In the order of measurement.
    package var measures: [Measure] = []
    /// Whether anything was measured and every number is within its limits.
    package var holds: Bool { !measures.isEmpty && measures.allSatisfy(\.holds) }

    /// An empty report, which doesn't hold.
    package init() {}
  }

  /// The least shift of the rim, and its greatest difference from Snell's law, in pixels.
  package static let leastShift = 8.0
  package static let mostShiftError = 0.5

  /// An audit of everything.
  package init() {}

  /// Draws and measures.
  ///
  /// - Throws: ``ShowroomError/chrome(_:)`` if the glass can't be drawn, ``ShowroomError/codec(_:)`` for a broken build.
  package func run() throws(ShowroomError) -> Report {
    var report = Report()
    do throws(GlassError) {
      for (side, shift) in try RimShift().measured() {
        report.measures += [
          Measure("shift of the rim, \(side)", unit: "px", measured: shift, least: Self.leastShift),
          Measure(
            "its difference from Snell's law, \(side)", unit: "px", measured: abs(shift - RimShift.expected),
            most: Self.mostShiftError),
        ]
      }
      let star = try StarContrast()
      for (period, least) in [(4.0, 80.0), (3, 50)] {
        report.measures.append(
          Measure(
            "contrast of lines through clear glass, \(Int(period)) px a pair", unit: "%",
            measured: 100 * star.passed(period: period), least: least))
      }
    } catch { throw .chrome(error) }
    report.measures.append(
      Measure(
        "light of a bright scene through a panel with words", unit: "%",
        measured: 100 * (try PanelLight.passed()), least: 60))
    return report
  }
}
