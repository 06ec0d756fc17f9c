import Foundation
import TestSupport
import Testing

@Suite("The commands")
struct CommandTests {
  private static let small = "--primary synth:coast?w=160&h=96 --secondary synth:walker?w=96&h=64"

  /// Records a scene as it is.
  private static func record(_ folder: String, _ frames: Int, _ scene: String, in scratch: TestFolder) throws
  {
    try scratch.run("record -o \(folder) --frames \(frames) --no-chrome --no-hud --primary \(scene)")
  }

  @Test(
    "what can't be done ends with its code and says why, with nothing on standard output",
    arguments: [
      ("record -o x --nonsense", 64, "--nonsense"), ("record", 64, "--output"),
      ("record -o x --frames 0", 64, "at least 1"), ("record -o x --fps 0", 64, "--fps"),
      ("record -o x --quality 0", 64, "1 to 100"), ("record -o x --scale 9", 64, ".5 to 4"),
      ("record -o x --canvas big", 64, "1920x1080"), ("record -o x --canvas 101x64", 64, "even"),
      ("record -o x --template nobody", 64, "nobody"),
      ("record -o x --secondary-template nobody", 64, "nobody"),
      ("record -o x --secondary-grid fish", 64, "phi"),
      ("run --secondary-template none.svg --frames 1", 69, "none.svg"),
      ("record -o x --duration soon", 64, "--duration"),
      ("record -o x --every 1s --trigger snapped", 64, "together"),
      ("record -o x --segment 10", 64, "--segment"), ("record -o x --durability some", 64, "group"),
      ("record -o x --when-full burst", 64, "--when-full"),
      ("record -o x --secondary synth:coast", 64, "--primary"),
      ("record -o x --primary synth:cost", 64, "coast"), ("record -o x synth:cost", 64, "coast"),
      ("record -o x --primary synth:coast?w=3", 64, "w=3"),
      ("record -o x --primary nothing", 64, "nothing"), ("annotate -o x", 64, "--primary"),
      ("annotate -o x --primary synth:coast", 64, "--frames"),
      ("annotate -o x --primary /dev/video99", 64, "dualcam record"),
      ("analyze synth:coast", 64, "--frames"), ("run --sink elsewhere", 64, "elsewhere"),
      ("run --sink - --json", 64, "standard output"), ("library . keep", 64, "needs frames"),
      ("library . tidy", 64, "'tidy' isn't an action"), ("bench --frames 0", 64, "--frames"),
      ("bench --paced --preflight", 64, "together"), ("bench --duration 1m", 64, "--preflight"),
      ("bench --paced --trace x", 64, "--trace"),
      ("bench --preflight --primary /dev/video99", 69, "/dev/video99"),
      ("record -o x --primary /dev/video99", 69, "/dev/video99"),
      ("record -o x --primary file:none.avi", 69, "none.avi"),
      ("record -o x --template none.svg", 69, "none.svg"), ("verify none", 74, "none"),
      ("record -o /proc/nowhere --frames 1 \(small)", 73, "/proc/nowhere"),
      ("run --latest none/now.jpg --frames 2 \(small)", 73, "none/now.jpg"),
      ("run --latest /dev/null --frames 2 \(small)", 73, "/dev/null"),
      ("record -o x --frames 2 --canvas 64x64 \(small)", 64, "--canvas"),
    ] as [(String, Int32, String)])
  func failures(line: String, status: Int32, says: String) throws {
    let outcome = try TestFolder().run(line, status: status, says: says)
    if !line.hasPrefix("run") { #expect(outcome.output.isEmpty) }
    if status == 64 { outcome.expect(64, says: ["dualcam \(line.prefix { $0 != " " }) --help"]) }
  }

  @Test(
    "a command that isn't one is named, with what was meant",
    arguments: [
      ("recrod -o x", "no command 'recrod'; did you mean record?"),
      ("photograph", "no command 'photograph'; the commands are devices, run"),
    ])
  func unknownCommand(line: String, says: String) throws {
    try TestFolder().run(line, status: 64, says: says)
  }

  @Test("help lists values by their names", arguments: ["run", "record", "annotate", "bench"])
  func valueNames(command: String) throws {
    let page = try TestFolder().run("\(command) --help-all").text
    let text = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("(values: xSmall, small, medium, large, xLarge"))
    #expect(text.contains("accessibility5; default: large)"))
    #expect(!text.contains("values: 0,"))
  }

