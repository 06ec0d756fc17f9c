import Foundation
import Settings
import TestSupport
import Testing

@testable import dualcam

@Suite("Help, as people read it")
struct HelpTests {
  private static let commands = [Dualcam.self as any Command.Type] + Dualcam.configuration.subcommands

  /// The names of the options on a page.
  private static func options(_ page: String) -> Set<String> {
    Set(page.matches(of: /(?m)^  (?:-., )?--([a-z0-9-]+)/).map { String($0.1) })
  }

  /// A page's examples, each as a shell takes it.
  private static func examples(_ command: any Command.Type) -> [String] {
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
      let short = HelpPage(command, of: Dualcam.self)
      let all = HelpPage(command, of: Dualcam.self, showsAll: true)
      for line in short.text(columns: 80).split(separator: "\n")
        + all.text(columns: 80).split(separator: "\n")
      {
        #expect(line.count <= 80, "\(command.commandName): \(line)")
      }
      #expect(!Self.examples(command).isEmpty)
      for example in Self.examples(command) {
        // However narrow, an example can be pasted.
        for line in example.split(separator: "\n") { #expect(short.text(columns: 50).contains(line)) }
      }
      let names = Self.options(all.text(columns: 80)).subtracting(["help", "version"])
      let shown = Self.options(short.text(columns: 80)).subtracting(["help", "version"])
      guard !command.usual.isEmpty else {
        #expect(names.count <= 15 && shown == names, "\(command.commandName) has \(names.count) options")
        continue
      }
      #expect(command.usual.count == 10 && Set(command.usual) == shown && shown.isSubset(of: names))
      #expect(
        short.text(columns: 80).hasSuffix(
          "\n\n  See 'dualcam \(command.commandName) --help-all' for \(names.count - 10) more options."))
    }
  }

  @Test("help is asked for in each way, and is a result")
  func ways() throws {
    let scratch = try TestFolder()
    let short = try scratch.run("record --help")
    #expect(short.errors.isEmpty && !short.text.contains("--budget <"))
    for line in ["help record", "record -h"] { #expect(try scratch.run(line).text == short.text) }
    #expect(try scratch.run("record -o x --help-all").text.contains("--budget <size>"))
  }

  @Test(
    "every example is understood, and runs as it is pasted if it needs no camera", .timeLimit(.minutes(10)))
  func examples() throws {
    let scratch = try TestFolder()
    func sh(_ text: String) throws -> Executable.Outcome {
      try scratch.shell("dualcam() { \"$0\" \"$@\"; }\nset -e\n\(text)")
    }
    // What the examples name.
    let made = try sh(
      """
      scene='w=160&h=96&fps=.1&frames=24'
      dualcam annotate --primary "synth:coast?$scene" --secondary "synth:walker?$scene" --keep-source -o out/lab
      dualcam library out/lab keep 1
      dualcam export out/lab -o clip.mkv
      ffmpeg -v error -i clip.mkv -map 0:v -c copy clip.avi
      ffmpeg -v error -i clip.mkv -map 0:v:0 -c copy -metadata creation_time=2026-11-24T07:24:37Z helmet.mkv; rm clip.mkv
      trkpt='<trkpt lat="48" lon="9"><ele>400</ele><time>2026-11-24T07'
      echo "<gpx><trk>$trkpt:24:37Z</time></trkpt>$trkpt:34:37Z</time></trkpt></trk></gpx>" > ride.gpx
      dualcam annotate --primary file:helmet.mkv -o trip --values gpx:ride.gpx
      ffmpeg -v error -i clip.avi -c:v mpeg4 clip.mp4
      dualcam annotate --primary 'synth:coast?w=160&h=96&frames=46' -o out/demo
      cp -r out/demo out/booth
      dualcam key recorder
      dualcam annotate --primary 'synth:coast?w=160&h=96&frames=4' --sign recorder.key -o out/signed
      mkdir left holiday frames archive
      cp out/demo/00000[0-3].jpg left; cp out/demo/00000[0-3].jpg frames; cp out/demo/00000[14].jpg holiday
      cp out/demo/000009.jpg holiday.jpg; cp holiday.jpg photo.jpg; cp clip.avi archive
      cat left/*.jpg > right.mjpeg; cat left/*.jpg > a.mjpeg; cat left/*.jpg > b.mjpeg
      echo 'grid = "phi"' > dualcam.toml
      echo '{"events":[{"at": 0, "toggle": "settings"}]}' > script.json
      """)
    try #require(made.status == 0, "\(made)")
    var run = 0
    // A command's examples build on each other, and plans on those of other commands.
    var parts: [[String]] = [[]]
    for command in Self.commands {
      let isOfPlans = Self.examples(command).contains { $0.contains(".plan") || $0.contains("again") }
      if isOfPlans { parts[0].append(command.commandName) } else { parts.append([command.commandName]) }
    }
    let share = Set(Share.of(parts, oneIn: 4).joined())
    for command in Self.commands {
      let isRun = share.contains(command.commandName)
      for example in Self.examples(command) where isRun || example.hasPrefix("dualcam ") {
        var text = example
        // It asks somebody far away.
        if text.hasPrefix("curl ") { continue }
        // Who else is there isn't known: what goes into a pipe goes nowhere.
        if let pipe = text.range(of: " |") { text = String(text[..<pipe.lowerBound]) + " > /dev/null" }
        // These have no end, measure for long, or want a lamp that blinks.
        let isLong = text.hasPrefix("dualcam bench")
        let apart = ["/dev/video", "dualcam view", "dualcam follow", "dualcam sync"]
        let isApart = apart.contains { text.contains($0) }
        if isLong && !Share.isWhole || isApart || !isRun {
          let words = try sh(
            text.replacing("dualcam ", with: "printf '%s\\n' ", maxReplacements: 1).replacing(" &", with: ""))
          let line = words.lines.map { $0 == "dualcam.toml" ? scratch.file($0) : $0 }
          #expect(throws: Never.self, "\(example)") {
            do { _ = try Invocation(line).parse() } catch {
              // Other people's programs need not be on this machine.
              guard let name = "\(error)".firstMatch(of: /there is no program (\w+);/)?.1,
                try sh("! command -v \(name)").status == 0
              else { throw error }
            }
          }
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
          // Given once.
          for flag in [/--frames \d+/, /--loaded \d+/] {
            if let own = text.ranges(of: flag).dropLast().first { text.removeSubrange(own) }
          }
        }
        let outcome = try sh(text)
        run += 1
        // How fast this machine is says nothing about the example.
        let isWell = outcome.status == 0 || text.contains("--assert") && outcome.status == 1
        #expect(isWell, "\(text): \(outcome)")
      }
    }
    #expect(run > (Share.isWhole ? 40 : 0))
  }

  @Test(
    "a value that is nearly right is answered with what is right, on the command line and in a file",
    arguments: [
      ("duration", "5min", "5m"), ("duration", "5 min", "5m"), ("every", "90sec", "90s"),
      ("timeout", "1m30s", "90s"), ("before", "250 Milliseconds", "250ms"), ("duration", "2hrs", "2h"),
      ("after", "soon", "a time, such as"), ("resolution", "1280*720", "1280x720"),
      ("resolution", "1280×720", "1280x720"), ("secondary-resolution", "1280 X 720", "1280x720"),
      ("crop", "640*480+16+8", "640x480+16+8"), ("resolution", "large", "a size, such as"),
      ("budget", "2 gb", "2GB"), ("budget", "1gib", "1GiB"), ("segment", "10min", "10m"),
      ("segment", "2G", "2GB"),
    ])
  func slips(option: String, value: String, right: String) throws {
    let scratch = try TestFolder()
    let line = try scratch.run(
      "record -o x", ["--\(option)", value], status: 64, says: "; write \(right)")
    #expect(line.errors.hasPrefix("dualcam: the value '\(value)' is invalid"))
    try scratch.put("\(option) = '\(value)'", "x.toml")
    try scratch.run("record -o x --config x.toml", status: 78, says: "; write \(right)")
  }

  @Test("a unit that stands alone, a flag and a sink that are nearly right are answered too")
  func others() throws {
    for (options, says) in [
      ("--duration 5 min", "'--duration <time>'; write it with a unit: 5s or 5ms"),
      ("--budget 2 gb", "unexpected argument 'gb'; write 2GB"), ("--grdi phi", "'--grid'"),
      ("--sink film.mp4", "film.mkv"),
    ] {
      let outcome = try TestFolder().run("record -o x \(options)", status: 64, says: says)
      #expect(outcome.errors.hasPrefix("dualcam: "), "\(outcome)")
      #expect(outcome.errors.hasSuffix("\n  See 'dualcam record --help' for more information.\n"))
    }
  }
}
