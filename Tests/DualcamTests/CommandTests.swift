import Foundation
import TestSupport
import Testing

@Suite("The commands")
struct CommandTests {
  private static let small = ["--primary", "synth:coast?w=160&h=96", "--secondary", "synth:walker?w=96&h=64"]

  /// Records a scene as it is.
  private static func record(_ folder: String, _ frames: Int, _ scene: String, in scratch: TestFolder) throws
  {
    let made = try Executable.run(
      ["record", "-o", folder, "--frames", "\(frames)", "--no-chrome", "--no-hud", "--primary", scene],
      folder: scratch.path)
    try #require(made.status == 0, "\(made.testDescription)")
  }

  struct Failure: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var status: Int32
    /// What must stand on standard error.
    var says: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(
    "what can't be done ends with its code and says why, with nothing on standard output",
    arguments: [
      Failure(arguments: ["record", "-o", "x", "--nonsense"], status: 64, says: "--nonsense"),
      Failure(arguments: ["record"], status: 64, says: "--output"),
      Failure(arguments: ["record", "-o", "x", "--frames", "0"], status: 64, says: "at least 1"),
      Failure(arguments: ["record", "-o", "x", "--fps", "0"], status: 64, says: "--fps"),
      Failure(arguments: ["record", "-o", "x", "--quality", "0"], status: 64, says: "1 to 100"),
      Failure(arguments: ["record", "-o", "x", "--scale", "9"], status: 64, says: ".5 to 4"),
      Failure(arguments: ["record", "-o", "x", "--canvas", "big"], status: 64, says: "1920x1080"),
      Failure(arguments: ["record", "-o", "x", "--canvas", "101x64"], status: 64, says: "even"),
      Failure(arguments: ["record", "-o", "x", "--template", "nobody"], status: 64, says: "nobody"),
      Failure(
        arguments: ["record", "-o", "x", "--secondary-template", "nobody"], status: 64, says: "nobody"),
      Failure(arguments: ["record", "-o", "x", "--secondary-grid", "fish"], status: 64, says: "phi"),
      Failure(
        arguments: ["run", "--secondary-template", "none.svg", "--frames", "1"], status: 69,
        says: "none.svg"),
      Failure(arguments: ["record", "-o", "x", "--duration", "soon"], status: 64, says: "--duration"),
      Failure(
        arguments: ["record", "-o", "x", "--every", "1s", "--trigger", "snapped"], status: 64,
        says: "together"
      ),
      Failure(arguments: ["record", "-o", "x", "--segment", "10"], status: 64, says: "--segment"),
      Failure(arguments: ["record", "-o", "x", "--durability", "some"], status: 64, says: "group"),
      Failure(arguments: ["record", "-o", "x", "--when-full", "burst"], status: 64, says: "--when-full"),
      Failure(arguments: ["record", "-o", "x", "--secondary", "synth:coast"], status: 64, says: "--primary"),
      Failure(arguments: ["record", "-o", "x", "--primary", "synth:cost"], status: 64, says: "coast"),
      Failure(arguments: ["record", "-o", "x", "--primary", "synth:coast?w=3"], status: 64, says: "w=3"),
      Failure(arguments: ["record", "-o", "x", "--primary", "nothing"], status: 64, says: "nothing"),
      Failure(arguments: ["annotate", "-o", "x"], status: 64, says: "--primary"),
      Failure(arguments: ["annotate", "-o", "x", "--primary", "synth:coast"], status: 64, says: "--frames"),
      Failure(
        arguments: ["annotate", "-o", "x", "--primary", "/dev/video99"], status: 64, says: "dualcam record"),
      Failure(arguments: ["analyze", "synth:coast"], status: 64, says: "--frames"),
      Failure(arguments: ["run", "--sink", "elsewhere"], status: 64, says: "elsewhere"),
      Failure(arguments: ["run", "--sink", "-", "--json"], status: 64, says: "standard output"),
      Failure(arguments: ["library", ".", "keep"], status: 64, says: "needs frames"),
      Failure(arguments: ["library", ".", "tidy"], status: 64, says: "'tidy' isn't an action"),
      Failure(arguments: ["bench", "--frames", "0"], status: 64, says: "--frames"),
      Failure(arguments: ["bench", "--paced", "--preflight"], status: 64, says: "together"),
      Failure(arguments: ["bench", "--duration", "1m"], status: 64, says: "--preflight"),
      Failure(arguments: ["bench", "--paced", "--trace", "x"], status: 64, says: "--trace"),
      Failure(
        arguments: ["bench", "--preflight", "--primary", "/dev/video99"], status: 69, says: "/dev/video99"),
      Failure(
        arguments: ["record", "-o", "x", "--primary", "/dev/video99"], status: 69, says: "/dev/video99"),
      Failure(arguments: ["record", "-o", "x", "--primary", "file:none.avi"], status: 69, says: "none.avi"),
      Failure(arguments: ["record", "-o", "x", "--template", "none.svg"], status: 69, says: "none.svg"),
      Failure(arguments: ["verify", "none"], status: 74, says: "none"),
      Failure(
        arguments: ["record", "-o", "/proc/nowhere", "--frames", "1"] + small, status: 73,
        says: "/proc/nowhere"),
      Failure(
        arguments: ["run", "--latest", "none/now.jpg", "--frames", "2"] + small, status: 73,
        says: "none/now.jpg"),
      Failure(
        arguments: ["run", "--latest", "/dev/null", "--frames", "2"] + small, status: 73, says: "/dev/null"),
      Failure(
        arguments: ["record", "-o", "x", "--frames", "2", "--canvas", "64x64"] + small, status: 64,
        says: "--canvas"),
    ])
  func failures(failure: Failure) throws {
    let scratch = try TestFolder()
    let outcome = try Executable.run(failure.arguments, folder: scratch.path)
    #expect(outcome.status == failure.status && !outcome.wasSignalled, "\(outcome.testDescription)")
    #expect(outcome.errors.contains(failure.says), "\(outcome.testDescription)")
    if !failure.arguments.contains("run") { #expect(outcome.output.isEmpty) }
    if failure.status == 64 {
      #expect(outcome.errors.contains("dualcam \(failure.arguments[0]) --help"), "\(outcome.errors)")
    }
  }

  @Test("a command that isn't one is named, with what was meant")
  func unknownCommand() throws {
    let near = try Executable.run(["recrod", "-o", "x"])
    #expect(near.status == 64 && near.errors.contains("no command 'recrod'; did you mean record?"))
    let far = try Executable.run(["photograph"])
    #expect(far.status == 64 && far.errors.contains("no command 'photograph'; the commands are devices, run"))
  }

  @Test("help lists values by their names", arguments: ["run", "record", "annotate", "bench"])
  func valueNames(command: String) throws {
    let text = try Executable.run([command, "--help-all"]).text.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(text.contains("(values: xSmall, small, medium, large, xLarge"))
    #expect(text.contains("accessibility5; default: large)"))
    #expect(!text.contains("values: 0,"))
  }

  @Test(
    "the glass's own program says what it has, and what it lacks",
    arguments: [
      (["wall", "--list"], Int32(0), "hint-pill"),
      (["wall", "-o", "w.png", "--component", "window"], 64, "window"),
      (["contrast", "--component", "window"], 64, "window"),
    ])
  func glass(arguments: [String], status: Int32, text: String) throws {
    let outcome = try Executable.Running(try Executable.path(of: "glass"), arguments, folder: nil).wait()
    #expect(
      outcome.status == status && (outcome.text + outcome.errors).contains(text), "\(outcome.testDescription)"
    )
  }