  @Test(
    "the glass's own program says what it has, and what it lacks",
    arguments: [
      ("wall --list", 0, "hint-pill"), ("wall -o w.png --component window", 64, "window"),
      ("contrast --component window", 64, "window"),
    ] as [(String, Int32, String)])
  func glass(line: String, status: Int32, text: String) throws {
    let outcome = try TestFolder().run(line, of: "glass", status: status)
    #expect((outcome.text + outcome.errors).contains(text), "\(outcome)")
  }

  @Test("one is one, and a reader that has what it wanted is no error")
  func oneFrame() throws {
    let scratch = try TestFolder()
    let record = try scratch.run("record -o one --frames 1 \(Self.small)")
    #expect(record.text.hasPrefix("1 frame of "), "\(record.text)")
    let good = try scratch.run("verify one")
    #expect(good.text.contains("good. 1 frame,") && good.text.contains("1 picture:"), "\(good.text)")
    let list = try scratch.run("library one")
    #expect(list.text.contains("1 frame,") && !list.text.contains("live"), "\(list.text)")
    try scratch.put(Array(scratch.bytes("one/000000.jpg").prefix(100)), "one/000000.jpg")
    let bad = try scratch.run("verify one", status: 65, says: ": 1 problem\n")
    #expect(bad.text.contains("000000.jpg"))
    for (command, status) in [("verify one", 65), ("analyze 'synth:grey?w=64&h=64' --frames 2000", 0)] {
      let shell = try scratch.shell("{ \"$0\" \(command); echo $? >&2; } | true")
      #expect(shell.errors.hasSuffix("\(status)\n") && !shell.errors.contains("pipe"), "\(shell.errors)")
      #expect(!shell.errors.contains("reader"), "\(shell.errors)")
    }
  }

  @Test("without a command and a terminal there is help")
  func nothing() throws {
    let outcome = try TestFolder().run("")
    #expect(outcome.text.contains("EXAMPLES") && outcome.errors.isEmpty)
  }

  @Test("a source that isn't as strictly asked is an error that says both")
  func strict() throws {
    let scratch = try TestFolder()
    try scratch.run("record -o r --frames 2 \(Self.small)")
    let outcome = try scratch.run(
      "annotate -o x --primary file:r --strict --resolution 640x480", status: 78, says: "640x480")
    #expect(outcome.output.isEmpty)
  }

  @Test(
    "a recording in segments within a budget is verified and listed as a whole, and its parts on their own")
  func segments() throws {
    let scratch = try TestFolder()
    for _ in 0..<2 {
      let record = try scratch.run(
        "record -o watch --segment 40kB --budget 160kB --frames 30 --json \(Self.small)")
      #expect(try Executable.json(record.text)["written"] as? Int == 30)
      #expect(try scratch.run("verify watch").text.contains("segments"))
    }
    let parts = try scratch.names("watch").filter { $0.utf8.count == 6 }
    #expect(parts.count > 1 && parts.last != "000001")
    for part in parts { try scratch.run("verify watch/\(part)") }
    #expect(try scratch.run("library watch").lines.count >= parts.count)
    try scratch.run("library watch sheet", status: 65, says: "watch/0")
    try scratch.run("record -o watch --frames 1 \(Self.small)", status: 64, says: "--segment")
  }

  @Test("a recording is made, verified, listed, shown, kept and deleted")
  func recordToDelete() throws {
    let scratch = try TestFolder()
    let record = try scratch.run("record -o demo --frames 5 --json \(Self.small)")
    #expect(record.lines.count == 1)
    let summary = try Executable.json(record.text)
    #expect(summary["written"] as? Int == 5 && summary["folder"] as? String == "demo")
    #expect(
      try scratch.names("demo") == (0..<5).map { "00000\($0).jpg" } + ["frames.jsonl", "session.json"])

