import Foundation
import HostResources
import TestSupport
import Testing

@testable import dualcam

@Suite("Settings from a file")
struct ConfigurationTests {
  private static let sources = """
    primary = "synth:coast?w=160&h=96"
    secondary = "synth:walker?w=96&h=64"

    """

  private func session(_ scratch: TestFolder, _ folder: String) throws -> [String: Any] {
    let text = try scratch.text("\(folder)/session.json")
    return try #require(Executable.json(text)["settings"] as? [String: Any])
  }

  @Test("every command that takes a file knows its own flags as keys, and no others")
  func schema() {
    for command in ConfigurationSchema.commands {
      let names = ConfigurationSchema.settings(of: command).map(\.name)
      #expect(names.contains("grid") && names.contains("frames"))
      #expect(!names.contains("help") && !names.contains("config") && !names.contains("version"))
      #expect(Set(names).count == names.count)
    }
    #expect(
      ConfigurationSchema.setting("every", of: "record") != nil
        && ConfigurationSchema.setting("every", of: "run") == nil)
    #expect(ConfigurationSchema.setting("set-ctrl", of: "run")?.isRepeating == true)
    #expect(ConfigurationSchema.setting("no-chrome", of: "run")?.kind == .flag)
    #expect(
      Run.given(["--grid=phi", "--gri", "--fps", "--flip", "--", "--plate"]) == ["grid", "fps", "flip"])
    #expect(Record.given(["-oDIR", "x", "-c", "a=1"]) == ["output", "set-ctrl"])
  }

  @Test(
    "a name that is nearly one is recognised, another is not",
    arguments: [
      ("gird", "grid"), ("Grid", "grid"), ("no_chrome", "no-chrome"), ("qualty", "quality"),
      ("temlpate", "template"),
      ("nonsense", nil), ("x", nil), (String(repeating: "grid", count: 1000), nil),
    ] as [(String, String?)])
  func nearest(name: String, meant: String?) {
    let names = ConfigurationSchema.settings(of: "run").map(\.name)
    #expect(Spelling.nearest(name, among: names) == meant)
  }

  @Test("without --config, the default file holds and is named")
  func defaultFile() throws {
    let scratch = try TestFolder()
    try scratch.put("grid = 'phi'\n[record]\noutput = 'kept'\n", "home/dualcam.toml")
    let line = "record --frames 1 --primary synth:coast?w=160&h=96"
    let script = "XDG_CONFIG_HOME=$PWD/home exec \"$0\" \"$@\""
    let kept = try Executable.start(shell: script, line, folder: scratch.path).wait()
    kept.expect(0, says: ["settings from ", "home/dualcam.toml; --config none"])
    #expect(try session(scratch, "kept")["grid"] as? String == "phi")
    let none = try Executable.start(shell: script, line + " --config none -o b", folder: scratch.path).wait()
    none.expect(0)
    #expect(!none.errors.contains("settings from"))
    #expect(try session(scratch, "b")["grid"] as? String == "thirds")
    // A broken one is no reason to go on without.
    try scratch.put("gird = 'phi'\n", "home/dualcam.toml")
    for line in [line + " -o c", "run --frames 1", "analyze x", "bench"] {
      let broken = try Executable.start(shell: script, line, folder: scratch.path).wait()
      broken.expect(78, says: ["home/dualcam.toml:1: there is no setting gird; did you mean grid?"])
    }
    for line in ["record --help", "devices", line + " -o c --config=none"] {
      try Executable.start(shell: script, line, folder: scratch.path).wait().expect(0)
    }
  }

  @Test(
    "the first default file that exists is read, and reread, through a link too; a file that is named comes instead"
  )
  func defaultPlaces() throws {
    let scratch = try TestFolder()
    let (first, second) = (
      try scratch.put("grid = 'phi'\n", "a.toml"), try scratch.put("grid = 'none'\n", "b.toml")
    )
    func grid(_ places: [String], _ more: [String] = []) throws -> Configuration.Item? {
      try Invocation(["run"] + more, defaults: places).configuration?["grid"]
    }
    let missing = scratch.file("missing.toml")
    #expect(try grid([missing, second, first])?.values == ["none"])
    #expect(try grid([first], ["--config", second])?.values == ["none"])
    #expect(try grid([first], ["--config", "none"]) == nil && grid([missing]) == nil)
    let link = scratch.file("link.toml")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: first)
    let launch = try Invocation(["run"], defaults: [link])
    #expect(launch.note == "settings from \(try #require(launch.path)); --config none leaves them out")
    try scratch.put("grid = 'diagonals'\n", "a.toml")
    #expect(try launch.reloaded().changes == ["grid"])
    #expect((try launch.parse() as? Run)?.service.configuration.file == launch.path)
    #expect((try Invocation(["run", "--config", "none"]).parse() as? Run)?.service.configuration.file == nil)
    #expect(try Invocation(["verify", "x"], defaults: [first]).path == nil)
    for place in DefaultSettings.places { #expect(place.hasPrefix("/") && place.hasSuffix("/dualcam.toml")) }
  }

  @Test("a file's settings hold; the command's table is above the top, and the command line above both")
  func precedence() throws {
    let scratch = try TestFolder()
    try scratch.put(
      Self.sources + """
        grid = "phi"
        quality = 60
        frames = 2
        no-hud = true
        assist = ["zebra"]
        increase-contrast = false
        [record]
        output = "out"
        quality = 70
        [run]
        quality = 80
        sink = "-"
        """, "x.toml")
    try scratch.run("record --config x.toml")
    var settings = try session(scratch, "out")
    #expect(settings["grid"] as? String == "phi" && settings["quality"] as? Int == 70)
    #expect(settings["hud"] as? Bool == false && settings["increaseContrast"] as? Bool == false)
    try scratch.run(
      "record --config=x.toml -o other --quality 90 --no-hud=false --increase-contrast --no-chrome=true"
        + " --frames=3")
    settings = try session(scratch, "other")
    #expect(settings["quality"] as? Int == 90 && settings["hud"] as? Bool == true)
    #expect(settings["increaseContrast"] as? Bool == true && settings["chrome"] as? Bool == false)
    #expect(try scratch.names("other").filter { $0.hasSuffix(".jpg") }.count == 3)
    #expect(try scratch.run("run --config x.toml").output.prefix(2) == Data([0xFF, 0xD8]))
  }

  @Test("a list on the command line takes the place of the file's")
  func lists() throws {
    let scratch = try TestFolder()
    let path = try scratch.put(
      "assist = [\"zebra\", \"peaking\"]\nframes = 1\nset-ctrl = \"gain=3\"\n", "x.toml")
    let launch = try Invocation(["run", "--config", path])
    let run = try #require(try launch.parse() as? Run)
    #expect(run.look.assist == [.zebra, .peaking] && run.limits.frames == 1)
    #expect(run.source.control.map(\.value) == [3])
    let other = try #require(
      try Invocation(["run", "--assist", "histogram", "-c", "gain=1", "-c", "gamma=2", "--config", path])
        .parse()
        as? Run)
    #expect(other.look.assist == [.histogram])
    #expect(other.source.control.map(\.name) == ["gain", "gamma"])
    #expect(ConfigurationSchema.setting("assist", of: "run")?.isRepeating == true)
  }

  @Test(
    "a mistake in a file ends with 78, and with the file, the line and what to do, before any device is opened",
    arguments: [
      ("record", "gird = 'phi'", 3, "did you mean grid?"),
      ("record", "\n[run]\nno-crome = true", 5, "did you mean no-chrome?"),
      ("record", "wombat = 1", 3, "dualcam record --help"),
      ("run", "every = '5s'", 3, "put it under [record]"),
      ("record", "[recrod]\n", 3, "did you mean [record]?"),
      ("record", "[verify]\n", 3, "the commands are run, record"),
      ("record", "config = 'y.toml'", 3, "another"), ("record", "grid = true", 3, "takes a value"),
      ("record", "grid = ['phi']", 3, "not a list"), ("record", "no-chrome = 'yes'", 3, "true or false"),
      ("record", "[run]\nno-chrome = 1", 4, "true or false"),
      ("record", "assist = ['zebra', true]", 3, "contains true"), ("record", "grid = 'fish'", 3, "fish"),
      ("record", "secondary-grid = 'fish'", 3, "fish"),
      ("record", "secondary-template = true", 3, "takes a value"),
      ("record", "frames = 1\nquality = 0", 4, "1 to 100"),
      ("record", "quality = 85\ntemplate = 'nobody'", 4, "nobody"), ("record", "frames = 'many'", 3, "many"),
      ("record", "canvas = '101x64'", 3, "even"), ("record", "composer = 'splice'", 3, "--composer splice"),
      ("run", "sink = 'elsewhere'", 3, "elsewhere"), ("record", "grid = phi", 3, "\"phi\""),
      ("record", "metrics = ''", 3, "--metrics"),
    ])
  func mistakes(command: String, text: String, line: Int, says: String) throws {
    let scratch = try TestFolder()
    // A camera that isn't there would be told first, were it looked for; a scene where the job itself must begin.
    let source = text.contains("composer") ? "'synth:grey?format=yuyv'" : "'/dev/video99'"
    try scratch.put("primary = \(source)\n# 2\n" + text, "x.toml")
    let output = command == "record" ? "-o out" : ""
    let outcome = try scratch.run(
      "\(command) --config x.toml \(output)", status: 78, says: "x.toml:\(line): ", says)
    #expect(outcome.output.isEmpty && !scratch.exists("out"))
  }

  @Test("a mistake of the command line stays one of the command line")
  func commandLine() throws {
    let scratch = try TestFolder()
    try scratch.put("grid = 'phi'\nquality = 70\n", "x.toml")
    for (line, says) in [
      ("record", "--output"), ("run --quality 0", "1 to 100"), ("run --nonsense", "--nonsense"),
      ("run --config x.toml", "twice"),
    ] {
      try scratch.run("\(line) --config x.toml", status: 64, says: says)
    }
    try scratch.run("run --config none.toml", status: 78, says: "none.toml: No such file")
  }

  @Test("annotate, analyze and bench take a file too")
  func others() throws {
    let scratch = try TestFolder()
    try scratch.put(
      "frames = 2\ngrid = 'phi'\n[annotate]\nprimary = 'synth:coast?w=160&h=96'\noutput = 'a'\n[bench]\nloaded = 2\n"
        + "primary = 'synth:coast?w=160&h=96'\njson = true\n", "x.toml")
    for command in ["annotate", "analyze synth:coast?w=160&h=96", "bench"] {
      try scratch.run("\(command) --config x.toml")
    }
    #expect(try session(scratch, "a")["grid"] as? String == "phi")
  }

  private static let packaging = Executable.repository.appendingPathComponent("packaging")

  @Test(
    "the example of a file of settings is taken, with what is commented out in it too",
    arguments: [false, true])
  func example(isWhole: Bool) throws {
    let scratch = try TestFolder()
    var text = try String(contentsOf: Self.packaging.appendingPathComponent("dualcam.toml"), encoding: .utf8)
    if isWhole {
      // A comment that is a setting has no blank after its sign.
      let before = text
      text = text.replacing(/(?m)^#(?=[a-z])/, with: "")
      #expect(text != before)
    }
    let path = try scratch.put(text, "x.toml")
    let record = try #require(try Invocation(["record", "--config", path]).parse() as? Record)
    let settings = try record.jobSettings()
    #expect(settings.folder == "recording" && settings.every == .seconds(10))
    #expect(settings.service?.metrics == "/run/dualcam/dualcam.prom" && settings.sinks.isEmpty)
    #expect(settings.sources.count == (isWhole ? 2 : 1))
    let run = try #require(try Invocation(["run", "--config", path]).parse() as? Run)
    #expect(try run.jobSettings().sinks.map(\.path) == ["/run/dualcam/now.jpg"])
  }

  @Test("the unit starts a command that there is, and ends what hangs")
  func unit() throws {
    let text = try String(
      contentsOf: Self.packaging.appendingPathComponent("dualcam.service"), encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    let start = try #require(lines.first { $0.hasPrefix("ExecStart=/usr/bin/dualcam ") })
    var words = start.split(separator: " ").dropFirst().map(String.init)
    let place = try #require(words.firstIndex(of: "/etc/dualcam/dualcam.toml"))
    words[place] = Self.packaging.appendingPathComponent("dualcam.toml").path
    #expect(try Invocation(words).parse() is any LiveCommand)
    for line in [
      "Type=notify", "PrivateNetwork=yes", "DynamicUser=yes", "ExecReload=/bin/kill -HUP $MAINPID",
    ] {
      #expect(lines.contains(line))
    }
    #expect(lines.contains { $0.hasPrefix("WatchdogSec=") })
  }
}
