import Foundation
import HostResources
import TestSupport
import Testing
import Values

@testable import Compositor
@testable import Pipeline
@testable import Recordings

@Suite("Figures for Prometheus")
struct MetricsTests {
  @Test("all figures are there, in the format that Prometheus reads")
  func format() throws {
    var progress = JobProgress()
    progress.pictures = 120
    progress.bytes = 1_234_567_890_123
    for id in ["primary", "secondary"] {
      var camera = CameraReport()
      camera.id = id
      camera.name = "a \"quoted\\\n name\" of \(id)"
      camera.state = .stale
      camera.counters.received = 130
      camera.counters.reconnects = 2
      camera.counters.timed = id == "primary" ? 100 : nil
      if id == "secondary" { camera.skews.record(nanoseconds: 3_000_000) }
      progress.cameras.append(camera)
    }
    let budget = FrameBudget()
    var times = StageTimes()
    times[.chrome] = 4_000_000
    budget.record(times)
    budget.record(latency: 20_000_000)
    budget.record(latency: 40_000_000)
    let text = MetricsText.text(progress, budget.figures(), path: "out/lab.prom")
    let samples = try Exposition.parse(text)
    #expect(samples[#"dualcam_camera_frames_received_total{recorder="lab",camera="secondary"}"#] == 130)
    #expect(samples[#"dualcam_camera_reconnects_total{recorder="lab",camera="primary"}"#] == 2)
    #expect(samples[#"dualcam_camera_frames_timed_total{recorder="lab",camera="primary"}"#] == 100)
    #expect(samples[#"dualcam_camera_frames_timed_total{recorder="lab",camera="secondary"}"#] == nil)
    #expect(samples[#"dualcam_camera_state{recorder="lab",camera="primary",state="stale"}"#] == 1)
    #expect(samples[#"dualcam_camera_state{recorder="lab",camera="primary",state="live"}"#] == 0)
    #expect(
      samples[
        #"dualcam_camera_info{recorder="lab",camera="primary",name="a \"quoted\\\n name\" of primary"}"#] == 1
    )
    #expect(samples[#"dualcam_picture_bytes_written_total{recorder="lab"}"#] == 1_234_567_890_123)
    #expect(samples[#"dualcam_latency_seconds_count{recorder="lab"}"#] == 2)
    #expect(abs((samples[#"dualcam_latency_seconds_sum{recorder="lab"}"#] ?? 0) - 0.06) < 0.001)
    for (bound, count) in [("0.01", 0.0), ("0.02", 1), ("0.05", 2), ("+Inf", 2)] {
      #expect(samples[#"dualcam_latency_seconds_bucket{recorder="lab",le="\#(bound)"}"#] == count)
    }
    #expect(samples[#"dualcam_stage_seconds_bucket{recorder="lab",stage="chrome",le="0.002"}"#] == 0)
    #expect(samples[#"dualcam_stage_seconds_bucket{recorder="lab",stage="chrome",le="0.005"}"#] == 1)
    #expect(samples[#"dualcam_stage_seconds_sum{recorder="lab",stage="chrome"}"#] == 0.004)
    let skew = #"dualcam_camera_skew_seconds_bucket{recorder="lab",camera="secondary",le="#
    #expect(samples[skew + #""0.002"}"#] == 0 && samples[skew + #""0.005"}"#] == 1)
    // None of the camera that leads.
    #expect(!text.contains(#"skew_seconds_count{recorder="lab",camera="primary""#))
    // No skew of one camera's pictures.
    #expect(!text.contains("dualcam_skew_seconds"))
    let written = try #require(samples[#"dualcam_metrics_timestamp_seconds{recorder="lab"}"#])
    #expect(abs(written - Date().timeIntervalSince1970) < 3600)
    #expect((samples[#"dualcam_process_open_fds{recorder="lab"}"#] ?? 0) > 2)
    #expect((samples[#"dualcam_process_resident_memory_bytes{recorder="lab"}"#] ?? 0) > 1e6)
    let now = Date().timeIntervalSince1970
    let start = try #require(samples[#"dualcam_process_start_time_seconds{recorder="lab"}"#])
    #expect(start > now - 1e6 && start < now + 2)
  }

