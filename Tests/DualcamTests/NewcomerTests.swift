import Foundation
import HostResources
import Settings
import TestSupport
import Testing

@testable import Pipeline
@testable import dualcam

@Suite("What newcomers type, and what says yes but would do something else")
struct NewcomerTests {
  /// The answer to a command line that is refused; `nil` if it is taken.
  private func answer(_ line: String) -> String? {
    let words = Executable.words(line)
    let command = Dualcam.configuration.subcommands.first { $0.commandName == words.first }
    do {
      _ = try Invocation(words).parse()
      return nil
    } catch { return Complaint.text(Dualcam.message(for: error), arguments: words, of: command) }
  }

  @Test(
    "a time without a unit could be any: it is refused, everywhere",
    arguments: [
      "bench --assert", "bench --preflight --duration", "record -o x --duration", "record -o x --every",
      "record -o x --timeout", "record -o x --wait", "record -o x --segment",
      "record -o x --trigger motion --before", "record -o x --trigger motion --after", "run --duration",
      "export a -o x.mkv --from", "export a -o x.mkv --to", "plan a -o x.plan --cut",
      "plan a -o x.plan --cut 1m --warm-up", "plan a -o x.plan --shard-time",
    ])
  func units(line: String) {
    #expect(answer("\(line) 16.7")?.contains("16.7s or 16.7ms") ?? false)
    if !line.contains("segment") { #expect(answer("\(line) .5s") == nil || line.contains("--cut")) }
  }

  @Test(
    "an option that takes one value is given one",
    arguments: [
      ("record -o x --primary synth:coast --primary synth:city", "--primary"),
      ("record -o x --primary=synth:coast --primary synth:city", "--primary"),
      ("record -o x -o y", "--output"), ("record -o x --output y", "--output"),
      ("record -ox --output=y", "--output"), ("run --frames 1 --frames=2", "--frames"),
      ("export a -o x.mkv -o y.mkv", "--output"),
      ("view a --listen 127.0.0.1:1 --listen 127.0.0.1:2", "--listen"),
      ("bench --loaded 4 --loaded 5", "--loaded"), ("sync a -o x --output y", "--output"),
      ("record -o x --camera synth:coast --camera synth:city", nil), ("record -o x -c a=1 -c b=2", nil),
      ("record -o x -c a=1 --set-ctrl b=2", nil), ("record -o x --no-hud --no-hud", nil),
      ("record -o x --primary synth:coast --publish p", nil), ("run --sink - --sink x.mkv", nil),
      ("view --host a --host b c", nil), ("record -o x --fps 5 --frames 5 --format mjpeg --flip", nil),
    ] as [(String, String?)])
  func once(line: String, option: String?) {
    #expect(answer(line) == option.map { "\($0) is given twice; it takes one value" })
  }

  @Test(
    "what is tried is answered with what does it",
    arguments: [
      (
        "record --device /dev/video0 --device=/dev/video2 -o out",
        "write dualcam record --primary /dev/video0 --secondary /dev/video2 -o out"
      ),
      ("run -i file:a?fps=5 --primary /dev/video0", "write dualcam run --secondary 'file:a?fps=5' --primary"),
      ("run -d/dev/video0 -d synth:city -i x", "run --primary /dev/video0 --secondary synth:city --camera x"),
      ("record --source=/dev/video0 -o x", "write dualcam record --primary /dev/video0 -o x"),
      ("analyze -i a.avi --json", "write dualcam analyze a.avi --json"),
      ("view -i a b", "write dualcam view a b"),
      ("devices -d /dev/video0", "unknown option '-d'"),
      ("record out/first", "write dualcam record -o out/first"), ("record --frames 5", "write -o DIR"),
      ("record /dev/video0 it's", "write dualcam record /dev/video0 -o 'it'\\''s'"),
      ("record /dev/video0 --grid phi out/a", "write dualcam record /dev/video0 --grid phi -o out/a"),
      ("record a b", "write -o DIR"),
      ("record -o x nonsense", "unexpected argument 'nonsense'"),
      ("run film.avi", "unexpected argument 'film.avi'; no such file"),
      ("record -o x --camera /dev/video0,name=front", "front_cam"),
      ("record -o x --latest now.png", "now.jpg"), ("run --latest now.WebP", "now.jpg"),
      ("library a sheet -o x.png", "x.jpg"), ("library sheet", "library DIR sheet"),
      ("library sheet --contact-sheet", "library DIR sheet"), ("library delete all", "DIR delete all"),
      ("library keep", "DIR keep FRAMES"), ("library nowhere keep", "needs frames"),
      ("record -o film.mp4", "-o film, then dualcam export film -o film.mp4"),
      ("export a -o film.avi", "-c copy film.avi"), ("export a -o x.mcap --fps 25", "at their own times"),
      ("export a -o x.mkv --kep", "'--kept'"), ("view /", "--recordings /"),
    ])
  func tried(line: String, says: String) {
    let said = answer(line)
    #expect(said?.contains(says) ?? false, "\(said ?? "taken")")
  }

  @Test("an unknown option isn't taken for one that is far from it")
  func far() {
    #expect(answer("export a -o x.mkv --rate 25") == "unknown option '--rate'")
    #expect(answer("record -o x --grdi phi")?.contains("'--grid'") ?? false)
  }

  @Test(
    "cameras may be named by their places",
    arguments: [
      ("run /dev/video0 /dev/video2", ["/dev/video0", "/dev/video2"]),
      ("record /dev/video0 -o x synth:walker synth:city", ["/dev/video0", "synth:walker", "synth:city"]),
      ("run /dev/video2 --primary /dev/video0", ["/dev/video0", "/dev/video2"]),
      ("run /dev/video0 --secondary /dev/video2", ["/dev/video0", "/dev/video2"]),
      (
        "run /dev/video0 --camera synth:city,name=c -- /dev/video2",
        ["/dev/video0", "/dev/video2", "synth:city"]
      ),
      ("annotate -o x file:a", ["file:a"]), ("bench synth:coast --frames 5", ["synth:coast"]),
      ("run -", ["-"]), ("run v4l2:x", ["v4l2:x"]),
    ])
  func places(line: String, sources: [String]) throws {
    let parsed = try Invocation(Executable.words(line)).parse()
    let source =
      (parsed as? any LiveCommand)?.source ?? (parsed as? Annotate)?.source ?? (parsed as? Bench)?.source
    #expect(try #require(source).cameras(.live).map(\.source) == sources)
  }

  @Test("a camera by its place comes before the file's")
  func placeAndFile() throws {
    let scratch = try TestFolder()
    let path = try scratch.put("primary = 'synth:city'\nsecondary = 'synth:fog'\n", "x.toml")
    let run = try #require(try Invocation(["run", "synth:coast", "--config", path]).parse() as? Run)
    #expect(run.source.primary == "synth:coast" && run.source.secondary == "synth:fog")
  }

  @Test("where a shell leaves it as it is, ~ is the home folder, too")
  func homeInOptions() throws {
    let home = NSHomeDirectory()
    let words = ["record", "--primary=file:~/a", "-o=~/x", "--latest=~/b.jpg", "--sink", "mkv:~/c"]
    let record = try #require(try Invocation(words).parse() as? Record)
    #expect(record.source.primary == "file:\(home)/a" && record.folder.output == home + "/x")
    #expect(record.live.latest == home + "/b.jpg" && record.sinks.sink == ["mkv:\(home)/c"])
    let other = try #require(try Invocation(["record", "-o~/x"]).parse() as? Record)
    #expect(other.folder.output == home + "/x")
    #expect(HomeFolder.expanding("a/~/b") == "a/~/b" && HomeFolder.expanding("~x/b") == "~x/b")
    #expect(throws: (any Error).self) { try Invocation(["run", "--config=~/none/of/it.toml"]) }
    do { _ = try Invocation(["run", "--config=~/none.toml"]) } catch {
      #expect("\(error)".contains("\(home)/none"))
    }
  }

  @Test("a home folder in a file of settings is the one that a shell would name")
  func home() throws {
    let scratch = try TestFolder()
    let home = NSHomeDirectory()
    let path = try scratch.put(
      "primary = 'file:~/a.avi'\noutput = '~/out'\nlatest = 'b/~/c.jpg'\nsink = ['~/x.mkv', '-']\n", "x.toml")
    let record = try #require(try Invocation(["record", "--config", path]).parse() as? Record)
    #expect(record.source.primary == "file:\(home)/a.avi" && record.folder.output == home + "/out")
    #expect(record.live.latest == "b/~/c.jpg" && record.sinks.sink == [home + "/x.mkv", "-"])
    try scratch.put("[[camera]]\nsource = '~/a.mjpeg'\n", "y.toml")
    let run = try #require(try Invocation(["run", "--config", scratch.file("y.toml")]).parse() as? Run)
    #expect(run.source.camera == [home + "/a.mjpeg"])
  }

  @Test("what HUP changes is a setting, and is said to have changed")
  func live() {
    for name in JobLoop.liveSettings {
      #expect(ConfigurationSchema.setting(name, of: "record") != nil, "\(name)")
    }
    #expect(
      JobLoop.liveSettings.isSuperset(of: ["after", "burst", "grid", "quality", "set-ctrl", "text-size"]))
    #expect(JobLoop.liveSettings.isDisjoint(with: ["primary", "output", "before"]))
  }

