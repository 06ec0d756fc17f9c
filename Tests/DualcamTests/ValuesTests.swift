import Foundation
import FoundationXML
import Glibc
import HostResources
import TestSupport
import Testing

@Suite("Values of instruments")
struct ValuesTests {
  private struct Line: Decodable {
    struct Camera: Decodable { var timestampNs: Int64? }
    struct Value: Decodable {
      var name: String
      var number: Double?
      var text: String?
      var unit: String?
      var ageMs: Double
    }
    var cameras: [Camera]
    var values: [Value]?
  }

  private static let scene = "--primary synth:grey?w=160&h=96"

  private func lines(_ scratch: TestFolder, _ name: String) throws -> [Line] {
    try String(contentsOfFile: scratch.file("\(name)/frames.jsonl"), encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  /// Writes lines to a pipe until told to stop.
  private func write(to path: String, until stop: StopFlag, _ line: @escaping @Sendable () -> String) throws
    -> WorkerThread
  {
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    return try WorkerThread(name: "writer") {
      while !stop.isStopped {
        try? file.write(contentsOf: Data((line() + "\n").utf8))
        usleep(20_000)
      }
    }
  }

  @Test("a picture has what held at its frame's time, interpolated; one that is silent gets old")
  func times() throws {
    let scratch = try TestFolder()
    let stop = StopFlag()
    // The time itself: what a picture gets is when its frame was taken, but for how long lines are on their way.
    let writer = try write(to: scratch.file("pipe"), until: stop) {
      "time=\(MonotonicClock.now() / 1000)us state=going"
    }
    let run = try scratch.start(
      "record \(Self.scene) -o r --values json:pipe --values-age 10s --frames 40",
      ["--stamp", "%{time:.0f} %{state}"])
    let outcome = run.wait()
    stop.stop()
    writer.join()
    outcome.expect(0)
    let found = try lines(scratch, "r").filter { $0.values != nil }
    #expect(!found.isEmpty)
    var last = 0.0
    for line in found {
      let time = Double(try #require(line.cameras[0].timestampNs)) / 1000
      let values = try #require(line.values)
      #expect(values.map(\.name) == ["time", "state"] && values.map(\.unit) == ["us", nil])
      #expect(values[1].text == "going" && values[1].number == nil && values[0].ageMs >= 0)
      let number = try #require(values[0].number)
      // A line is never from after what came next; it comes late at most.
      #expect(number <= time + 40_000 && number >= last)
      last = number
    }
    try scratch.run("verify r")
    let session = try Executable.json(String(contentsOfFile: scratch.file("r/session.json"), encoding: .utf8))
    let settings = try #require(session["settings"] as? [String: Any])
    #expect(settings["values"] as? String == "json:pipe" && settings["valuesAgeSeconds"] as? Double == 10)
  }

  @Test("what is old is absent, and its age says so")
  func old() throws {
    let scratch = try TestFolder()
    try scratch.put("depth=2.5m\nnonsense\n", "lines")
    let script = "exec \"$0\" \"$@\" < lines"
    let outcome = try Executable.start(
      shell: script, "record \(Self.scene) -o r --values json:- --values-age 1ms --frames 20",
      folder: scratch.path
    ).wait()
    outcome.expect(0, says: ["can't be read"])
    let last = try #require(try lines(scratch, "r").last?.values?.first)
    #expect(last.name == "depth" && last.unit == "m" && last.number == nil && last.ageMs > 1)
  }

  @Test("a recording's values are in its track, captions and stamped film")
  func exports() throws {
    let scratch = try TestFolder()
    try scratch.put("lat=48.5 lon=-9.25 altitude=12.5m depth=3.25m state=a<b&c\n", "lines")
    let script = "exec \"$0\" \"$@\" < lines"
    try Executable.start(
      shell: script, "record \(Self.scene) -o r --values json:- --values-age 1h --frames 20",
      folder: scratch.path
    ).wait().expect(0)
    try scratch.run("export r -o r.gpx")
    let track = try String(contentsOfFile: scratch.file("r.gpx"), encoding: .utf8)
    let points = track.split(separator: "\n").filter { $0.hasPrefix("<trkpt") }
    #expect(points.count == 1, "\(track)")
    #expect(
      points.first?.hasPrefix("<trkpt lat=\"48.5000000\" lon=\"-9.2500000\"><ele>12.50</ele><time>20") == true
    )
    #expect(XMLParser(data: Data(track.utf8)).parse())
    try scratch.run("export r -o r.srt")
    let captions = try String(contentsOfFile: scratch.file("r.srt"), encoding: .utf8)
    #expect(captions.hasPrefix("1\n00:00:00,000 --> 00:00:00,0"))
    #expect(captions.components(separatedBy: "\n\n").count == 21 && captions.contains("depth 3.3 m"))
    #expect(captions.contains("lat 48.50000  lon −9.25000  altitude 12.5 m"))
    try scratch.run("export r -o plain.mkv", ["--stamp", "no"])
    try scratch.run("export r -o told.mkv", ["--stamp", "%{depth:.1f m} and %{none}"])
    let (told, plain) = (
      try Data(contentsOf: URL(fileURLWithPath: scratch.file("told.mkv"))),
      try Data(contentsOf: URL(fileURLWithPath: scratch.file("plain.mkv")))
    )
    #expect(told.count != plain.count)
    try scratch.run("export r -o x.gpx --fps 3", status: 64, says: "what their lines say")
    try scratch.run("run \(Self.scene) --sink x.gpx --frames 2", status: 64, says: "can't be used")
    // Without values there is no place to show.
    try scratch.run("annotate \(Self.scene)&frames=3 -o bare")
    try scratch.run("export bare -o bare.gpx")
    let bare = try String(contentsOfFile: scratch.file("bare.gpx"), encoding: .utf8)
    #expect(!bare.contains("<trkpt") && XMLParser(data: Data(bare.utf8)).parse())
  }

  @Test("the library finds recordings by what instruments said")
  func found() throws {
    let scratch = try TestFolder()
    for (name, line) in [("out/a", "depth=12.5m state=idle"), ("out/b", "depth=2m speed=3kn")] {
      try scratch.put(line + "\n", "lines")
      try Executable.start(
        shell: "exec \"$0\" \"$@\" < lines",
        "record \(Self.scene) -o \(name) --values json:- --values-age 1h --frames 20", folder: scratch.path
      ).wait().expect(0)
    }
    let told = try lines(scratch, "out/a").count { $0.values != nil }
    let deep = try scratch.run("library out list", ["--where", "depth > 40ft and state=idle"])
    #expect(deep.text.contains("depth>40ft and state=idle in \(told) frames, first "), "\(deep)")
    #expect(deep.text.hasPrefix("a  ") && !deep.text.contains("\nb  "), "\(deep)")
    let json = try Executable.json(
      "{\"a\":" + scratch.run("library out list", ["--where", "depth<=12.5", "--json"]).text + "}")
    let all = try #require(json["a"] as? [[String: Any]])
    #expect(all.map { $0["name"] as? String } == ["a", "b"])
    let matches = try #require(all[0]["matches"] as? [String: Any])
    #expect(matches["frames"] as? Int == told && matches["conditions"] as? [String] == ["depth<=12.5"])
    #expect(try #require(matches["firstTime"] as? String) <= #require(matches["lastTime"] as? String))
    try scratch.run(
      "library out", ["--where", "depth>1km"], says: "its values are depth in m, speed in kn, state")
    #expect(try !scratch.run("library out list --json").text.contains("matches"))
    for (words, says) in [
      ("library out sheet --where depth>1", "only to list"),
      ("library out list photos --where a=1", "only to list"),
      ("library out --where depth", "compares nothing"), ("library out --where depth<deep", "no number"),
    ] {
      try scratch.run(words, status: 64, says: says)
    }
  }

  @Test("what can't be is refused before anything runs")
  func refused() throws {
    let scratch = try TestFolder()
    let start = "record \(Self.scene) -o r --frames 2"
    for (more, says) in [
      (["--values", "foo:x"], "nmea:"), (["--values", "nmea:x@17"], "1200 to 921600"),
      (["--values", "json:"], "json:-"),
      (["--stamp", "%{depth}"], "no --values"),
      (["--values", "json:-", "--values", "nmea:-"], "standard input"),
      (["--values", "json:a", "--values", "nmea:a@9600"], "two --values read a"),
      (["--values-age", "1s"], "--values"), (["--values", "json:-", "--stamp", "%{depth:1}"], "%{depth:1}"),
    ] {
      try scratch.run(start, more, status: 64, says: says)
    }
    try scratch.run(start, ["--values", "nmea:none"], status: 74, says: "none")
    #expect(!FileManager.default.fileExists(atPath: scratch.file("r")))
  }

  @Test(
    "a serial line that is unplugged is said, its values get old, and they come back with it, though the job is confined"
  )
  func unplugged() throws {
    let scratch = try TestFolder()
    let link = scratch.file("gps")
    var line: PluggedLine? = try PluggedLine(link)
    let run = try scratch.start(
      "record \(Self.scene) -o r --values nmea:gps@9600 --values-age 300ms --duration 5m")
    /// What the newest line says of the depth: `nil` for nothing yet, 0 for what is too old.
    func depth() throws -> Double? {
      guard FileManager.default.fileExists(atPath: scratch.file("r/frames.jsonl")) else { return nil }
      let text = try String(contentsOfFile: scratch.file("r/frames.jsonl"), encoding: .utf8)
      guard let last = text.split(separator: "\n").dropLast().last,
        let value = try JSONDecoder().decode(Line.self, from: Data(last.utf8)).values?.first
      else { return nil }
      return value.number ?? 0
    }
    try run.wait(for: "a depth") {
      line?.send("$SDDPT,2.5,0.0\r\n")
      return (try? depth()) == 2.5
    }
    line = nil
    try run.wait(for: "an old depth") { (try? depth()) == 0 }
    line = try PluggedLine(link)
    try run.wait(for: "the depth of a line that is back") {
      line?.send("$SDDPT,7.5,0.0\r\n")
      return (try? depth()) == 7.5
    }
    run.end().expect(0, says: ["nmea:gps@9600 is gone", "nmea:gps@9600 is back"])
    try scratch.run("verify r")
  }

  @Test("a program that never pauses makes no picture late, and one that sends garbage is told of once")
  func flood() throws {
    let scratch = try TestFolder()
    let path = scratch.file("pipe")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    // Never waits: what doesn't fit is left out.
    let pipe = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    let stop = StopFlag()
    let writer = try WorkerThread(name: "writer") {
      let lines = Array(String(repeating: "depth=1m\nx\u{1}\n", count: 100).utf8)
      while !stop.isStopped { if unsafe Glibc.write(pipe, lines, lines.count) < 0 { usleep(100) } }
    }
    let outcome = try scratch.start("record \(Self.scene) -o r --values json:pipe --frames 30").wait()
    stop.stop()
    writer.join()
    close(pipe)
    outcome.expect(0)
    #expect(
      outcome.errors.components(separatedBy: "there are lines that can't be read").count <= 2, "\(outcome)")
    #expect(try lines(scratch, "r").last?.values?.first?.number == 1)
  }
}
