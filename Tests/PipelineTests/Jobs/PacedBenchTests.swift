import CaptureKit
import Foundation
import HostResources
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Recordings

@Suite("A bench by the clock")
struct PacedBenchTests {
  private static func settings(_ sources: [String], folder: String? = nil) throws -> JobSettings {
    var settings = try JobSettings.test(.live, sources, folder: folder, frames: 12)
    settings.stage.drawsHUD = false
    return settings
  }

  @Test("latency is told and longer than the stages take; what was recorded is gone afterwards")
  func latency() throws {
    let folder = try TestFolder()
    let settings = try Self.settings(
      ["synth:grey?w=160&h=96&fps=50", "synth:grey?w=96&h=64&fps=50"], folder: folder.file("to/come"))
    let report = try PacedBench(settings).run(stop: StopFlag()) { _, _ in }
    #expect(report.pictures == 9)
    #expect(report.latencyMs.p50 > 0 && report.latencyMs.p99 <= report.latencyMs.worst)
    #expect(report.latencyMs.worst > report.stages.first { $0.stage == "encode" }?.ms.p50 ?? 0)
    #expect(report.expectedFps == 50 && report.intervalMs == 20)
    #expect(report.cpuSecondsPerSecond > 0 && report.bytesPerFrame > 0)
    #expect(report.cameras.map(\.id) == ["primary", "secondary"])
    #expect(report.cameras.allSatisfy { $0.fps == 50 } && report.cameras[0].bytesPerSecond > 0)
    #expect(report.sources == settings.sources.map(\.specification.description))
    #expect(try folder.names() == [])
    let again = try JSONDecoder().decode(PacedReport.self, from: try JSONEncoder().encode(report))
    #expect(again.latencyMs == report.latencyMs)
  }

  @Test("a recording by the clock tells its latency in its totals and lines, one as fast as it goes has none")
  func totals() throws {
    let folder = try TestFolder()
    for (name, pace) in [("live", JobSettings.Pace.live), ("exact", .exact)] {
      let job = try JobSettings.test(
        pace, ["synth:grey?w=96&h=64&fps=50"], folder: folder.file(name), frames: 6)
      let summary = try CameraJob(job, stop: StopFlag()) { _ in }.run()
      let session = try folder.session(name)
      let latencies = try folder.lines(name).map(\.latencyMs)
      #expect(latencies.count == 6)
      // Lines that lists can't read without decoding them are slow there.
      #expect(try RecordingIndex(FolderHandle(folder.file(name))).work.decoded == 0)
      guard pace == .live else {
        #expect(session.totals?.latencyMs == nil && latencies.allSatisfy { $0 == nil })
        continue
      }
      let worst = try #require(latencies.compactMap(\.self).max())
      let total = try #require(session.totals?.latencyMs)
      // The histogram keeps three digits.
      #expect(abs(total.worst - worst) <= worst * 0.01 && total.p50 > 0)
      #expect(summary.budget.latencyMs == total)
    }
  }

  @Test("percentiles are those of the lines, without the writing in the stage's")
  func lines() throws {
    let lines = try (1...100).map { number in
      try JSONDecoder().decode(
        PictureLine.self,
        from: Data(
          """
          {"index":\(number),"file":"x.jpg","hud":[],"skewUs":\(number * 10),"cameras":[{"id":"primary","state":"live",
          "sequence":\(number * 2),"timestampNs":\(number * 20_000_000),"bytes":1000}],
          "stagesMs":{"decode":\(number),"hud":1,"write":50},"latencyMs":\(number + 60)}
          """.utf8))
    }
    var report = PacedReport()
    var camera = PacedReport.Camera()
    (camera.id, camera.fps) = ("primary", 90)
    report.cameras = [camera]
    report.take(lines)
    #expect(report.pictures == 100)
    #expect(abs(report.stageMs.p50 - 51) < 0.1 && abs(report.stageMs.worst - 101) < 0.2)
    #expect(abs(report.latencyMs.p99 - 159) < 0.3)
    #expect(abs(try #require(report.skewMs).p95 - 0.95) < 0.01)
    #expect(report.cameras[0].measuredFps == 100)
    #expect(report.cameras[0].bytesPerSecond == 90_000)
  }

  @Test("a source that is over at once is no measurement")
  func nothing() throws {
    let settings = try Self.settings(["file:/none.mjpeg"])
    #expect(throws: PipelineError.self) { _ = try PacedBench(settings).run(stop: StopFlag()) { _, _ in } }
  }
}
