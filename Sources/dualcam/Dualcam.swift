import CaptureKit
import Glibc
import HostResources
import Pipeline
import PixelTypes
import Settings
import Terminal
import Viewer

/// The executable: reads arguments and turns errors into text and exit codes, nothing more.
@main
struct Dualcam: Command {
  static let configuration = CommandDescription(
    "dualcam",
    abstract: "Two cameras in, an annotated picture out: HUD in the viewfinders, glass around them.",
    discussion: """
      EXAMPLES
        dualcam devices                             # list the cameras
        dualcam record -o out/first --frames 120    # two scenes, no camera needed
        dualcam verify out/first
        dualcam record --primary /dev/video0 --secondary /dev/video2 -o out/lab
        dualcam run --primary /dev/video0 --latest now.jpg
        dualcam annotate --primary file:clip.avi -o out/clip

      SOURCES
        /dev/video0, v4l2:/dev/v4l/by-id/…    a camera
        pipewire:NODE                         a camera that PipeWire offers
        libcamera:NAME                        a camera that libcamera offers
        file:PATH                             a folder or glob of JPEG, PNG, HEIC,
                                              AVIF, WebP; .mp4, .mov, .mkv, .avi,
                                              .mjpeg of Motion JPEG, .y4m; a pipe,
                                              or - for standard input, of Motion
                                              JPEG, bare or in .mkv
        synth:coast?w=1920&h=1080&roll=3      a scene: coast, walker, city, chart,
                                              fog, grey, noise

      EXIT CODES
        0 done, 1 a check failed, 64 usage, 65 bad data, 66 no input,
        69 no device or program,
        70 two results differ, 71 no thread or memory,
        73 can't create an output, 74 input or output failed, 75 busy,
        77 no permission, 78 configuration
      """,
    version: Version.text,
    subcommands: [
      Devices.self, Run.self, Record.self, Annotate.self, Analyze.self, Bench.self, Verify.self, Library.self,
      Export.self, Strip.self, Sync.self, Pack.self, Unpack.self, Key.self, Proof.self, View.self,
      Follow.self, Plan.self,
      Work.self,
      Merge.self,
    ])

  static func main() {
    let given = GivenArguments.all
    if given.first == FilmWorker.word, given.count == 3 {
      signal(SIGPIPE, SIG_IGN)
      try? FilmWorker.serve(given[1], in: given[2])
      Glibc.exit(0)
    }
    let command = configuration.subcommands.first { $0.commandName == given.first }
    // First of all: a script may send one as soon as it has started this.
    if command is any LiveCommand.Type { Interrupts.holdRequests() }
    // A reader that leaves is an error to handle, not a signal to die from.
    signal(SIGPIPE, SIG_IGN)
    // So is a file that grows beyond RLIMIT_FSIZE.
    signal(SIGXFSZ, SIG_IGN)
    Exhaustion.endClearly()
    // Before reading anything from outside. The one command that has an address takes that first;
    // commands that start jobs leave it to them, those that start other programs can't, and an export that starts ffmpeg does it once
    // that waits.
    let isLater = [View.self, Follow.self, Plan.self, Work.self, Export.self].contains { command == $0 }
    if !isLater { do { try Sandbox.begin() } catch { Console.warn("\(error)") } }
    do {
      try answerShells(given)
      if command == nil { try refuseUnknown(given.first) }
      let launch = try Invocation(given, defaults: DefaultSettings.places)
      Invocation.current.withLock { $0 = launch }
      ConfigurationOptions.note.withLock { $0 = launch.note }
      ServiceOptions.reload.withLock { $0 = Invocation.reload }
      var parsed = try launch.parse()
      do { try parsed.run() } catch { throw launch.explain(error) }
    } catch {
      if let wish = error as? Wish { end(with: wish, given) }
      let known = error as? any ExplainedError
      let code = known?.exitCode ?? exitCode(for: error)
      let text = known.map { "\($0)" } ?? Complaint.text(message(for: error), arguments: given, of: command)
      // An exit code alone has no text.
      if !text.isEmpty { Console.error(text, remedy: known?.remedy) }
      if code == EX_USAGE {
        Console.hint(
          "  See 'dualcam \(command.map { $0.commandName + " " } ?? "")--help' for more information.")
      }
      Glibc.exit(code)
    }
  }

  /// Help, the version and the settings are results: the user asked for them.
  private static func end(with wish: Wish, _ arguments: [String]) -> Never {
    switch wish {
    case .help: end(withResult: HelpPage(arguments, of: Self.self).text(columns: Console.outputWidth))
    case .version: end(withResult: configuration.version)
    case .settings: end(withResult: Console.json(SettingsDump(Self.self), pretty: true))
    }
  }

  private static func end(withResult text: String) -> Never {
    do { _ = try Console.result(Array((text + "\n").utf8)) } catch {
      Console.error("\(error)", remedy: error.remedy)
      Glibc.exit(error.exitCode)
    }
    Glibc.exit(0)
  }

  /// What an error says; empty for an exit code.
  static func message(for error: any Error) -> String { error is ExitCode ? "" : "\(error)" }

  private static func exitCode(for error: any Error) -> Int32 {
    switch error {
    case let exit as ExitCode: exit.code
    case is ValidationError, is ParseError: EX_USAGE
    default: EXIT_FAILURE
    }
  }

  // MARK: - Shells

  private static let generation = "--generate-completion-script"

  /// Answers a shell that asks what may come next, or a user who asks for a shell's script.
  private static func answerShells(_ words: [String]) throws {
    if words.first == CompletionScript.request {
      let offer = CompletionOffer(Self.self) { Completion.contents(of: $0) }
      let rows = offer.words(Array(words.dropFirst())).map {
        $0.meaning.isEmpty ? $0.word : "\($0.word)\t\($0.meaning)"
      }
      end(withResult: rows.joined(separator: "\n"))
    }
    guard let place = words.firstIndex(where: { $0.hasPrefix(generation) }) else { return }
    let name =
      words[place].split(separator: "=").dropFirst().first.map(String.init) ?? words[(place + 1)...].first
      ?? ""
    guard let script = CompletionScript(rawValue: name) else {
      throw ValidationError(
        "\(generation) needs a shell: \(CompletionScript.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    end(withResult: String(script.text(for: configuration.name).dropLast()))
  }

  private static func refuseUnknown(_ word: String?) throws {
    guard let word, !word.hasPrefix("-"), word != "help" else { return }
    let names = configuration.subcommands.map { $0.commandName }
    let meant = Spelling.nearest(word, among: names)
    throw ValidationError(
      "there is no command '\(word)'; "
        + (meant.map { "did you mean \($0)?" } ?? "the commands are \(names.joined(separator: ", "))"))
  }

  /// Runs without a command.
  func run() throws {
    guard Console.isOutputTerminal else { throw Wish.help }
    try Console.result(FirstSteps.page(DeviceEnumerator.cameras()))
  }
}
