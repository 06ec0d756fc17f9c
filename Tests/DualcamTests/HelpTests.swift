import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import dualcam

@Suite("Help, as people read it")
struct HelpTests {
  private static let commands = [Dualcam.self] + Dualcam.configuration.subcommands

  /// The names of the options on a page.
  private static func options(_ page: String) -> Set<String> {
    Set(page.matches(of: /(?m)^  (?:-., )?--([a-z0-9-]+)/).map { String($0.1) })
  }

  /// A page's examples, each as a shell takes it.
  private static func examples(_ command: any ParsableCommand.Type) -> [String] {
    let parts = command.configuration.discussion.components(separatedBy: "EXAMPLES\n")
    guard parts.count == 2 else { return [] }
    var examples: [String] = []
    for line in parts[1].components(separatedBy: "\n\n")[0].split(separator: "\n") {
      let line = line.dropFirst(2)
      if line.hasPrefix(" ") {
        examples[examples.count - 1] += "\n\(line)"
      } else {
        examples.append(String(line))
      }
    }
    return examples
  }

  @Test("a page fits the terminal; of many options it shows ten, says how many more there are, and where")
  func pages() throws {
    for command in Self.commands {
      let (short, all) = (HelpPage(command), HelpPage(command, showsAll: true))
      for line in short.text(columns: 80).split(separator: "\n")
        + all.text(columns: 80).split(separator: "\n")
      {
        #expect(line.count <= 80, "\(command._commandName): \(line)")
      }
      #expect(!Self.examples(command).isEmpty)
      for example in Self.examples(command) {
        // However narrow, an example can be pasted.
        for line in example.split(separator: "\n") { #expect(short.text(columns: 50).contains(line)) }
      }
      let names = Self.options(all.text(columns: 80)).subtracting(["help", "version"])
      let shown = Self.options(short.text(columns: 80)).subtracting(["help", "version"])
      guard let many = command as? any ManyOptions.Type else {
        #expect(names.count <= 15 && shown == names, "\(command._commandName) has \(names.count) options")
        continue
      }
      #expect(many.usual.count == 10 && Set(many.usual) == shown && shown.isSubset(of: names))
      #expect(
        short.text(columns: 80).hasSuffix(
          "\n\n  See 'dualcam \(command._commandName) --help-all' for \(names.count - 10) more options."))
    }
  }

  @Test("help is asked for in each way, and is a result")
  func ways() throws {
    let short = try Executable.run(["record", "--help"])
    #expect(short.status == 0 && short.errors.isEmpty && !short.text.contains("--budget <"))
    #expect(try Executable.run(["help", "record"]).text == short.text)
    #expect(try Executable.run(["record", "-h"]).text == short.text)
    let all = try Executable.run(["record", "-o", "x", "--help-all"])
    #expect(all.status == 0 && all.text.contains("--budget <size>"))
  }

