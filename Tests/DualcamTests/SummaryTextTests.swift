import Testing

@testable import Pipeline
@testable import dualcam

@Suite("A job's summary for people")
struct SummaryTextTests {
  @Test(
    "the rate is that of the pictures made, whose number is told if not all were taken",
    arguments: [
      (150, "150 frames of 64x48, 0 B, 0:05 at 30.0 fps"), (149, "0:05; of 150 pictures at 30.0 fps"),
    ])
  func rate(taken: Int, text: String) {
    var summary = JobSummary()
    summary.canvas = "64x48"
    (summary.progress.pictures, summary.progress.written) = (150, taken)
    summary.progress.elapsed = .seconds(5)
    #expect(SummaryJSON.text(summary).contains(text))
  }
}
