import Testing

@testable import Pipeline

@Suite("A running job's counts")
struct JobCountsTests {
  @Test("what is left out after the last picture doesn't make the allocations per picture fall below none")
  func leftOut() {
    var counts = JobCounts(start: 0)
    for picture in 0...JobCounts.warmUp { counts.pictureMade(at: Int64(picture) * 33_000_000) }
    counts.leaveOut(allocations: 1_000_000)
    let before = counts.allocationsPerFrame
    #expect(before ?? 0 >= 0 && before ?? 0 < 1_000_000)
    counts.pictureMade(at: 3_000_000_000)
    #expect(counts.allocationsPerFrame ?? 0 == 0)
  }
}