  @Test("one is one, and a reader that has what it wanted is no error")
  func oneFrame() throws {
    let scratch = try TestFolder()
    let folder = scratch.file("one")
    let record = try Executable.run(["record", "-o", folder, "--frames", "1"] + Self.small)
    #expect(record.text.hasPrefix("1 frame of "), "\(record.text)")
    let good = try Executable.run(["verify", folder])
    #expect(good.text.contains("good. 1 frame,") && good.text.contains("1 picture:"), "\(good.text)")
    let list = try Executable.run(["library", folder])
    #expect(list.text.contains("1 frame,") && !list.text.contains("live"), "\(list.text)")
    let file = folder + "/000000.jpg"
    let picture = try #require(FileManager.default.contents(atPath: file))
    try picture.prefix(100).write(to: URL(fileURLWithPath: file))
    let bad = try Executable.run(["verify", folder])
    #expect(bad.status == 65 && bad.errors.contains(": 1 problem\n") && bad.text.contains("000000.jpg"))
    for (command, status) in [
      ("verify '\(folder)'", 65), ("analyze 'synth:grey?w=64&h=64' --frames 2000", 0),
    ] {
      let shell = try Executable.shell("{ \"$0\" \(command); echo $? >&2; } | true")
      #expect(shell.errors.hasSuffix("\(status)\n") && !shell.errors.contains("pipe"), "\(shell.errors)")
      #expect(!shell.errors.contains("reader"), "\(shell.errors)")
    }
  }

