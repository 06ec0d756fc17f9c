import Foundation
import Glibc
import HostResources
import Testing

@testable import Pipeline
@testable import Recordings

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
    let counter = InstructionCounter(descriptor: -code)
    let counted = counter.count
    let result = counter.perFrame(since: counted, frames: 10)
    #expect(counted == nil && result.perFrame == nil)
    #expect(result.reason?.contains(says) == true)
  }

  /// A counter that reads 700, then 1000, as a pipe gives it: the number, and the times enabled and running.
  private func counter(running: UInt64 = 1) -> InstructionCounter {
    var ends: [Int32] = [0, 0]
    unsafe pipe(&ends)
    for number in [700, 1000] as [UInt64] {
      let bytes: [UInt64] = [number, 1, running]
      unsafe write(ends[1], bytes, 24)
    }
    close(ends[1])
    return InstructionCounter(descriptor: ends[0])
  }

  @Test("a counter that works gives a number, or says what was missing")
  func working() {
    var working = counter()
    #expect(working.count == 700)
    #expect(working.perFrame(since: 700, frames: 3) == InstructionCounter.Count(perFrame: 100))
    working = counter()
    #expect(working.perFrame(since: 700, frames: 0).reason == "there were no frames")
    #expect(working.perFrame(since: nil, frames: 3).reason == "the counter had no number to start from")
    working = counter(running: 0)
    #expect(working.perFrame(since: working.count, frames: 3).reason == "the counter was never scheduled")
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
