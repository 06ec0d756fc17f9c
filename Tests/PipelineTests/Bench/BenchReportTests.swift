import CaptureKit
import Foundation
import PixelTypes
import TestSupport
import Testing

@testable import Compositor
@testable import HostResources
@testable import Pipeline
@testable import Recordings

@Suite("Reports of a bench")
struct BenchReportTests {
  private struct Trace: Decodable {
    struct Event: Decodable {
      var name: String
      var cat: String
      var ph: String
      var ts: Double
      var dur: Double
      var args: [String: Int]
    }
    var traceEvents: [Event]
  }

  /// Two stages a picture; the second picture is slower.
  private static func timeline() -> FrameTimeline {
    var timeline = FrameTimeline(capacity: 2)
    for index in 0..<2 {
      var times = StageTimes()
      times[.decode] = 4_000_000
      times[.encode] = Int64(index + 1) * 3_000_000
      timeline.record(start: 1_000_000_000 + Int64(index) * 20_000_000, times)
    }
    return timeline
  }

  private static func report(frames: Int = 5, drawsChrome: Bool = true) throws -> (
    report: BenchJob.Report, timeline: FrameTimeline
  ) {
    let source = JobSettings.Source(specification: try SourceSpecification(parsing: "synth:coast?w=160&h=90"))
    var settings = JobSettings(pace: .exact, sources: [source])
    settings.frames = frames
    settings.stage.drawsChrome = drawsChrome
    return try BenchJob(settings, loaded: 2).run(stop: StopFlag()) { _, _ in }
  }