  @Test("without a command and a terminal there is help")
  func nothing() throws {
    let outcome = try Executable.run([])
    #expect(outcome.status == 0 && outcome.text.contains("EXAMPLES") && outcome.errors.isEmpty)
  }

  @Test("a source that isn't as strictly asked is an error that says both")
  func strict() throws {
    let scratch = try TestFolder()
    let folder = scratch.file("r")
    #expect(try Executable.run(["record", "-o", folder, "--frames", "2"] + Self.small).status == 0)
    let outcome = try Executable.run([
      "annotate", "-o", scratch.file("x"), "--primary", "file:" + folder, "--strict", "--resolution",
      "640x480",
    ])
    #expect(outcome.status == 78)
    #expect(outcome.errors.contains("640x480"))
    #expect(outcome.output.isEmpty)
  }

  @Test(
    "a recording in segments within a budget is verified and listed as a whole, and its parts on their own")
  func segments() throws {
    let scratch = try TestFolder()
    let folder = scratch.file("watch")
    let arguments =
      ["record", "-o", folder, "--segment", "40kB", "--budget", "160kB", "--frames", "30", "--json"]
      + Self.small
    for _ in 0..<2 {
      let record = try Executable.run(arguments)
      #expect(record.status == 0, "\(record.testDescription)")
      #expect(try Executable.json(record.text)["written"] as? Int == 30)
      let verify = try Executable.run(["verify", folder])
      #expect(verify.status == 0 && verify.text.contains("segments"), "\(verify.testDescription)")
    }
    let parts = try scratch.names("watch").filter { $0.utf8.count == 6 }
    #expect(parts.count > 1 && parts.last != "000001")
    for part in parts { #expect(try Executable.run(["verify", folder + "/" + part]).status == 0) }
    #expect(try Executable.run(["library", folder]).lines.count >= parts.count)
    let sheet = try Executable.run(["library", folder, "sheet"])
    #expect(sheet.status == 65 && sheet.errors.contains(folder + "/0"), "\(sheet.testDescription)")
    let plain = try Executable.run(["record", "-o", folder, "--frames", "1"] + Self.small)
    #expect(plain.status == 64 && plain.errors.contains("--segment"), "\(plain.testDescription)")
  }

  @Test("a recording is made, verified, listed, shown, kept and deleted")
  func recordToDelete() throws {
    let scratch = try TestFolder()
    let folder = scratch.file("demo")
    let record = try Executable.run(["record", "-o", folder, "--frames", "5", "--json"] + Self.small)
    #expect(record.status == 0, "\(record.testDescription)")
    #expect(record.lines.count == 1)
    let summary = try Executable.json(record.text)
    #expect(summary["written"] as? Int == 5)
    #expect(summary["folder"] as? String == folder)
    #expect(
      try scratch.names("demo")
        == [
          "000000.jpg", "000001.jpg", "000002.jpg", "000003.jpg", "000004.jpg", "frames.jsonl",
          "session.json",
        ])

    let verify = try Executable.run(["verify", folder, "--json"])
    #expect(verify.status == 0)
    #expect(try Executable.json(verify.text)["isGood"] as? Bool == true)

    for words in [[scratch.path, "list"], ["list", scratch.path]] {
      let list = try Executable.run(["library"] + words + ["--json"])
      let recordings = try #require(JSONSerialization.jsonObject(with: list.output) as? [[String: Any]])
      #expect(recordings.count == 1 && recordings[0]["frames"] as? Int == 5)
    }

    let sheet = try Executable.run(["library", folder, "sheet"])
    #expect(sheet.status == 0)
    let picture = try #require(FileManager.default.contents(atPath: folder + "/contact-sheet.jpg"))
    #expect(picture.prefix(2) == Data([0xFF, 0xD8]))
    try FileManager.default.removeItem(atPath: folder + "/contact-sheet.jpg")

    #expect(try Executable.run(["library", folder, "keep", "1"]).status == 0)
    let delete = try Executable.run(["library", folder, "delete", "0-2", "--json"])
    #expect(delete.status == 0)
    #expect(try Executable.json(delete.text)["frames"] as? [Int] == [0, 2])
    #expect(!scratch.exists("demo/000000.jpg") && scratch.exists("demo/000001.jpg"))
    #expect(try Executable.run(["verify", folder]).status == 0)
  }