  @Test(
    "controls asked of what has none are refused if strict, and said otherwise; a scene beside a camera has no part"
  )
  func controls() throws {
    let scratch = try TestFolder()
    let scene = "--primary synth:grey?w=64&h=64 --frames 1 -c nonsense=1"
    #expect(try scratch.run("record -o a \(scene)").errors.contains("asked to set nonsense"))
    try scratch.run("record -o b --strict \(scene)", status: 78, says: "only cameras have controls")
    let run = try #require(
      try Invocation(Executable.words("run --primary /dev/video0 --secondary synth:city -c gain=1")).parse()
        as? Run)
    #expect(try run.source.sources().map(\.request.controls.count) == [1, 0])
  }

  @Test("offsets that aren't there, or of other cameras, are refused; others are told")
  func offsets() throws {
    let scratch = try TestFolder()
    let scene = "--primary synth:grey?w=64&h=64 --frames 1"
    try scratch.run("record -o a --offsets nope.json \(scene)", status: 65, says: "nope.json", "dualcam sync")
    try scratch.put("{\"other\":3}", "o.json")
    try scratch.run("record -o a --offsets o.json \(scene)", status: 65, says: "other", "synth:grey")
    try scratch.put("{\"synth:grey?w=64&h=64\":-12.5}", "o.json")
    #expect(
      try scratch.run("record -o a --offsets o.json \(scene)").errors.contains("primary -12.5 ms"))
  }

  @Test("a pipe is read however it is named, also where all other paths are closed")
  func pipes() throws {
    let scratch = try TestFolder()
    let scene = "synth:grey?w=64&h=64&frames=3"
    try scratch.run("annotate --primary \(scene) --layout single -o src")
    try scratch.shell("cat src/*.jpg > x.mjpeg").expect(0)
    try scratch.shell("mkfifo p").expect(0)
    for (name, place) in [
      ("file:p", "cat x.mjpeg > p &"), ("p", "cat x.mjpeg > p &"), ("<(cat x.mjpeg)", ""),
      ("file:<(cat x.mjpeg)", ""), ("/dev/stdin", "cat x.mjpeg |"), ("-", "cat x.mjpeg |"),
    ] {
      let made = try scratch.shell(
        """
        rm -rf r; export dualcam=$0
        bash -c '\(place) "$dualcam" annotate --strict --primary \(name) -o r && "$dualcam" verify r'
        """)
      made.expect(0)
      #expect(made.text.contains("3 frames"), "\(name): \(made)")
    }
    for (options, says) in [
      ("--duration 300ms", "nothing arrived for 0.3 s"), ("--timeout 200ms", "nothing arrived for 0.2 s"),
    ] {
      try scratch.run("record --primary p -o s \(options)", status: 65, says: says)
    }
    try scratch.run("run --primary p --secondary file:p", status: 64, says: "two cameras read p")
  }

  @Test(
    "a silent pipe is told of, and Ctrl-C ends the wait for it",
    arguments: ["record -o r --primary p", "analyze p"])
  func silence(line: String) throws {
    let scratch = try TestFolder()
    let running = try Executable.start(
      shell: "mkfifo p; exec \"$0\" \"$@\" 2> log", line, folder: scratch.path)
    try running.wait(for: "the word about the pipe") {
      ((try? scratch.text("log")) ?? "").contains("p: nothing arrived for 2 s")
    }
    let outcome = running.end()
    if line.hasPrefix("record") { #expect(outcome.text == "stopped before the first frame\n", "\(outcome)") }
    #expect(!scratch.exists("r"))
  }
}
