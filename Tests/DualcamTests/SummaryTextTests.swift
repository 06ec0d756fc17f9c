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

  @Test("below a second there is no rate, and frames that nobody needed are told")
  func small() {
    var summary = JobSummary()
    summary.canvas = "64x48"
    (summary.progress.pictures, summary.progress.written) = (2, 2)
    summary.progress.elapsed = .milliseconds(26)
    var camera = CameraReport()
    camera.counters.received = 127
    camera.frames.taken = 120
    summary.progress.cameras = [camera]
    #expect(!SummaryJSON.text(summary).contains("fps"))
    let counts = "127 received, 120 shown, 0 dropped, 7 before the first picture or after the last"
    #expect(SummaryJSON.text(summary).contains(counts))
    summary.progress.cameras[0].drops = 3
    #expect(SummaryJSON.text(summary).hasSuffix("127 received, 120 shown, 3 dropped"))
    summary.progress.cameras[0].frames.taken = 127
    #expect(SummaryJSON.text(summary).hasSuffix("127 received, 3 dropped"))
  }

  @Test("the status line of many cameras names those that have something to say")
  func status() {
    var progress = JobProgress()
    progress.elapsed = .seconds(65)
    progress.framesPerSecond = 30
    progress.cameras = ["helm", "port", "stern", "mast"].map { name in
      var camera = CameraReport()
      (camera.id, camera.state, camera.framesPerSecond) = (name, name == "stern" ? .lost : .live, 30)
      camera.drops = name == "mast" ? 3 : 0
      return camera
    }
    #expect(StatusLine.live(progress).whole == "1:05  30.0 fps  ●●✕●  ✕ stern  ● mast 30.0 (3 dropped)")
    #expect(StatusLine.live(progress).text(columns: 39) == "1:05  ●●✕●  ✕ stern")
    progress.cameras.removeLast(2)
    #expect(StatusLine.live(progress).whole == "1:05  30.0 fps  ● helm 30.0  ● port 30.0")
    // The rate of all goes before those of each.
    #expect(StatusLine.live(progress).text(columns: 39) == "1:05  ● helm 30.0  ● port 30.0")
    progress.expected = 120
    progress.written = 30
    #expect(StatusLine.bar(progress).text(columns: 55).hasSuffix(" 30/120  30.0 fps  3:15 left"))
    #expect(StatusLine.bar(progress).text(columns: 39) == "30/120  30.0 fps  3:15 left")
  }
}