  @Test("analysis prints a line of JSON a frame, with the truth beside it")
  func analyze() throws {
    let outcome = try Executable.run(
      ["analyze", "synth:coast?w=160&h=96&roll=5", "--frames", "6", "--truth", "--template", "portrait"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 6)
    for (index, line) in outcome.lines.enumerated() {
      let object = try Executable.json(line)
      #expect(object["index"] as? Int == index)
      let hud = try #require(object["hud"] as? [String: Any])
      #expect(hud["grid"] as? String == "thirds")
      #expect((hud["horizon"] as? [String: Any])?["angleDegrees"] is Double)
      let truth = try #require(object["truth"] as? [String: Any])
      let horizon = try #require(truth["horizon"] as? [String: Any])
      #expect(abs((horizon["angleDegrees"] as? Double ?? 0) - 5) < 0.01)
    }
  }

  @Test(
    "pictures are analyzed each on its own, with an angle at once; one that can't be is told, after the others"
  )
  func analyzePictures() throws {
    let scratch = try TestFolder()
    try Self.record("r", 1, "synth:coast?w=320&h=180", in: scratch)
    let jpeg = try Data(contentsOf: URL(fileURLWithPath: scratch.file("r/000000.jpg")))
    var lossless = jpeg
    let frame = try #require(jpeg.range(of: Data([0xFF, 0xC0])))
    lossless[frame.lowerBound + 1] = 0xC3
    for (name, data) in [("one.jpg", jpeg), ("two.jpg", jpeg), ("odd.jpg", lossless)] {
      try data.write(to: URL(fileURLWithPath: scratch.file(name)))
    }
    let still = try Executable.run(["analyze", "one.jpg"], folder: scratch.path)
    #expect(still.status == 0 && still.lines.count == 1)
    for arguments in [["one.jpg", "odd.jpg", "two.jpg"], ["*.jpg"], ["file:" + scratch.path]] {
      let outcome = try Executable.run(["analyze"] + arguments, folder: scratch.path)
      #expect(outcome.status == 65, "\(outcome.testDescription)")
      #expect(outcome.errors.contains("odd.jpg can't be read: it is a lossless JPEG"))
      let objects = try outcome.lines.map { try Executable.json($0) }
      #expect(objects.count == 3)
      for object in objects {
        let file = try #require(object["file"] as? String)
        if file.hasSuffix("odd.jpg") {
          #expect((object["error"] as? String ?? "").contains("lossless"))
          continue
        }
        let hud = try #require(object["hud"] as? [String: Any])
        let horizon = try #require(hud["horizon"] as? [String: Any])
        let angle = try #require(horizon["angleDegrees"] as? Double)
        let interval = try #require(horizon["interval90"] as? [Double])
        #expect(interval.count == 2 && interval[0] <= angle && angle <= interval[1])
      }
    }
    let alone = try Executable.run(["analyze", "odd.jpg"], folder: scratch.path)
    #expect(alone.status == 65 && alone.output.isEmpty && alone.errors.contains("save it again"))
    let annotated = try Executable.run(["annotate", "--primary", "odd.jpg", "-o", "x"], folder: scratch.path)
    #expect(annotated.status == 65 && annotated.errors.contains("odd.jpg") && !scratch.exists("x"))
    let mixed = try Executable.run(["analyze", "one.jpg", "synth:coast?frames=1"], folder: scratch.path)
    #expect(mixed.status == 64 && mixed.errors.contains("give it alone"))
  }

  @Test("files of a folder that can't be used are named and counted; more than half of them are bad data")
  func mixedFolder() throws {
    let scratch = try TestFolder()
    try Self.record("good", 3, "synth:coast?w=320&h=180", in: scratch)
    func mix(_ folder: String, _ bad: Set<Int>, _ count: Int) throws {
      try FileManager.default.createDirectory(
        atPath: scratch.file(folder), withIntermediateDirectories: false)
      for number in 0..<count {
        let good = try scratch.bytes("good/00000\(number % 3).jpg")
        try scratch.put(bad.contains(number) ? Array("no picture".utf8) : good, "\(folder)/\(number).jpg")
      }
    }
    try mix("few", [1, 4], 5)
    let annotated = try Executable.run(
      ["annotate", "--primary", "few", "-o", "a", "--no-chrome", "--json"], folder: scratch.path)
    #expect(annotated.status == 0, "\(annotated.testDescription)")
    for name in ["1.jpg", "4.jpg"] {
      #expect(
        annotated.errors.contains("skips \(name): no readable JPEG header"), "\(annotated.errors)")
    }
    let summary = try Executable.json(try #require(annotated.lines.last))
    let camera = try #require((summary["cameras"] as? [[String: Any]])?.first)
    #expect(camera["bad"] as? Int == 2 && camera["dropped"] as? Int == 2)
    let analyzed = try Executable.run(["analyze", "few"], folder: scratch.path)
    let objects = try analyzed.lines.map { try Executable.json($0) }
    #expect(analyzed.status == 0 && objects.map { $0["index"] as? Int } == [0, 1, 2, 3, 4])
    #expect(objects.map { $0["error"] != nil } == [false, true, false, false, true])
    // The next recording into the folder says where it goes on.
    let again = try Executable.run(
      ["annotate", "--primary", "few", "-o", "a", "--no-chrome"], folder: scratch.path)
    #expect(again.errors.contains("a has pictures: the next one is number 3"), "\(again.errors)")

    try mix("many", [0, 1, 2, 3, 5, 6, 7, 8], 10)
    for command in [["annotate", "-o", "b", "--no-chrome", "--primary"], ["analyze"]] {
      let outcome = try Executable.run(command + ["many"], folder: scratch.path)
      #expect(outcome.status == 65 && outcome.errors.contains("8 of 10 frames"), "\(outcome.testDescription)")
      #expect(command == ["analyze"] || outcome.errors.contains("skips further frames"))
    }
  }

  @Test("photos are scenes of their own to annotate as to analyze, upright, and without a clock or a rate")
  func photos() throws {
    let scratch = try TestFolder()
    for (number, roll) in [(3, 2), (5, -6)] {
      try Self.record("r\(roll)", 1, "synth:coast?w=320&h=192&roll=\(roll)", in: scratch)
      let jpeg = try scratch.bytes("r\(roll)/000000.jpg")
      _ = try scratch.put(jpeg, "IMG_\(number).jpg")
      // Upside down, and says so.
      _ = try scratch.put(oriented(jpeg, 3), "IMG_\(number + 10).jpg")
    }
    func horizons(_ lines: [String]) throws -> [[String: String]] {
      try lines.map { line in
        let object = try Executable.json(line)
        let hud = object["hud"] as? [[String: Any]] ?? [object["hud"] as? [String: Any] ?? [:]]
        return (hud.first?["horizon"] as? [String: Any] ?? [:]).mapValues { "\($0)" }
      }
    }
    let analyzed = try Executable.run(["analyze", "IMG_*.jpg"], folder: scratch.path)
    let seen = try horizons(analyzed.lines)
    #expect(seen.count == 4 && seen.allSatisfy { $0["state"] != "unknown" }, "\(seen)")
    #expect(analyzed.lines.map { $0.contains("\"orientation\":3") } == [false, false, true, true])
    for arguments in [["IMG_*.jpg"], ["IMG_*.jpg?first=1"], ["IMG_*.jpg?fps=30", "--stills"]] {
      let outcome = try Executable.run(
        ["annotate", "--layout", "single", "--describe", "-o", "out", "--primary"] + arguments,
        folder: scratch.path)
      #expect(outcome.status == 0, "\(outcome.testDescription)")
      #expect(outcome.errors.contains("turned upright, as their EXIF orientation says"))
      let manifest = try scratch.text("out/frames.jsonl")
      let drawn = try horizons(manifest.split(separator: "\n").map(String.init))
      #expect(drawn == Array(seen.suffix(drawn.count)), "\(drawn) for \(arguments)")
      let screen = try scratch.text("out/screen.jsonl")
      #expect(!screen.isEmpty && !screen.contains("00:00"), "\(screen)")
      try FileManager.default.removeItem(atPath: scratch.file("out"))
    }
    let both = try Executable.run(
      ["annotate", "--stills", "--plate", "-o", "x", "--primary", "IMG_3.jpg"], folder: scratch.path)
    #expect(both.status == 64 && both.errors.contains("--plate"))
  }

  @Test("Motion JPEG on standard input is annotated, analyzed and recorded as from a file, confined")
  func standardInput() throws {
    let scratch = try TestFolder()
    try Self.record("r", 6, "synth:coast?w=320&h=192&roll=3", in: scratch)
    try scratch.put(try (0..<6).flatMap { try scratch.bytes("r/00000\($0).jpg") }, "x.mjpeg")
    let script = """
      set -e
      for from in file:- x.mjpeg; do
        cat x.mjpeg | "$0" annotate --no-chrome --strict --primary $from -o annotated$from
        cat x.mjpeg | "$0" analyze $from > analyzed$from
      done
      cat x.mjpeg | "$0" record --no-chrome --strict --primary - -o recorded
      """
    let shell = try Executable.shell(script, folder: scratch.path)
    #expect(shell.status == 0, "\(shell.testDescription)")
    #expect(try scratch.text("analyzedfile:-") == scratch.text("analyzedx.mjpeg"))
    for index in 0..<6 {
      // Behind the EXIF data, which names the source.
      let (piped, read) = (
        try scratch.bytes("annotatedfile:-/00000\(index).jpg"),
        try scratch.bytes("annotatedx.mjpeg/00000\(index).jpg")
      )
      #expect(piped.count > 5000 && piped.suffix(4000) == read.suffix(4000))
    }
    let summary = try #require(shell.lines.last { $0.contains("received") })
    #expect(summary.contains(" 6 received"), "\(summary)")
    let both = try Executable.run(["annotate", "-o", "x", "--primary", "-", "--secondary", "file:-"])
    #expect(both.status == 64 && both.errors.contains("only one can"))
    let nothing = try Executable.run(["analyze", "-"])
    #expect(nothing.status == 65 && nothing.errors.contains("standard input"))
  }

  @Test(
    "whatever comes through a pipe is in the result or counted, however fast it comes",
    arguments: [1, 8, 300])
  func pipedPictures(count: Int) throws {
    let scratch = try TestFolder()
    try Self.record("r", 1, "synth:coast?w=64&h=64", in: scratch)
    let picture = try scratch.bytes("r/000000.jpg")
    try scratch.put((0..<count).flatMap { _ in picture }, "x.mjpeg")
    let script = """
      for from in file:- 'file:-?fps=400'; do
        rm -rf recorded annotated film.mkv
        cat x.mjpeg | "$0" record --no-chrome --primary "$from" -o recorded --sink film.mkv > told || exit
        cat x.mjpeg | "$0" annotate --no-chrome --primary "$from" -o annotated || exit
        cat x.mjpeg | "$0" analyze "$from" > analyzed.jsonl || exit
        cat x.mjpeg | "$0" run --no-chrome --primary "$from" --json > run.jsonl 2> left || exit
        left=$(sed -n 's/.*standard output: .* taken, \\([0-9]*\\) left out.*/\\1/p' left)
        for lines in recorded/frames annotated/frames analyzed; do echo $(wc -l < $lines.jsonl); done
        echo $(($(wc -l < run.jsonl) + ${left:-0}))
        grep "left out" told
      done >&2
      """
    let shell = try Executable.shell(script, folder: scratch.path)
    let counts = shell.errors.split(separator: "\n").compactMap { Int($0) }
    #expect(
      counts == Array(repeating: count, count: 8) && !shell.errors.contains("film.mkv"),
      "\(shell.testDescription)")
  }

