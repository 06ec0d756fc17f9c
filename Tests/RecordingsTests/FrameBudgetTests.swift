import CAllocationCounter
import Compositor
import TestSupport
import Testing

@testable import Recordings

@Suite("The frame budget")
struct FrameBudgetTests {
  @Test("percentiles are those of the values, to three digits")
  func percentiles() {
    let budget = FrameBudget()
    for index in 1...1000 {
      var times = StageTimes()
      times[.decode] = Int64(index) * 10_000
      times[.encode] = 1_000_000
      budget.record(times)
      budget.record(skew: Int64(index) * 1000)
    }
    let report = budget.report()
    #expect(report.frames == 1000)
    #expect(report.stages.map(\.stage) == StageTimes.Part.allCases.map(\.name))
    func near(_ value: Double, _ wanted: Double) -> Bool { abs(value - wanted) <= wanted * 0.002 + 0.002 }
    let decode = report.stages[StageTimes.Part.decode.rawValue].ms
    #expect(near(decode.p50, 5) && near(decode.p95, 9.5) && near(decode.p99, 9.9) && near(decode.worst, 10))
    #expect(near(decode.mean, 5.005))
    #expect(near(report.total.p50, 6) && near(report.total.worst, 11))
    #expect(report.stages[StageTimes.Part.hud.rawValue].ms.worst == 0)
    #expect(near(report.skewMs?.p50 ?? 0, 0.5))
    #expect(report.peakMemoryMiB > 1)
  }

  @Test("nothing recorded is no skew and noughts")
  func empty() {
    let report = FrameBudget().report()
    #expect(report.frames == 0 && report.skewMs == nil && report.total.p99 == 0)
  }

  @Test("recording allocates nothing", .countsAllocations)
  func allocations() throws {
    let budget = FrameBudget()
    var times = StageTimes()
    times[.hud] = 5
    budget.record(times)
    let before = callocation_count_thread()
    for index in 0..<1000 {
      times[.hud] = Int64(index) * 777_777
      budget.record(times)
      budget.record(skew: Int64(index))
    }
    #expect(callocation_count_thread() == before)
  }

  @Test("the parts of a picture's time add up")
  func total() {
    var times = StageTimes()
    for part in StageTimes.Part.allCases { times[part] = Int64(1 << part.rawValue) }
    #expect(times.total == 255)
  }
}