  @Test(
    "every example is understood, and runs as it is pasted if it needs no camera", .timeLimit(.minutes(10)))
  func examples() throws {
    let scratch = try TestFolder()
    let path = try Executable.path()
    func sh(_ text: String) throws -> Executable.Outcome {
      try Executable.Running(
        "/bin/sh", ["-c", "dualcam() { \"$0\" \"$@\"; }\nset -e\n\(text)", path], folder: scratch.path
      ).wait()
    }
    // What the examples name.
    let made = try sh(
      """
      scene='w=160&h=96&fps=.1&frames=24'
      dualcam annotate --primary "synth:coast?$scene" --secondary "synth:walker?$scene" -o out/lab
      dualcam library out/lab keep 1
      dualcam export out/lab -o clip.mkv
      ffmpeg -v error -i clip.mkv -map 0:v -c copy clip.avi; rm clip.mkv
      ffmpeg -v error -i clip.avi -c:v mpeg4 clip.mp4
      dualcam annotate --primary 'synth:coast?w=160&h=96&frames=46' -o out/demo
      mkdir left holiday frames archive
      cp out/demo/00000[0-3].jpg left; cp out/demo/00000[0-3].jpg frames; cp out/demo/00000[14].jpg holiday
      cp out/demo/000009.jpg holiday.jpg; cp holiday.jpg photo.jpg; cp clip.avi archive
      cat left/*.jpg > right.mjpeg; cat left/*.jpg > a.mjpeg; cat left/*.jpg > b.mjpeg
      echo 'grid = "phi"' > dualcam.toml
      echo '{"events":[{"at": 0, "toggle": "settings"}]}' > script.json
      """)
    try #require(made.status == 0, "\(made)")
    var run = 0
    for command in Self.commands {
      for example in Self.examples(command) {
        var text = example
        // Who else is there isn't known: what goes into a pipe goes nowhere.
        if let pipe = text.range(of: " |") { text = String(text[..<pipe.lowerBound]) + " > /dev/null" }
        // These have no end, or measure for long.
        let isLong =
          text.hasPrefix("dualcam bench")
        if isLong && !Share.isWhole || text.contains("/dev/video") || text.contains("dualcam view") {
          let words = try sh(
            text.replacing("dualcam ", with: "printf '%s\\n' ", maxReplacements: 1).replacing(" &", with: ""))
          #expect(throws: Never.self, "\(example)") { _ = try Invocation(words.lines).parse() }
          continue
        }
        let shortened = [
          "run": "--frames 3", "record": "--frames 3", "annotate": "--frames 3",
          "bench": "--frames 4 --loaded 4",
        ]
        if let word = text.firstMatch(of: /^dualcam (\S+)/)?.1, let flags = shortened[String(word)] {
          let end =
            text.firstRange(of: " >")?.lowerBound ?? text.firstRange(of: "    #")?.lowerBound ?? text.endIndex
          text.insert(contentsOf: " " + flags, at: end)
        }
        let outcome = try sh(text)
        run += 1
        // How fast this machine is says nothing about the example.
        let isWell = outcome.status == 0 || text.contains("--assert") && outcome.status == 1
        #expect(isWell, "\(text): \(outcome)")
      }
    }
    #expect(run > (Share.isWhole ? 40 : 30))
  }

  struct Slip: Sendable, CustomTestStringConvertible {
    var option: String
    var value: String
    var right: String
    var testDescription: String { "\(option) \(value)" }
  }

  @Test(
    "a value that is nearly right is answered with what is right, on the command line and in a file",
    arguments: [
      Slip(option: "duration", value: "5min", right: "5m"),
      Slip(option: "duration", value: "5 min", right: "5m"),
      Slip(option: "every", value: "90sec", right: "90s"),
      Slip(option: "timeout", value: "1m30s", right: "90s"),
      Slip(option: "before", value: "250 Milliseconds", right: "250ms"),
      Slip(option: "duration", value: "2hrs", right: "2h"),
      Slip(option: "after", value: "soon", right: "a time, such as"),
      Slip(option: "resolution", value: "1280*720", right: "1280x720"),
      Slip(option: "resolution", value: "1280×720", right: "1280x720"),
      Slip(option: "secondary-resolution", value: "1280 X 720", right: "1280x720"),
      Slip(option: "crop", value: "640*480+16+8", right: "640x480+16+8"),
      Slip(option: "resolution", value: "large", right: "a size, such as"),
      Slip(option: "budget", value: "2 gb", right: "2GB"),
      Slip(option: "budget", value: "1gib", right: "1GiB"),
      Slip(option: "segment", value: "10min", right: "10m"),
      Slip(option: "segment", value: "2G", right: "2GB"),
    ])
  func slips(slip: Slip) throws {
    let scratch = try TestFolder()
    let line = try Executable.run(["record", "-o", "x", "--\(slip.option)", slip.value])
    #expect(line.status == 64 && line.errors.hasPrefix("dualcam: the value '\(slip.value)' is invalid"))
    #expect(line.errors.contains("; write \(slip.right)"), "\(line)")
    try scratch.put("\(slip.option) = '\(slip.value)'", "x.toml")
    let file = try Executable.run(["record", "-o", "x", "--config", scratch.file("x.toml")])
    #expect(file.status == 78 && file.errors.contains("; write \(slip.right)"), "\(file)")
  }

  @Test("a unit that stands alone, a flag and a sink that are nearly right are answered too")
  func others() throws {
    for (arguments, says) in [
      (["--duration", "5", "min"], "unexpected argument 'min'; write 5m"), (["--grdi", "phi"], "'--grid'"),
      (["--sink", "film.mp4"], "film.mkv"),
    ] {
      let outcome = try Executable.run(["record", "-o", "x"] + arguments)
      #expect(
        outcome.status == 64 && outcome.errors.hasPrefix("dualcam: ") && outcome.errors.contains(says),
        "\(outcome)")
      #expect(outcome.errors.hasSuffix("\n  See 'dualcam record --help' for more information.\n"))
    }
  }
}
