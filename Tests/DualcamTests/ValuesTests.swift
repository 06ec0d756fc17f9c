import Foundation
import FoundationXML
import Glibc
import HostResources
import TestSupport
import Testing

@Suite("Values of instruments")
struct ValuesTests {
  private struct Line: Decodable {
    struct Camera: Decodable {
      var timestampNs: Int64?
      var utc: String?
    }
    struct Value: Decodable {
      var name: String
      var number: Double?
      var text: String?
      var unit: String?
      var ageMs: Double
    }
    struct Guides: Decodable {
      struct Horizon: Decodable {
        var angleDegrees: Double?
        var confidence: Double
        var witness: String?
        var sensorDelayMs: Double?
        var sensorMountingDegrees: Double?
      }
      var horizon: Horizon
    }
    var cameras: [Camera]
    var hud: [Guides]?
    var values: [Value]?
    var alarms: [String]?
    var alarmsUnknown: [String]?
    var triggers: [String]?
    var beforeTrigger: Bool?
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

  // MARK: - Replayed

  private static let film = "annotate --primary synth:coast?w=160&h=96&fps=10&frames=20"

  private func numbers(_ lines: [Line], _ name: String) -> [Double?] {
    lines.map { line in (line.values ?? []).first { $0.name == name }?.number }
  }