  @Test("what a scene can't deliver is warned of, and refused if it must be delivered")
  func differences() throws {
    var source = JobSettings.Source(specification: try SourceSpecification(parsing: "synth:coast?w=160&h=90"))
    source.request.size = PixelSize(width: 320, height: 180)
    var settings = JobSettings(pace: .exact, sources: [source])
    settings.frames = 1
    var warnings: [String] = []
    _ = try BenchJob(settings, loaded: 1) { warnings.append($0) }.run(stop: StopFlag()) { _, _ in }
    #expect(warnings.contains { $0.contains("asked for 320x180, the source has 160x90") }, "\(warnings)")
    settings.isStrict = true
    #expect(throws: PipelineError.self) {
      try BenchJob(settings, loaded: 1).run(stop: StopFlag()) { _, _ in }
    }
  }

  @Test("a trace has a slice a picture, and its stages end to end inside")
  func trace() throws {
    let trace = try JSONDecoder().decode(Trace.self, from: Data(try TraceFile.bytes(Self.timeline())))
    #expect(trace.traceEvents.map(\.name) == ["picture", "decode", "encode", "picture", "decode", "encode"])
    #expect(trace.traceEvents.map(\.ts) == [0, 0, 4000, 20_000, 20_000, 24_000])
    #expect(trace.traceEvents.map(\.dur) == [7000, 4000, 3000, 10_000, 4000, 6000])
    #expect(trace.traceEvents.allSatisfy { $0.ph == "X" })
    #expect(trace.traceEvents.map { $0.args["picture"] } == [0, 0, 0, 1, 1, 1])
  }

  @Test("a real run's timeline holds every picture, each begun after the one before ended")
  func timeline() throws {
    let entries = try Self.report().timeline.entries
    #expect(entries.count == 5)
    for (a, b) in zip(entries, entries.dropFirst()) { #expect(b.start >= a.start + a.times.total) }
  }

  @Test("the page shows every stage and histogram, takes no markup from a source's name, and loads nothing")
  func page() throws {
    var (report, timeline) = try Self.report()
    report.sources = ["file:<script>&\"x\""]
    let html = BenchPage(report, timeline).html
    #expect(html.contains("file:&lt;script&gt;&amp;&quot;x&quot;"))
    #expect(!html.contains("<script"))
    for outside in ["http:", "https:", "src=", "@import", "url("] { #expect(!html.contains(outside)) }
    for stage in ["decode", "encode", "hud", "total"] {
      #expect(html.contains("aria-label=\"Histogram of \(stage)\""))
      #expect(html.contains("<th>\(stage)</th>"))
    }
    #expect(html.components(separatedBy: "<polygon").count - 1 == timeline.parts.count)
  }

  @Test("the chrome's numbers are shares and times that fit each other, on the page too; none without chrome")
  func chrome() throws {
    let (report, timeline) = try Self.report(frames: 24)
    let chrome = try #require(report.chrome)
    #expect(chrome.tiles > 4)
    #expect(chrome.redrawnMean > 0 && chrome.redrawnMean <= chrome.redrawnMost && chrome.redrawnMost <= 1)
    #expect(chrome.fullRedraw.p50 > 0 && chrome.fullRedraw.p50 <= chrome.fullRedraw.worst)
    // The scene is seen to drift, and little of the canvas is drawn for it.
    #expect(chrome.drift.p50 > 0 && chrome.driftRedrawnMean > 0 && chrome.driftRedrawnMean < 0.5)
    let html = BenchPage(report, timeline).html
    #expect(html.contains("chrome alone, \(chrome.tiles) tiles"))
    #expect(html.contains("<th>over a drifting scene</th>"))
    #expect(!BenchPage(BenchJob.Report(), timeline).html.contains("chrome alone"))

    #expect(try Self.report(frames: 2, drawsChrome: false).report.chrome == nil)
  }

  @Test("what publishing costs is measured with the run's own picture, and shown on the page")
  func publish() throws {
    let (report, timeline) = try Self.report()
    let publish = try #require(report.publish)
    #expect(publish.ms.p50 > 0 && publish.ms.p50 <= publish.ms.worst)
    #expect(BenchPage(report, timeline).html.contains("<th>publish</th>"))
  }

  @Test("a page without a picture is a page all the same")
  func empty() {
    let html = BenchPage(BenchJob.Report(), FrameTimeline(capacity: 0)).html
    #expect(html.contains("No picture was measured"))
  }

  @Test("a histogram counts every value once", arguments: [[1.0], [2, 2, 2], [1, 2, 3, 4, 100]])
  func bars(values: [Double]) {
    #expect(HistogramPlot.bars(values, count: 7).reduce(0, +) == values.count)
  }

  @Test("a comparison gives the ratio of medians and names what else differs")
  func comparison() throws {
    var before = BenchJob.Report()
    before.sources = ["synth:coast"]
    before.budget.stages = [FrameBudget.Row(stage: "decode", ms: Self.median(4))]
    before.budget.total = Self.median(10)
    var now = before
    now.sources = ["synth:city"]
    now.budget.stages.append(FrameBudget.Row(stage: "ink", ms: Self.median(1)))
    now.budget.stages[0].ms.p50 = 3
    now.budget.total.p50 = 5
    let comparison = BenchComparison(before: before, now: now)
    #expect(comparison.rows.map(\.stage) == ["decode", "ink", "total", "CPU"])
    #expect(comparison.rows.map(\.ratio) == [0.75, nil, 0.5, nil])
    #expect(comparison.differences == ["sources: synth:coast before, synth:city now"])
  }

  @Test("a report reads back as it was written; what is none is refused by name")
  func reading() throws {
    let folder = try TestFolder()
    let report = try Self.report().report
    let path = folder.path + "/before.json"
    try WholeFile.write(Array(try JSONEncoder().encode(report)), to: path)
    #expect(try BenchComparison.report(at: path).budget.total.p50 == report.budget.total.p50)
    try WholeFile.write(Array("{\"sources\":[]}".utf8), to: path)
    #expect { _ = try BenchComparison.report(at: path) } throws: { "\($0)".contains("not a bench report") }
    #expect { _ = try BenchComparison.report(at: folder.path + "/none.json") } throws: {
      "\($0)".contains("none.json")
    }
  }

  private static func median(_ value: Double) -> FrameBudget.Percentiles {
    var percentiles = FrameBudget.Percentiles()
    percentiles.p50 = value
    return percentiles
  }
}