  @Test("guides of finished pictures come with a warning, those of kept frames are the camera's")
  func finishedPictures() throws {
    let scratch = try TestFolder()
    let made = try Executable.run(
      [
        "annotate", "--primary", "synth:coast?w=320&h=240&roll=5&frames=3", "--layout", "single",
        "--keep-source", "-o", "kept",
      ], folder: scratch.path)
    #expect(made.status == 0 && !made.errors.contains("finished pictures"))
    for arguments in [
      ["analyze", "kept"], ["analyze", "kept/000001.jpg"], ["analyze", "kept/*.jpg"],
      ["annotate", "--primary", "file:kept", "-o", "again"],
    ] {
      let outcome = try Executable.run(arguments, folder: scratch.path)
      #expect(outcome.status == 0)
      #expect(outcome.errors.components(separatedBy: "finished pictures").count == 2, "\(outcome)")
      #expect(outcome.errors.contains("what its camera saw is file:kept?camera=primary"))
    }
    let seen = try Executable.run(["analyze", "file:kept?camera=primary", "--json"], folder: scratch.path)
    #expect(!seen.errors.contains("finished pictures"))
    let scene = try Executable.run(
      ["analyze", "synth:coast?w=320&h=240&roll=5&frames=3", "--json"], folder: scratch.path)
    #expect(seen.output == scene.output)
    try FileManager.default.removeItem(atPath: scratch.path + "/kept/sources")
    let bare = try Executable.run(["analyze", "kept"], folder: scratch.path)
    #expect(bare.errors.contains("record with --keep-source"))
  }