    #expect(try Executable.json(try scratch.run("verify demo --json").text)["isGood"] as? Bool == true)

    for words in [". list", "list ."] {
      let list = try scratch.run("library \(words) --json")
      let recordings = try #require(JSONSerialization.jsonObject(with: list.output) as? [[String: Any]])
      #expect(recordings.count == 1 && recordings[0]["frames"] as? Int == 5)
    }

    try scratch.run("library demo sheet")
    #expect(try scratch.bytes("demo/contact-sheet.jpg").prefix(2) == [0xFF, 0xD8])
    try scratch.remove("demo/contact-sheet.jpg")

    try scratch.run("library demo keep 1")
    let delete = try scratch.run("library demo delete 0-2 --json")
    #expect(try Executable.json(delete.text)["frames"] as? [Int] == [0, 2])
    #expect(!scratch.exists("demo/000000.jpg") && scratch.exists("demo/000001.jpg"))
    try scratch.run("verify demo")
  }

  @Test("analysis prints a line of JSON a frame, with the truth beside it")
  func analyze() throws {
    let outcome = try TestFolder().run(
      "analyze synth:coast?w=160&h=96&roll=5 --frames 6 --truth --template portrait")
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
    let jpeg = try scratch.bytes("r/000000.jpg")
    var lossless = jpeg
    let header = try #require(frameHeader(of: jpeg))
    lossless[header + 1] = 0xC3
    for (name, bytes) in [("one.jpg", jpeg), ("two.jpg", jpeg), ("odd.jpg", lossless)] {
      try scratch.put(bytes, name)
    }
    #expect(try scratch.run("analyze one.jpg").lines.count == 1)
    for paths in ["one.jpg odd.jpg two.jpg", "*.jpg", "file:\(scratch.path)"] {
      let outcome = try scratch.run(
        "analyze \(paths)", status: 65, says: "odd.jpg can't be read: it is a lossless JPEG")
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
    let alone = try scratch.run("analyze odd.jpg", status: 65, says: "save it again")
    #expect(alone.output.isEmpty)
    try scratch.run("annotate --primary odd.jpg -o x", status: 65, says: "odd.jpg")
    #expect(!scratch.exists("x"))
    try scratch.run("analyze one.jpg synth:coast?frames=1", status: 64, says: "give it alone")
  }

  @Test("files of a folder that can't be used are named and counted; more than half of them are bad data")
  func mixedFolder() throws {
    let scratch = try TestFolder()
    try Self.record("good", 3, "synth:coast?w=320&h=180", in: scratch)
    func mix(_ folder: String, _ bad: Set<Int>, _ count: Int) throws {
      for number in 0..<count {
        let good = try scratch.bytes("good/00000\(number % 3).jpg")
        try scratch.put(bad.contains(number) ? Array("no picture".utf8) : good, "\(folder)/\(number).jpg")
      }
    }
    try mix("few", [1, 4], 5)
    let annotated = try scratch.run(
      "annotate --primary few -o a --no-chrome --json", says: "skips 1.jpg: no picture",
      "skips 4.jpg: no picture")
    let summary = try Executable.json(try #require(annotated.lines.last))
    let camera = try #require((summary["cameras"] as? [[String: Any]])?.first)
    #expect(camera["bad"] as? Int == 2 && camera["dropped"] as? Int == 2)
    let objects = try scratch.run("analyze few").lines.map { try Executable.json($0) }
    #expect(objects.map { $0["index"] as? Int } == [0, 1, 2, 3, 4])
    #expect(objects.map { $0["error"] != nil } == [false, true, false, false, true])
    // The next recording into the folder says where it goes on.
    try scratch.run(
      "annotate --primary few -o a --no-chrome", says: "a has pictures: the next one is number 3")

    try mix("many", [0, 1, 2, 3, 5, 6, 7, 8], 10)
    try scratch.run(
      "annotate -o b --no-chrome --primary many", status: 65, says: "8 of 10 frames",
      "skips 8.jpg")
    try scratch.run("analyze many", status: 65, says: "8 of 10 frames")
  }

  @Test("photos are scenes of their own to annotate as to analyze, upright, and without a clock or a rate")
  func photos() throws {
    let scratch = try TestFolder()
    for (number, roll) in [(3, 2), (5, -6)] {
      try Self.record("r\(roll)", 1, "synth:coast?w=640&h=384&roll=\(roll)", in: scratch)
      let jpeg = try scratch.bytes("r\(roll)/000000.jpg")
      try scratch.put(jpeg, "IMG_\(number).jpg")
      // Upside down, and says so.
      try scratch.put(oriented(jpeg, 3), "IMG_\(number + 10).jpg")
    }
    func horizons(_ lines: [String]) throws -> [[String: String]] {
      try lines.map { line in
        let object = try Executable.json(line)
        let hud = object["hud"] as? [[String: Any]] ?? [object["hud"] as? [String: Any] ?? [:]]
        return (hud.first?["horizon"] as? [String: Any] ?? [:]).mapValues { "\($0)" }
      }
    }
    let analyzed = try scratch.run("analyze IMG_*.jpg")
    let seen = try horizons(analyzed.lines)
    #expect(seen.count == 4 && seen.allSatisfy { $0["state"] != "unknown" }, "\(seen)")
    #expect(analyzed.lines.map { $0.contains("\"orientation\":3") } == [false, false, true, true])
    for photos in ["IMG_*.jpg", "IMG_*.jpg?first=1", "IMG_*.jpg?fps=30 --stills"] {
      try scratch.run(
        "annotate --layout single --describe -o out --primary \(photos)",
        says: "turned upright, as their EXIF orientation says")
      let manifest = try scratch.text("out/frames.jsonl")
      let drawn = try horizons(manifest.split(separator: "\n").map(String.init))
      // Annotate reads a smaller picture from the JPEG's lowest frequencies, analyze from its pixels.
      let alike = zip(drawn, seen.suffix(drawn.count)).allSatisfy { one, other in
        guard let a = Double(one["angleDegrees"] ?? ""), let b = Double(other["angleDegrees"] ?? "") else {
          return false
        }
        return one["state"] == other["state"] && abs(a - b) < 0.1
      }
      #expect(!drawn.isEmpty && alike, "\(drawn) for \(photos), \(seen)")
      let screen = try scratch.text("out/screen.jsonl")
      #expect(!screen.isEmpty && !screen.contains("00:00"), "\(screen)")
      try scratch.remove("out")
    }
    try scratch.run("annotate --stills --plate -o x --primary IMG_3.jpg", status: 64, says: "--plate")
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
    let shell = try scratch.shell(script)
    shell.expect(0)
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
    try scratch.run("annotate -o x --primary - --secondary file:-", status: 64, says: "only one can")
    try scratch.run("analyze -", status: 65, says: "standard input")
  }

  @Test("a picture that comes through a pipe is there before the next one comes")
  func pipeThatWaits() throws {
    let scratch = try TestFolder()
    try Self.record("r", 2, "synth:coast?w=64&h=64", in: scratch)
    #expect(unsafe mkfifo(scratch.file("p"), 0o600) == 0)
    let running = try Executable.start(
      shell: "exec \"$0\" \"$@\" < p", "annotate --threads 2 --primary file:- -o out", folder: scratch.path)
    let pipe = try #require(FileHandle(forWritingAtPath: scratch.file("p")))
    func lines() -> Int { ((try? scratch.text("out/frames.jsonl")) ?? "").split(separator: "\n").count }
    for index in 0..<2 {
      try pipe.write(contentsOf: Data(try scratch.bytes("r/00000\(index).jpg")))
      try running.wait(for: "picture \(index)") {
        scratch.exists("out/00000\(index).jpg") && lines() == index + 1
      }
    }
    try pipe.close()
    running.wait().expect(0)
    try scratch.run("verify out")
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
    let shell = try scratch.shell(script)
    let counts = shell.errors.split(separator: "\n").compactMap { Int($0) }
    #expect(counts == Array(repeating: count, count: 8) && !shell.errors.contains("film.mkv"), "\(shell)")
  }

  @Test("guides of finished pictures come with a warning, those of kept frames are the camera's")
  func finishedPictures() throws {
    let scratch = try TestFolder()
    let scene = "synth:coast?w=320&h=240&roll=5&frames=3"
    let made = try scratch.run("annotate --primary \(scene) --layout single --keep-source -o kept")
    #expect(!made.errors.contains("finished pictures"))
    for line in [
      "analyze kept", "analyze kept/000001.jpg", "analyze kept/*.jpg",
      "annotate --primary file:kept -o again",
    ] {
      let outcome = try scratch.run(line, says: "what its camera saw is file:kept?camera=primary")
      #expect(outcome.errors.components(separatedBy: "finished pictures").count == 2, "\(outcome)")
    }
    let seen = try scratch.run("analyze file:kept?camera=primary --json")
    #expect(!seen.errors.contains("finished pictures"))
    #expect(try seen.output == scratch.run("analyze \(scene) --json").output)
    try scratch.remove("kept/sources")
    try scratch.run("analyze kept", says: "record with --keep-source")
  }

  @Test("a live run prints a line of JSON for each picture and its summary elsewhere")
  func runJSON() throws {
    let outcome = try TestFolder().run("run --json --frames 3 \(Self.small)", says: "3 frames")
    #expect(outcome.lines.count == 3)
    for (index, line) in outcome.lines.enumerated() {
      let object = try Executable.json(line)
      #expect(object["index"] as? Int == index)
      #expect((object["cameras"] as? [[String: Any]])?.count == 2)
      #expect((object["bytes"] as? Int ?? 0) > 500)
    }
    let plain = try TestFolder().run("run --frames 3 \(Self.small)", says: "3 frames")
    #expect(plain.output.isEmpty)
  }

  @Test("a stream is whole JPEGs one after the other, and nothing else")
  func stream() throws {
    let outcome = try TestFolder().run("run --sink - --frames 4 \(Self.small)")
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

  @Test("a film on standard output has a cluster for each picture")
  func streamedFilm() throws {
    let film = try TestFolder().run("run --sink mkv:- --frames 4 \(Self.small)").output
    var clusters = 0
    var rest = film[...]
    while let start = rest.range(of: Data([0x1F, 0x43, 0xB6, 0x75])) {
      clusters += 1
      rest = rest[start.upperBound...]
    }
    #expect(film.prefix(4) == Data([0x1A, 0x45, 0xDF, 0xA3]) && clusters == 4)
  }

  @Test("a full device on standard output is an error of its own")
  func fullDevice() throws {
    let scene = "'synth:grey?w=64&h=64'"
    for arguments in [
      "run --sink - --frames 5 --primary \(scene)", "run --sink mkv:- --frames 5 --primary \(scene)",
      "run --json --frames 5 --primary \(scene)",
      "analyze --frames 5 \(scene)",
    ] {
      let shell = try TestFolder().shell("\"$0\" \(arguments) > /dev/full")
      shell.expect(74, says: ["No space left on device"])
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
    try scratch.make("disk")
    let mount = try Executable.Running(
      "/bin/mount", ["-t", "tmpfs", "-o", "size=300k", "none", disk], folder: nil)
    #expect(mount.wait().status == 0)
    defer { _ = try? Executable.Running("/bin/umount", [disk], folder: nil).wait() }
    try scratch.run("record -o disk/demo --frames 200 \(Self.small)", status: 73, says: "the disk is full")
    try scratch.run("verify disk/demo")
  }

  @Test(
    "Ctrl-C ends a recording well, also for a process that was started with it ignored",
    .timeLimit(.minutes(5)), arguments: [false, true])
  func interrupt(isIgnored: Bool) throws {
    let scratch = try TestFolder()
    let running = try Executable.start(
      shell: (isIgnored ? "trap '' INT; " : "") + "exec \"$0\" \"$@\"",
      "record -o demo \(Self.small)", folder: scratch.path)
    try running.wait(for: "the third picture") { scratch.exists("demo/000002.jpg") }
    running.end()
    try scratch.run("verify demo")
    #expect(try scratch.text("demo/session.json").contains("\"totals\""))
  }

  @Test("a reader that goes away ends a run with an error, not a signal")
  func readerGone() throws {
    let shell = try TestFolder().shell(
      "{ \"$0\" run --json --frames 500 --primary 'synth:grey?w=64&h=64'; echo $? >&2; } | head -n 1")
    #expect(shell.lines.count == 1)
    #expect(shell.errors.contains("74"), "\(shell.errors)")
  }

  @Test(
    "a reader that goes away ends its sink with a word about it, and neither a recording nor another sink")
  func readerGoneBesideOthers() throws {
    let scratch = try TestFolder()
    let commands = [
      "record -o r --sink - --frames 60", "run --latest now.jpg --sink mkv:- --frames 60",
      "run --latest now.jpg --json --frames 60",
    ]
    for command in commands {
      // Its reader leaves before it begins: what is written until then is the shell's.
      let shell = try scratch.shell(
        """
        trap '' PIPE
        { while printf xxxxxxxxx 2> /dev/null; do :; done
          "$0" \(command) --primary 'synth:grey?w=64&h=64&fps=60'; echo "code $?" >&2; } | head -c 9 > /dev/null
        """)
      shell.expect(0, says: ["code 0", "standard output: its reader has gone; continuing without it"])
    }
    let report = try Executable.json(try scratch.run("verify r --json").text)
    #expect(report["frames"] as? Int == 60 && (report["problems"] as? [Any])?.isEmpty == true)
  }

  @Test("where few files may be open, a group is smaller, which is said, and the recording is whole")
  func fewFiles() throws {
    let scratch = try TestFolder()
    let outcome = try scratch.shell(
      "ulimit -n 40; exec \"$0\" record -o r --durability group --keep-source --frames 60 --primary "
        + "'synth:coast?w=64&h=64&fps=200'")
    outcome.expect(0, says: ["the limit on open files (ulimit -n) is low"])
    try scratch.run("verify r")
  }

  @Test("a bench by the clock tells the latency, leaves nothing behind, and holds it against a limit")
  func paced() throws {
    let scratch = try TestFolder()
    let bench = "bench --paced --frames 8 --no-hud -o r \(Self.small)"
    let report = try Executable.json(try scratch.run("\(bench) --json").text)
    let latency = try #require(report["latencyMs"] as? [String: Double])
    #expect(try #require(latency["p99"]) > 0 && latency.keys.contains("worst"))
    #expect((report["cpuSecondsPerSecond"] as? Double ?? 0) > 0)
    // No picture is made in a microsecond.
    let late = try scratch.run("\(bench) --assert 0.001ms", status: 1, says: "latency")
    #expect(late.text.contains("CPU"))
    #expect(try scratch.names() == [])
  }

  @Test("a preflight's exit code is its verdict, and it says what each thing needs and has")
  func preflight() throws {
    let scratch = try TestFolder()
    let bench = "bench --preflight --frames 8 --no-hud -o r --duration 1s \(Self.small)"
    // The verdict is this machine's.
    let outcome = try scratch.start("\(bench) --json").wait()
    let report = try Executable.json(outcome.text)
    let verdict = try #require(report["verdict"] as? String)
    #expect(["yes", "tight", "no"].contains(verdict))
    outcome.expect(verdict == "no" ? 1 : 0)
    let checks = try #require(report["checks"] as? [[String: Any]])
    // Whether a camera's own rate and its distance are known depends on how many of its frames came in time.
    let names = checks.compactMap { $0["what"] as? String }.filter { $0 != "camera" && $0 != "skew" }
    #expect(names == ["stage", "write", "cpu", "latency", "drops", "disk"])
    #expect((report["advice"] as? [String])?.isEmpty == (verdict == "yes"))
    let text = try scratch.start(bench).wait().text
    #expect(text.contains("stage") && text.contains("disk"))
    #expect(try scratch.names() == [])
  }
}