  @Test(
    "a log beside a film gives each picture what it says of its time, the same bytes each time, shifted as asked"
  )
  func replay() throws {
    let scratch = try TestFolder()
    try scratch.put("time,depth [m],state\n0,2,idle\n1,3,busy\n1.5,nan,busy\n", "log.csv")
    let stamp = ["--stamp", "%{depth:.1f ft} %{state}"]
    let outcome = try scratch.run("\(Self.film) -o a --values csv:log.csv", stamp)
    #expect(
      outcome.errors.contains("csv:log.csv: 1 line with something that is no number")
        || outcome.text.contains("no number"), "\(outcome)")
    let found = try lines(scratch, "a")
    let depths = numbers(found, "depth")
    for (index, line) in found.enumerated() {
      let depth = try #require(depths[index])
      #expect(abs(depth - min(2 + Double(index) / 10, 3)) < 1e-6)
      #expect(line.values?.last?.text == (index < 10 ? "idle" : "busy"))
    }
    try scratch.run("\(Self.film) -o b --values csv:log.csv", stamp)
    for name in try scratch.names("a") where name != "session.json" {
      #expect(try scratch.bytes("a/" + name) == scratch.bytes("b/" + name), "\(name)")
    }
    try scratch.run("\(Self.film) -o c --values csv:log.csv --values-offset 500ms")
    #expect(numbers(try lines(scratch, "c"), "depth")[..<7] == [nil, nil, nil, nil, nil, 2, 2.1])
    try scratch.run("\(Self.film) -o d --values csv:log.csv --values-offset=-1s")
    #expect(numbers(try lines(scratch, "d"), "depth")[0] == 3)
    try scratch.run("verify a")
    let session = try Executable.json(scratch.text("c/session.json"))
    let settings = try #require(session["settings"] as? [String: Any])
    #expect(
      settings["values"] as? String == "csv:log.csv" && settings["valuesOffsetSeconds"] as? Double == 0.5)
  }

  @Test(
    "a log's attitude is a witness of the horizon, which is there in the dark, with what the film taught; of a recording, too"
  )
  func attitude() throws {
    let scratch = try TestFolder()
    func roll(_ seconds: Double) -> Double { 8 * .sin(2 * .pi * seconds / 8) }
    // .1 s late, and turned by −1.5°.
    let rows = (0..<360).map { "\(Double($0) / 20 + 0.1),\(roll(Double($0) / 20) - 1.5)" }
    try scratch.put("time,roll [°]\n" + rows.joined(separator: "\n"), "log.csv")
    for (name, scene) in [("day", "coast?sway=8&frames=200"), ("night", "grey?frames=30")] {
      try scratch.run(
        "annotate --primary synth:\(scene)&w=240&h=136&fps=15 --no-chrome --keep-source -o \(name)")
    }
    _ = try scratch.shell("cat day/sources/*.jpg night/sources/*.jpg > film.mjpeg")
    let annotate = "annotate --primary file:film.mjpeg?fps=15 --no-chrome"
    try scratch.run("\(annotate) --keep-source --values csv:log.csv -o a")
    try scratch.run("\(annotate) --keep-source --values csv:log.csv --threads 2 -o b")
    for name in ["000200.jpg", "000220.jpg", "frames.jsonl"] {
      #expect(try scratch.bytes("a/" + name) == scratch.bytes("b/" + name), "\(name)")
    }
    // Its lines know what the log said at each picture.
    try scratch.run("annotate --primary file:a?camera=primary --no-chrome -o c")
    for (name, delay) in [("a", 100.0), ("c", 100)] {
      let found = try lines(scratch, name).enumerated().map { ($0, try #require($1.hud?[0].horizon)) }
      let (_, last) = try #require(found.last)
      #expect(last.witness == "sensor", "\(name): \(last)")
      #expect(abs(try #require(last.sensorDelayMs) - delay) < 20, "\(name): \(last)")
      #expect(abs(try #require(last.sensorMountingDegrees) - 1.5) < 0.2, "\(name): \(last)")
      let worst = try found.dropFirst(202).map {
        abs(try #require($1.angleDegrees) - roll(Double($0) / 15))
      }.max()
      #expect(try #require(worst) < 0.6, "\(name): \(worst ?? 0)")
      // Who agrees takes nothing away.
      let alone = try #require(found.first { $1.witness == "picture" }).1.confidence
      #expect(found[195].1.witness == "both" && found[195].1.confidence >= alone - 0.1, "\(name)")
    }
    try scratch.run("\(annotate) -o d")
    let blind = try #require(try lines(scratch, "d").last?.hud?[0].horizon)
    #expect(blind.witness == nil && blind.confidence < 0.1)
  }

  @Test(
    "a film without a date begins with the log, which is said; one with a date has what was said then, or is told that there is nothing"
  )
  func dates() throws {
    let scratch = try TestFolder()
    let point = { (lat: Int, time: String) in
      "<trkpt lat='\(lat)' lon='9'><time>2026-11-24T07:24:\(time)Z</time></trkpt>"
    }
    try scratch.put("<gpx><trk>\(point(48, "37"))\(point(50, "39"))</trk></gpx>", "ride.gpx")
    try scratch.run("\(Self.film) -o a --values gpx:ride.gpx", says: "2026-11-24T07:24:37.000000Z")
    let lats = numbers(try lines(scratch, "a"), "lat")
    #expect(lats[0] == 48 && lats[10] == 49)
    // Recorded live: its pictures and films have the time of now.
    try scratch.run("record \(Self.scene)&fps=10 -o r --frames 5")
    try scratch.run("export r -o r.mkv")
    let outcome = try scratch.run("annotate --primary file:r.mkv -o b --values gpx:ride.gpx")
    #expect((outcome.errors + outcome.text).contains("says nothing of any picture"), "\(outcome)")
    #expect(numbers(try lines(scratch, "b"), "lat").allSatisfy { $0 == nil })
    let first = try #require(try lines(scratch, "r").first?.cameras[0].utc)
    try scratch.put("{\"time\":\"\(first.prefix(19))Z\",\"a\":7}\n", "log.json")
    for source in ["r", "r.mkv"] {
      try scratch.run("annotate --primary file:\(source) -o of-\(source.count) --values json:log.json")
      #expect(numbers(try lines(scratch, "of-\(source.count)"), "a") == [7, 7, 7, 7, 7], "\(source)")
    }
  }

  @Test(
    "a recording that is annotated again keeps what its lines say, from its pictures and its kept frames; beside others it is a log"
  )
  func recordedAgain() throws {
    let scratch = try TestFolder()
    try scratch.put("t,a [m],state\n0,1,idle\n1,2,busy\n", "log.csv")
    try scratch.run("\(Self.film) -o a --keep-source --values csv:log.csv --values-age 700ms")
    func values(_ name: String) throws -> [[String]] {
      try lines(scratch, name).map { line in
        (line.values ?? []).map {
          "\($0.name) \($0.number ?? -1) \($0.text ?? "") \($0.unit ?? "") \($0.ageMs)"
        }
      }
    }
    let first = try values("a")
    #expect(
      first[9] == ["a -1.0  m 900.0", "state -1.0   900.0"]
        && first[12] == ["a 2.0  m 200.0", "state -1.0 busy  200.0"])
    for (source, name) in [("a", "b"), ("a?camera=primary", "c")] {
      try scratch.run("annotate --primary file:\(source) -o \(name)", ["--stamp", "%{a}"])
      #expect(try values(name) == first, "\(source)")
    }
    try scratch.put("t,a\n0,9\n100,9\n", "other.csv")
    try scratch.run("annotate --primary file:a?camera=primary -o d --values csv:other.csv")
    #expect(try values("d")[12] == ["a 9.0   1200.0", "state -1.0 busy  200.0"])
    try scratch.run("\(Self.film) -o e --values lines:a")
    #expect(numbers(try lines(scratch, "e"), "a")[12] == 2)
  }

  // MARK: - Alarms and triggers

  @Test(
    "an alarm is in each line, on the picture, told once, and ends after a while; what isn't known is said")
  func alarms() throws {
    let scratch = try TestFolder()
    try scratch.put("t,depth [m]\n0,3\n0.5,3\n0.6,2\n1,2\n1.1,3\n2,3\n3,3\n4,3\n", "log.csv")
    let outcome = try scratch.run(
      "annotate --primary synth:coast?w=640&h=360&fps=10&frames=130 --values csv:log.csv -o a",
      ["--alarm", "depth<2.5", "--alarm", "speed>1", "--stamp", "%{depth:.1f m}"])
    for (words, count) in [
      ("alarm: depth<2.5; depth is 2.0 m", 1), ("alarm over: depth<2.5; depth is 3.0 m", 1),
      ("alarm unknown: depth<2.5", 1), ("alarm unknown: speed>1", 1),
    ] {
      #expect(outcome.errors.components(separatedBy: words).count == count + 1, "\(words): \(outcome)")
    }
    let found = try lines(scratch, "a")
    let on = found.map { $0.alarms ?? [] }
    #expect(on[..<5].allSatisfy { $0.isEmpty } && on[6] == ["depth<2.5"] && on[29] == ["depth<2.5"], "\(on)")
    #expect(on[30].isEmpty && on[40].isEmpty)
    #expect(found.allSatisfy { $0.alarmsUnknown?.contains("speed>1") ?? false })
    #expect(found[61].alarmsUnknown == ["depth<2.5", "speed>1"] && found[50].alarmsUnknown == ["speed>1"])
  }

  @Test("a condition on a value triggers a recording, with what led up to it, and says so in its lines")
  func trigger() throws {
    let scratch = try TestFolder()
    let path = scratch.file("pipe")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let pipe = try #require(FileHandle(forUpdatingAtPath: path))
    let run = try scratch.start(
      "record \(Self.scene) -o r --values json:pipe --values-age 1h --before 300ms --burst 2 --metrics m.prom --duration 5m",
      ["--trigger", "depth<2.5", "--alarm", "depth<2.5", "--event-pipe", "events"])
    try run.wait(for: "a picture of the metrics") {
      try? pipe.write(contentsOf: Data("depth=3m\n".utf8))
      usleep(50_000)
      return (try? scratch.text("m.prom"))?.contains(
        "condition=\"depth<2.5\",state=\"off\"} 1") ?? false
    }
    #expect(try scratch.names("r").filter { $0.hasSuffix(".jpg") }.isEmpty)
    try pipe.write(contentsOf: Data("depth=2m\n".utf8))
    try run.wait(for: "what was triggered") {
      (try? lines(scratch, "r"))?.contains { $0.triggers == ["depth<2.5"] } ?? false
    }
    try run.wait(for: "the alarm in the metrics") {
      (try? scratch.text("m.prom"))?.contains("state=\"on\"} 1") ?? false
    }
    run.end().expect(0, says: ["alarm: depth<2.5; depth is 2"])
    let found = try lines(scratch, "r")
    #expect(found.contains { $0.beforeTrigger == true } && found.contains { $0.alarms == ["depth<2.5"] })
    try scratch.run("verify r")
  }

  @Test("logs, alarms and triggers that can't be used are refused before anything is written")
  func refusedLogs() throws {
    let scratch = try TestFolder()
    try scratch.put("a,b\n1,2\n", "log.csv")
    for (more, status, says) in [
      (["--values", "csv:none"], Int32(74), "none"), (["--values", "csv:log.csv"], 65, "no column 'time'"),
      (["--values", "gpx:log.csv"], 65, "no point"), (["--values", "nmea:log.csv"], 65, "RMC"),
      (["--values", "lines:log.csv"], 74, "log.csv: it isn't a folder"), (["--values", "foo:x"], 64, "csv:"),
      (["--values", "csv:-"], 64, "csv:"), (["--values-offset", "1s"], 64, "--values"),
      (["--values", "csv:log.csv", "--values-offset", "now"], 64, "--values-offset"),
      (["--alarm", "depth<2"], 64, "add --values"), (["--alarm", "depth"], 64, "compares nothing"),
    ] {
      try scratch.run("\(Self.film) -o r", more, status: status, says: says)
    }
    for (more, says) in [
      (["--trigger", "depth<2"], "add --values"), (["--trigger", "deep"], "a condition on a value"),
      (["--values", "csv:log.csv"], "nmea: or json:"), (["--alarm", "depth<2"], "add --values"),
    ] {
      try scratch.run("record \(Self.scene) -o r --frames 2", more, status: 64, says: says)
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.file("r")))
  }

  @Test("a log that is rotated, and a pipe that is made anew, are followed by a confined job")
  func rotated() throws {
    let scratch = try TestFolder()
    try scratch.put("", "log")
    let run = try scratch.start("record \(Self.scene) -o r --values json:log --values-age 1h --duration 5m")
    func says(_ number: Int) -> Bool {
      ((try? scratch.text("r/frames.jsonl")) ?? "").contains("\"name\":\"a\",\"number\":\(number),")
    }
    func append(_ text: String) {
      let file = FileHandle(forWritingAtPath: scratch.file("log"))
      _ = try? file?.seekToEnd()
      try? file?.write(contentsOf: Data(text.utf8))
    }
    try run.wait(for: "the first") {
      append("a=1\n")
      usleep(20_000)
      return says(1)
    }
    #expect(unsafe rename(scratch.file("log"), scratch.file("log.1")) == 0)
    try scratch.put("a=2\n", "log")
    try run.wait(for: "the second") { says(2) }
    try scratch.remove("log")
    #expect(unsafe mkfifo(scratch.file("log"), 0o600) == 0)
    let pipe = try #require(FileHandle(forUpdatingAtPath: scratch.file("log")))
    try pipe.write(contentsOf: Data("a=3\n".utf8))
    try run.wait(for: "the third") { says(3) }
    run.end().expect(0)
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