  @Test("a live run prints a line of JSON for each picture and its summary elsewhere")
  func runJSON() throws {
    let outcome = try Executable.run(["run", "--json", "--frames", "3"] + Self.small)
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 3)
    for (index, line) in outcome.lines.enumerated() {
      let object = try Executable.json(line)
      #expect(object["index"] as? Int == index)
      #expect((object["cameras"] as? [[String: Any]])?.count == 2)
      #expect((object["bytes"] as? Int ?? 0) > 500)
    }
    #expect(outcome.errors.contains("3 frames"))
    let plain = try Executable.run(["run", "--frames", "3"] + Self.small)
    #expect(plain.status == 0 && plain.output.isEmpty && plain.errors.contains("3 frames"))
  }

  @Test("a stream is whole JPEGs one after the other, and nothing else")
  func stream() throws {
    let outcome = try Executable.run(["run", "--sink", "-", "--frames", "4"] + Self.small)
    #expect(outcome.status == 0)
    var pictures = 0
    var start = outcome.output.startIndex
    #expect(outcome.output.prefix(2) == Data([0xFF, 0xD8]))
    // Within the data of a baseline JPEG, FF is followed by 00 or a restart marker.
    while let end = outcome.output[start...].range(of: Data([0xFF, 0xD9])) {
      pictures += 1
      start = end.upperBound
      if start < outcome.output.endIndex {
        #expect(outcome.output[start...].prefix(2) == Data([0xFF, 0xD8]))
      }
    }
    #expect(pictures == 4 && start == outcome.output.endIndex)
  }

  @Test("a full device on standard output is an error of its own")
  func fullDevice() throws {
    let scene = "'synth:grey?w=64&h=64'"
    for arguments in [
      "run --sink - --frames 5 --primary \(scene)", "run --json --frames 5 --primary \(scene)",
      "analyze --frames 5 \(scene)",
    ] {
      let shell = try Executable.shell("\"$0\" \(arguments) > /dev/full")
      #expect(shell.status == 74, "\(shell.testDescription)")
      #expect(shell.errors.contains("No space left on device"), "\(shell.testDescription)")
    }
  }

  /// Whether a small disk can be made to be filled.
  static let mountsDisks =
    getuid() == 0
    && (try? Executable.Running("/bin/sh", ["-c", "unshare --mount mount -t tmpfs none /mnt"], folder: nil)
      .wait().status) == 0

  @Test(
    "a full disk ends a recording with 73, and what was recorded is good",
    .enabled(if: mountsDisks, "the disk is a tmpfs, which takes the right to mount"))
  func fullDisk() throws {
    let scratch = try TestFolder()
    let disk = scratch.file("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    let mount = try Executable.Running(
      "/bin/mount", ["-t", "tmpfs", "-o", "size=300k", "none", disk], folder: nil)
    #expect(mount.wait().status == 0)
    defer { _ = try? Executable.Running("/bin/umount", [disk], folder: nil).wait() }
    let outcome = try Executable.run(["record", "-o", disk + "/demo", "--frames", "200"] + Self.small)
    #expect(outcome.status == 73, "\(outcome.testDescription)")
    #expect(outcome.errors.contains("the disk is full"))
    let verify = try Executable.run(["verify", disk + "/demo"])
    #expect(verify.status == 0, "\(verify.text)")
  }

  @Test(
    "Ctrl-C ends a recording well, also for a process that was started with it ignored",
    .timeLimit(.minutes(5)), arguments: [false, true])
  func interrupt(isIgnored: Bool) throws {
    let scratch = try TestFolder()
    let folder = scratch.file("demo")
    let arguments = ["record", "-o", folder] + Self.small
    let running =
      isIgnored
      ? try Executable.Running(
        "/bin/sh", ["-c", "trap '' INT; exec \"$0\" \"$@\"", try Executable.path()] + arguments, folder: nil)
      : try Executable.start(arguments)
    try running.wait(for: "the third picture") { scratch.exists("demo/000002.jpg") }
    kill(running.process.processIdentifier, SIGINT)
    let outcome = running.wait()
    #expect(outcome.status == 0 && !outcome.wasSignalled, "\(outcome.testDescription)")
    #expect(try Executable.run(["verify", folder]).status == 0)
    #expect(try scratch.text("demo/session.json").contains("\"totals\""))
  }

  @Test("a reader that goes away ends a run with an error, not a signal")
  func readerGone() throws {
    let shell = try Executable.shell(
      "{ \"$0\" run --json --frames 500 --primary 'synth:grey?w=64&h=64'; echo $? >&2; } | head -n 1")
    #expect(shell.lines.count == 1)
    #expect(shell.errors.contains("74"), "\(shell.errors)")
  }

  @Test(
    "a reader that goes away ends its sink with a word about it, and neither a recording nor another sink")
  func readerGoneBesideOthers() throws {
    let scratch = try TestFolder()
    let commands = ["record -o r --sink - --frames 60", "run --latest now.jpg --json --frames 60"]
    for command in commands {
      let shell = try Executable.shell(
        // Its reader leaves before it begins: what is written until then is the shell's.
        """
        trap '' PIPE
        { while printf xxxxxxxxx 2> /dev/null; do :; done
          "$0" \(command) --primary 'synth:grey?w=64&h=64&fps=60'; echo "code $?" >&2; } | head -c 9 > /dev/null
        """, folder: scratch.path)
      #expect(shell.errors.contains("code 0"), "\(shell.errors)")
      #expect(
        shell.errors.contains("standard output: its reader has gone; continuing without it"),
        "\(shell.errors)")
    }
    let report = try Executable.json(try Executable.run(["verify", scratch.file("r"), "--json"]).text)
    #expect(report["frames"] as? Int == 60 && (report["problems"] as? [Any])?.isEmpty == true)
  }

  @Test("where few files may be open, a group is smaller, which is said, and the recording is whole")
  func fewFiles() throws {
    let scratch = try TestFolder()
    let outcome = try Executable.shell(
      "ulimit -n 40; exec \"$0\" record -o r --durability group --keep-source --frames 60 --primary "
        + "'synth:coast?w=64&h=64&fps=200'", folder: scratch.path)
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(outcome.errors.contains("the limit on open files (ulimit -n) is low"), "\(outcome.errors)")
    #expect(try Executable.run(["verify", scratch.file("r")]).status == 0)
  }

  @Test("a bench by the clock tells the latency, leaves nothing behind, and holds it against a limit")
  func paced() throws {
    let scratch = try TestFolder()
    let arguments = ["bench", "--paced", "--frames", "8", "--no-hud", "-o", scratch.file("r")] + Self.small
    let outcome = try Executable.run(arguments + ["--json"])
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    let report = try Executable.json(outcome.text)
    let latency = try #require(report["latencyMs"] as? [String: Double])
    #expect(try #require(latency["p99"]) > 0 && latency.keys.contains("worst"))
    #expect((report["cpuSecondsPerSecond"] as? Double ?? 0) > 0)
    // No picture is made in a microsecond.
    let late = try Executable.run(arguments + ["--assert", "0.001ms"])
    #expect(late.status == 1 && late.errors.contains("latency"), "\(late.testDescription)")
    #expect(late.text.contains("CPU"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
  }

  @Test("a preflight's exit code is its verdict, and it says what each thing needs and has")
  func preflight() throws {
    let scratch = try TestFolder()
    let arguments =
      ["bench", "--preflight", "--frames", "8", "--no-hud", "-o", scratch.file("r"), "--duration", "1s"]
      + Self.small
    let outcome = try Executable.run(arguments + ["--json"])
    let report = try Executable.json(outcome.text)
    let verdict = try #require(report["verdict"] as? String)
    #expect(["yes", "tight", "no"].contains(verdict))
    #expect(outcome.status == (verdict == "no" ? 1 : 0), "\(outcome.testDescription)")
    let checks = try #require(report["checks"] as? [[String: Any]])
    // Whether a camera's own rate is known depends on how many of its frames came in time.
    let names = checks.compactMap { $0["what"] as? String }.filter { $0 != "camera" }
    #expect(names == ["stage", "write", "cpu", "latency", "drops", "disk"])
    #expect((report["advice"] as? [String])?.isEmpty == (verdict == "yes"))
    let text = try Executable.run(arguments)
    #expect(text.text.contains("stage") && text.text.contains("disk"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
  }
}
