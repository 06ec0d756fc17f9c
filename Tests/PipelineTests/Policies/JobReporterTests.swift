import Testing

@testable import Pipeline

@Suite("A running job's counts")
struct JobReporterTests {
  @Test("what is left out after the last picture doesn't make the allocations per picture fall below none")
  func leftOut() {
    var reporter = JobReporter(start: 0)
    for picture in 0...JobReporter.warmUp { reporter.pictureMade(at: Int64(picture) * 33_000_000) }
    reporter.leaveOut(allocations: 1_000_000)
    let before = reporter.allocationsPerFrame
    #expect(before ?? 0 >= 0 && before ?? 0 < 1_000_000)
    reporter.pictureMade(at: 3_000_000_000)
    #expect(reporter.allocationsPerFrame ?? 0 == 0)
  }
}
