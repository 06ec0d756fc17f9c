import Foundation
import Glibc
import HostResources
import Pipeline
import PixelTypes
import Settings
import Terminal
import Viewer

struct Follow: Command {
  static let configuration = CommandDescription(
    "follow",
    abstract: "Run a program for each file that a recorder completes.",
    discussion: """
      A process of its own, with the rights of whoever starts it: the recorder
      starts no program. Without a command it prints what happens.

      The program gets the event as DUALCAM_EVENT, DUALCAM_PATH and so on, as JSON
      on its standard input, and in place of {path}, {name}, {photo} and so on.
      One runs at a time; one that fails runs again after 1, 2, 4 s and so on.

      EXAMPLES
        dualcam follow dualcam.sock
        dualcam follow dualcam.sock -- rclone copyto {path} nas:lab/{name}
        dualcam follow dualcam.sock --event photo -- lp {photo}

      EXIT CODES
        0 stopped, or ended with the recorder; 1 a program failed for good
      """)

  @Argument(
    "socket", help: Help("Socket of a recorder started with --publish or --control.", valueName: "socket"),
    completion: .file())
  var socket: String

  @Argument("command", help: Help("The program and its arguments, after --.", valueName: "command"))
  var command: [String] = []

  @Option(
    "event",
    help: Help(
      "What to run it for, separated by commas. Default: segment,film,photo,still; without a command everything.",
      valueName: "names"), completion: .words(EventName.allCases.map(\.rawValue)))
  var event: String?

  @Option(
    "retries", help: Help("How often to run a program again that failed.", valueName: "n"),
    bounds: .range(0...1_000_000))
  var retries = 5

  @Option(
    "state",
    help: Help(
      "Remember in this file what is done: a restart goes on there, with what the recorder remembers.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var state: String?

  @Flag("once", help: "End with the recorder, once all is done.")
  var once = false

  @Flag("json", help: "One line of JSON per event on standard output, with what became of it.")
  var json = false

  @OptionGroup var log: LogOptions

  private static let files: [EventName] = [.segment, .film, .photo, .still]

  private var names: Set<String> { Set((event ?? "").split(separator: ",").map(String.init)) }

  func validate() throws {
    let known = EventName.allCases.map(\.rawValue)
    for name in names.sorted() where !known.contains(name) {
      let meant =
        Spelling.nearest(name, among: known).map { "; did you mean \($0)?" }
        ?? "; there are \(known.joined(separator: ", "))"
      throw ValidationError("--event: there is no event \(PlainText.value(name))\(meant)")
    }
    if let program = command.first,
      program.contains("/")
        ? !FileManager.default.isExecutableFile(atPath: program) : ProgramSearch.file(of: program) == nil
    {
      throw ValidationError("there is no program \(PlainText.value(program)); give its path, or install it")
    }
  }

  func run() throws {
    let logger = log.begin()
    var settings = Follower.Settings(socket: socket)
    settings.command = command
    settings.events = event == nil && !command.isEmpty ? Set(Self.files.map(\.rawValue)) : names
    settings.retries = retries
    settings.state = state
    settings.isOnce = once
    let stop = StopFlag()
    Interrupts.stopping(stop)
    let follower = try Follower(settings, stop: stop) { try tell($0, logger) }
    try follower.follow()
    Log.finish()
    if follower.givenUp > 0 { throw ExitCode(EXIT_FAILURE) }
  }

  private func tell(_ news: Follower.News, _ logger: Log) throws {
    switch news {
    case .connected: logger.notice("following \(socket)")
    case .gone(let reason): if !once { logger.notice("\(socket): \(reason); waiting for it") }
    case .event(let event):
      try Console.result(json ? String(decoding: event.line, as: UTF8.self) : Self.text(event))
    case .missed(let count):
      logger.warning("\(count.counted("event")) happened that the recorder doesn't remember")
    case .problem(let text): logger.warning(text)
    case .again(let outcome, let seconds): logger.warning("\(Self.text(outcome)); again in \(seconds) s")
    case .outcome(let outcome):
      if json { try Console.result(Console.json(outcome)) }
      if outcome.isDone {
        logger.notice("\(Self.text(outcome)) done in \(Format.fixed(outcome.seconds, 1)) s")
      } else {
        logger.warning("\(Self.text(outcome)); given up after \(outcome.attempts.counted("attempt"))")
      }
    }
  }

  private static func text(_ event: FollowedEvent) -> String {
    let others = event.members.filter { !["time", "event", "number", "path", "name"].contains($0.key) }
    let rest = others.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return ([event.members["time"] ?? "", event.name] + [event.members["path"]].compactMap(\.self) + rest)
      .joined(separator: "  ")
  }

  private static func text(_ outcome: Follower.Outcome) -> String {
    "\(outcome.event) \(outcome.path ?? "\(outcome.number)")\(outcome.problem.map { ": the program \($0)" } ?? ":")"
  }
}