  @Test("of values only numbers that aren't too old, and how old each is; any unit is a label")
  func values() throws {
    var progress = JobProgress()
    #expect(!MetricsText.text(progress, FrameBudget().figures(), path: "a.prom").contains("dualcam_value"))
    progress.values = [
      ValueSample(name: "depth", content: .number(-3.25), unit: "m", age: 1_500_000_000),
      ValueSample(name: "odd", content: .number(7), unit: "\"a\\b\n", age: 0),
      ValueSample(name: "old", content: nil, unit: "m", age: 60_000_000_000),
      ValueSample(name: "state", content: .text("idle"), unit: "", age: 250_000_000),
    ]
    let samples = try Exposition.parse(MetricsText.text(progress, FrameBudget().figures(), path: "a.prom"))
    let told = samples.filter { $0.key.hasPrefix("dualcam_value") }
    #expect(
      told == [
        #"dualcam_value{recorder="a",name="depth",unit="m"}"#: -3.25,
        #"dualcam_value{recorder="a",name="odd",unit="\"a\\b\n"}"#: 7,
        #"dualcam_value_age_seconds{recorder="a",name="depth"}"#: 1.5,
        #"dualcam_value_age_seconds{recorder="a",name="odd"}"#: 0,
        #"dualcam_value_age_seconds{recorder="a",name="old"}"#: 60,
        #"dualcam_value_age_seconds{recorder="a",name="state"}"#: 0.25,
      ], "\(told)")
  }

  @Test("a time counts in its bucket, from the bound down, and no time is lost")
  func buckets() {
    var times = TimeBuckets()
    for nanoseconds: Int64 in [-5, 0, 500_000, 500_001, 5_000_000_000, 5_000_000_001, .max] {
      times.record(nanoseconds: nanoseconds)
    }
    #expect(times.counts[0] == 3 && times.counts[1] == 1 && times.counts.suffix(2) == [1, 2])
    #expect(times.count == 7 && times.sum > 9e9)
  }

  @Test(
    "the check of the format finds what is wrong",
    arguments: [
      "a 1\n", "# HELP a b\n# TYPE a counter\na 1", "# HELP a b\n# TYPE a counter\na_total x\n",
      "# HELP a b\n# TYPE a gauge\na{b=\"c} 1\n", "# HELP a b\n# TYPE a gauge\na{b=\"c\\d\"} 1\n",
      "# HELP a b\n# TYPE a gauge\na 1\na 2\n", "# HELP a b\n# TYPE a gauge\na 1\n# TYPE a gauge\n",
      "# HELP 1a b\n# TYPE 1a gauge\n1a 1\n", "# HELP a b\n# TYPE a number\na 1\n",
      "# HELP a b\n# TYPE a gauge\nb 1\n",
    ])
  func validator(text: String) {
    #expect(throws: Exposition.Wrong.self) { _ = try Exposition.parse(text) }
  }

  @Test("the file is replaced whole, and no link is followed")
  func file() throws {
    let folder = try TestFolder()
    let path = folder.file("a.prom")
    let file = try ReplacedFile(path)
    #expect(file.write("one\n") == 0)
    #expect(file.write("two\n") == 0)
    #expect(try folder.text("a.prom") == "two\n" && folder.names() == ["a.prom"])
    // A link under the temporary name is replaced, never followed.
    try folder.link(".a.prom.tmp", to: folder.file("victim"))
    #expect(file.write("four\n") == 0)
    #expect(!folder.exists("victim"))
    for name in ["none/a.prom", "."] {
      #expect(throws: FileError.self) { _ = try ReplacedFile(folder.file(name)) }
    }
    try folder.link("link.prom", to: path)
    #expect(throws: FileError.self) { _ = try ReplacedFile(folder.file("link.prom")) }
  }
}

/// A reader of the exposition format 0.0.4 that accepts no more than it allows.
enum Exposition {
  struct Wrong: Error { var line: String }

  /// Values by name and labels as they are written.
  static func parse(_ text: String) throws -> [String: Double] {
    guard text.hasSuffix("\n") else { throw Wrong(line: "the last line has no end") }
    let name = /[a-zA-Z_:][a-zA-Z0-9_:]*/
    let sample =
      /([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"(?:,[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*")*\})? (\S+)/
    var types: [String: String] = [:]
    var helps: Set<String> = []
    var current = ""
    var values: [String: Double] = [:]
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      let wrong = Wrong(line: String(line))
      let words = line.split(separator: " ", maxSplits: 3)
      if line.hasPrefix("#") {
        guard words.count == 4, try name.wholeMatch(in: words[2]) != nil else { throw wrong }
        current = String(words[2])
        if words[1] == "HELP" {
          guard helps.insert(current).inserted else { throw wrong }
        } else {
          guard words[1] == "TYPE", ["counter", "gauge", "histogram"].contains(words[3]),
            helps.contains(current),
            types.updateValue(String(words[3]), forKey: current) == nil
          else { throw wrong }
        }
        continue
      }
      guard let match = try sample.wholeMatch(in: line), let value = Double(match.3) else { throw wrong }
      let endings = types[current] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
      guard types[current] != nil, endings.contains(where: { current + $0 == match.1 }),
        types[current] != "counter" || (current.hasSuffix("_total") && value >= 0),
        values.updateValue(value, forKey: String(match.1) + String(match.2 ?? "")) == nil
      else { throw wrong }
    }
    return values
  }
}
