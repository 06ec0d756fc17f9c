import Foundation
import TestSupport
import Testing

@testable import dualcam

@Suite("Settings from a file")
struct ConfigurationTests {
  private static let sources = """
    primary = "synth:coast?w=160&h=96"
    secondary = "synth:walker?w=96&h=64"

    """

  private func write(_ text: String, to scratch: TestFolder) throws -> String {
    let path = scratch.file("x.toml")
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private func session(_ scratch: TestFolder, _ folder: String) throws -> [String: Any] {
    let text = try scratch.text("\(folder)/session.json")
    return try #require(Executable.json(text)["settings"] as? [String: Any])
  }

  @Test("every command that takes a file knows its own flags as keys, and no others")
  func schema() {
    let schema = ConfigurationSchema.current
    for command in ConfigurationSchema.commands {
      let names = schema.settings(of: command).map(\.name)
      #expect(names.contains("grid") && names.contains("frames"))
      #expect(!names.contains("help") && !names.contains("config") && !names.contains("version"))
      #expect(Set(names).count == names.count)
    }
    #expect(schema.setting("every", of: "record") != nil && schema.setting("every", of: "run") == nil)
    #expect(schema.setting("set-ctrl", of: "run")?.isRepeating == true)
    #expect(schema.setting("no-chrome", of: "run")?.isSwitch == true)
    #expect(schema.setting(spelled: "--grid=phi", of: "run")?.name == "grid")
    #expect(schema.setting(spelled: "-oDIR", of: "record")?.name == "output")
    #expect(schema.setting(spelled: "--gri", of: "run") == nil)
  }

  @Test(
    "a name that is nearly one is recognised, another is not",
    arguments: [
      ("gird", "grid"), ("Grid", "grid"), ("no_chrome", "no-chrome"), ("qualty", "quality"),
      ("temlpate", "template"),
      ("nonsense", nil), ("x", nil), (String(repeating: "grid", count: 1000), nil),
    ] as [(String, String?)])
  func nearest(name: String, meant: String?) {
    let names = ConfigurationSchema.current.settings(of: "run").map(\.name)
    #expect(ConfigurationSchema.nearest(name, among: names) == meant)
  }

  @Test("a file's settings hold; the command's table is above the top, and the command line above both")
  func precedence() throws {
    let scratch = try TestFolder()
    let path = try write(
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
        """, to: scratch)
    let first = try Executable.run(["record", "--config", path], folder: scratch.path)
    #expect(first.status == 0, "\(first.testDescription)")
    var settings = try session(scratch, "out")
    #expect(settings["grid"] as? String == "phi" && settings["quality"] as? Int == 70)
    #expect(settings["hud"] as? Bool == false && settings["increaseContrast"] as? Bool == false)
    let second = try Executable.run(
      [
        "record", "--config=\(path)", "-o", "other", "--quality", "90", "--no-hud=false",
        "--increase-contrast",
        "--no-chrome=true", "--frames=3",
      ], folder: scratch.path)
    #expect(second.status == 0, "\(second.testDescription)")
    settings = try session(scratch, "other")
    #expect(settings["quality"] as? Int == 90 && settings["hud"] as? Bool == true)
    #expect(settings["increaseContrast"] as? Bool == true && settings["chrome"] as? Bool == false)
    #expect(try scratch.names("other").filter { $0.hasSuffix(".jpg") }.count == 3)
    let run = try Executable.run(["run", "--config", path], folder: scratch.path)
    #expect(run.status == 0 && run.output.prefix(2) == Data([0xFF, 0xD8]), "\(run.testDescription)")
  }

  @Test("a list on the command line takes the place of the file's")
  func lists() throws {
    let scratch = try TestFolder()
    let path = try write(
      "assist = [\"zebra\", \"peaking\"]\nframes = 1\nset-ctrl = \"gain=3\"\n", to: scratch)
    let schema = ConfigurationSchema.current
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
    #expect(schema.setting("assist", of: "run")?.isRepeating == true)
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    var text: String
    var line: Int
    var says: String
    var command = "record"
    var testDescription: String { text }
  }

  @Test(
    "a mistake in a file ends with 78, and with the file, the line and what to do, before any device is opened",
    arguments: [
      Mistake(text: "gird = 'phi'", line: 3, says: "did you mean grid?"),
      Mistake(text: "\n[run]\nno-crome = true", line: 5, says: "did you mean no-chrome?"),
      Mistake(text: "wombat = 1", line: 3, says: "dualcam record --help"),
      Mistake(text: "every = '5s'", line: 3, says: "put it under [record]", command: "run"),
      Mistake(text: "[recrod]\n", line: 3, says: "did you mean [record]?"),
      Mistake(text: "[verify]\n", line: 3, says: "the commands are run, record"),
      Mistake(text: "config = 'y.toml'", line: 3, says: "another"),
      Mistake(text: "grid = true", line: 3, says: "takes a value"),
      Mistake(text: "grid = ['phi']", line: 3, says: "not a list"),
      Mistake(text: "no-chrome = 'yes'", line: 3, says: "true or false"),
      Mistake(text: "[run]\nno-chrome = 1", line: 4, says: "true or false"),
      Mistake(text: "assist = ['zebra', true]", line: 3, says: "contains true"),
      Mistake(text: "grid = 'fish'", line: 3, says: "fish"),
      Mistake(text: "secondary-grid = 'fish'", line: 3, says: "fish"),
      Mistake(text: "secondary-template = true", line: 3, says: "takes a value"),
      Mistake(text: "frames = 1\nquality = 0", line: 4, says: "1 to 100"),
      Mistake(text: "quality = 85\ntemplate = 'nobody'", line: 4, says: "nobody"),
      Mistake(text: "frames = 'many'", line: 3, says: "many"),
      Mistake(text: "canvas = '101x64'", line: 3, says: "even"),
      Mistake(text: "composer = 'splice'", line: 3, says: "--composer splice"),
      Mistake(text: "sink = 'elsewhere'", line: 3, says: "elsewhere", command: "run"),
      Mistake(text: "grid = phi", line: 3, says: "\"phi\""),
      Mistake(text: "metrics = ''", line: 3, says: "--metrics"),
    ])
  func mistakes(mistake: Mistake) throws {
    let scratch = try TestFolder()
    // A camera that isn't there would be told first, were it looked for; a scene where the job itself must begin.
    let source = mistake.text.contains("composer") ? "'synth:grey?format=yuyv'" : "'/dev/video99'"
    let path = try write(
      "primary = \(source)\ncomposer-x = 1\n".replacingOccurrences(of: "composer-x = 1", with: "# 2")
        + mistake.text, to: scratch)
    var arguments = [mistake.command, "--config", path]
    if mistake.command == "record" { arguments += ["-o", scratch.file("out")] }
    let outcome = try Executable.run(arguments)
    #expect(outcome.status == 78, "\(outcome.testDescription)")
    #expect(outcome.errors.contains("\(path):\(mistake.line): "), "\(outcome.testDescription)")
    #expect(outcome.errors.contains(mistake.says), "\(outcome.testDescription)")
    #expect(outcome.output.isEmpty && !scratch.exists("out"))
  }

  @Test("a mistake of the command line stays one of the command line")
  func commandLine() throws {
    let scratch = try TestFolder()
    let path = try write("grid = 'phi'\nquality = 70\n", to: scratch)
    for (arguments, says) in [
      (["record"], "--output"), (["run", "--quality", "0"], "1 to 100"),
      (["run", "--nonsense"], "--nonsense"),
      (["run", "--config", path], "twice"),
    ] {
      let outcome = try Executable.run(arguments + ["--config", path])
      #expect(outcome.status == 64, "\(outcome.testDescription)")
      #expect(outcome.errors.contains(says), "\(outcome.testDescription)")
    }
    let missing = try Executable.run(["run", "--config", scratch.file("none.toml")])
    #expect(missing.status == 78 && missing.errors.contains("none.toml: No such file"))
  }

  @Test("annotate, analyze and bench take a file too")
  func others() throws {
    let scratch = try TestFolder()
    let path = try write(
      "frames = 2\ngrid = 'phi'\n[annotate]\nprimary = 'synth:coast?w=160&h=96'\noutput = 'a'\n[bench]\nloaded = 2\n"
        + "primary = 'synth:coast?w=160&h=96'\njson = true\n", to: scratch)
    for arguments in [["annotate"], ["analyze", "synth:coast?w=160&h=96"], ["bench"]] {
      let outcome = try Executable.run(arguments + ["--config", path], folder: scratch.path)
      #expect(outcome.status == 0, "\(outcome.testDescription)")
    }
    #expect(try session(scratch, "a")["grid"] as? String == "phi")
  }

  private static let packaging = URL(filePath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../packaging").standardized

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
    let path = try write(text, to: scratch)
    let record = try #require(try Invocation(["record", "--config", path]).parse() as? Record)
    let settings = try record.jobSettings()
    #expect(settings.folder == "recording" && settings.every == .seconds(10))
    #expect(settings.service?.metrics == "/run/dualcam/dualcam.prom" && settings.sinks.isEmpty)
    #expect(settings.sources.count == (isWhole ? 2 : 1))
    let run = try #require(try Invocation(["run", "--config", path]).parse() as? Run)
    #expect(try run.jobSettings().sinks == [.latest("/run/dualcam/now.jpg")])
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
