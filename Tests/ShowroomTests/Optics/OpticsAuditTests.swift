import Foundation
import GlassChrome
import Testing

@testable import Showroom

@Suite("Optics audit")
struct OpticsAuditTests {
  @Test("the glass keeps to its optics")
  func holds() throws {
    let report = try OpticsAudit().run()
    #expect(report.measures.count == 11)
    for measure in report.measures { #expect(measure.holds, "\(measure)") }
    #expect(report.holds)
  }

  @Test("the expected shift is that of Snell's angles")
  func expected() {
    // u = 3/4, w = 22 px, 32 px over the foot.
    let theta = atan(0.5625 * pow(1 - 0.421_875, -2.0 / 3))
    let delta = theta - asin(sin(theta) / 1.5)
    #expect(abs(RimShift.expected - (32 + 22 * cbrt(1 - 0.421_875)) * tan(delta)) < 1e-9)
    #expect(abs(RimShift.expected - 12.74) < 0.05)
  }

  @Test("glass that bends nothing is found out, and so is glass that isn't clear")
  func otherwise() throws {
    for (_, shift) in try RimShift(glass: .identity).measured() { #expect(abs(shift) < 0.3) }
    let star = try StarContrast(through: .regular)
    #expect(star.passed(period: 4) < 0.2)
    #expect(star.passed(period: 3) < 0.2)
  }

  @Test("a number beyond a limit, or none at all, fails the whole")
  func fails() {
    var report = OpticsAudit.Report()
    #expect(!report.holds)
    report.measures = [
      .init("a", unit: "px", measured: 8, least: 8), .init("b", unit: "px", measured: 0.5, most: 0.5),
    ]
    #expect(report.holds)
    report.measures[0].measured = 7.99
    #expect(!report.holds)
    report.measures[0].measured = .nan
    #expect(!report.holds)
    report.measures[0].measured = 9
    report.measures[1].measured = 0.51
    #expect(!report.holds)
  }
}
