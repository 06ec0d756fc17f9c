import Foundation
import Glibc
import HostResources
import Testing

@testable import Pipeline
@testable import Recording

@Suite("A bench counts instructions")
struct InstructionCounterTests {
  @Test("a machine either counts more of them for more work, or says in a sentence why it can't")
  func counting() {
    let counter = InstructionCounter()
    let start = counter.count
    var sum: UInt64 = 1
    for number in 1...200_000 as ClosedRange<UInt64> { sum = sum &* 31 &+ number }
    let result = counter.perFrame(since: start, frames: 1)
    #expect(sum != 0)
    #expect((result.perFrame == nil) == (result.reason != nil))
    if let perFrame = result.perFrame { #expect(perFrame > 200_000) }
  }

  @Test(
    "a refusal is told in words",
    arguments: [
      (ENOENT, "no counter"), (EACCES, "perf_event_paranoid"), (ENOSYS, "kernel"), (EMFILE, "open files"),
    ])
  func refusal(code: Int32, says: String) {
    let counter = InstructionCounter(failing: code)
    let counted = counter.count
    let result = counter.perFrame(since: counted, frames: 10)
    #expect(counted == nil && result.perFrame == nil)
    #expect(result.reason?.contains(says) == true)
  }

  @Test("JSON has a null where there is no number, and reads back; a report without the field reads too")
  func json() throws {
    var report = FrameBudget.Report()
    report.instructions = InstructionCounter.Count(reason: "no counter")
    let bytes = try JSONEncoder().encode(report)
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""perFrame":null"#))
    #expect(
      try JSONDecoder().decode(FrameBudget.Report.self, from: bytes).instructions == report.instructions)
    report.instructions = nil
    let without = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(FrameBudget.Report.self, from: without).instructions == nil)
  }

  @Test("a comparison sets them side by side where both runs counted them")
  func comparison() {
    var before = BenchJob.Report()
    before.budget.instructions = InstructionCounter.Count(perFrame: 40e6)
    var now = before
    now.budget.instructions = InstructionCounter.Count(perFrame: 30e6)
    let row = BenchComparison(before: before, now: now).rows.last
    #expect(row?.stage == "instructions" && row?.before == 40 && row?.now == 30 && row?.ratio == 0.75)
    now.budget.instructions = InstructionCounter.Count(reason: "no counter")
    #expect(BenchComparison(before: before, now: now).rows.last?.stage == "CPU")
  }

  @Test("the page tells of them")
  func page() {
    var report = BenchJob.Report()
    let timeline = FrameTimeline(capacity: 0)
    report.budget.instructions = InstructionCounter.Count(perFrame: 31.5e6)
    #expect(BenchPage(report, timeline).html.contains("31.50 million instructions per picture"))
    report.budget.instructions = InstructionCounter.Count(reason: "<no counter>")
    #expect(BenchPage(report, timeline).html.contains("not counted: &lt;no counter&gt;"))
  }
}
