import Foundation
import Glibc
import HostResources
import Pipeline
import PixelTypes
import Settings
import Terminal
import Viewer

struct View: Command {
  static let configuration = CommandDescription(
    "view",
    abstract: "Watch and operate recorders, from a browser or a terminal.",
    discussion: """
      A process of its own: the recorder opens no port, and loses nothing when
      this one ends. Without --listen it serves http://127.0.0.1:8080 to this
      machine alone. An address that others can reach needs --token-file.

      EXAMPLES
        dualcam run --primary /dev/video0 --publish dualcam.sock &
        dualcam view dualcam.sock
        dualcam view --terminal dualcam.sock
        dualcam view --allow-control --recordings out dualcam.sock
        dualcam view --listen 0.0.0.0:8080 --token-file token dualcam.sock
        dualcam view --listen-unix view.sock --host camera.example dualcam.sock
      """)

  @Argument(
    "socket", help: Help("Sockets of recorders started with --publish.", valueName: "socket"),
    completion: .file())
  var sockets: [String]

  @Flag(
    "terminal",
    help: Help(
      "Show one recorder on this terminal instead; works over SSH. The mouse acts as a finger, Tab moves to the next control, Enter presses it, q quits."
    ))
  var terminal = false

  @Option(
    "listen", help: Help("Address and port to listen on. Default: 127.0.0.1:8080.", valueName: "address"),
    rules: [.excludes("listen-unix")])
  var listen: String?

  @Option(
    "listen-unix", help: Help("Listen on a Unix socket instead, for a proxy.", valueName: "path"),
    completion: .file())
  var listenUnix: String?

  @Option(
    "listen-group", help: Help("Members of this group may connect to --listen-unix too.", valueName: "group"),
    rules: [.requires("listen-unix")],
    completion: .groups)
  var listenGroup: String?

  @Option(
    "token-file",
    help: Help(
      "Ask for the token in this file (mode 0600, one line) before anything is shown.", valueName: "file"),
    completion: .file())
  var tokenFile: String?

  @Option(
    "host",
    help: Help(
      "Host name that browsers may use for this server; repeatable. Addresses and localhost always work.",
      valueName: "name"))
  var host: [String] = []

  @Option(
    "allow-origin",
    help: Help(
      "Site whose pages may show what is here, as https://home.example, or * for all sites; repeatable.",
      valueName: "origin"))
  var allowOrigin: [String] = []

  @Option(
    "recordings", help: Help("Show the recordings in this folder too.", valueName: "dir"),
    completion: .directory)
  var recordings: String?

  @Flag("allow-control", help: "Let viewers press the controls, and keep and delete pictures.")
  var allowControl = false

  @OptionGroup var log: LogOptions

  func validate() throws {
    if terminal {
      let others = [
        ("--listen", listen != nil), ("--listen-unix", listenUnix != nil),
        ("--listen-group", listenGroup != nil), ("--token-file", tokenFile != nil), ("--host", !host.isEmpty),
        ("--allow-origin", !allowOrigin.isEmpty), ("--recordings", recordings != nil),
        ("--allow-control", allowControl),
      ]
      if let other = others.first(where: \.1) {
        throw ValidationError("\(other.0) can't be used with --terminal, which serves no page")
      }
      if sockets.count > 1 { throw ValidationError("--terminal shows one recorder; give one socket") }
    }
    for origin in allowOrigin where origin != Gate.anyOrigin && Gate.origin(of: origin, isWhole: true) == nil
    {
      throw ValidationError(
        "--allow-origin \(PlainText.value(origin)): it isn't one site, such as https://home.example or http://192.168.1.5:8123; "
          + "give its scheme, name and port, without a path, or * for all sites")
    }
    for path in sockets {
      let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      guard let kind, [.typeDirectory, .typeRegular].contains(kind) else { continue }
      throw ValidationError(
        "\(path) is no socket; name one that a recorder was started with: --publish SOCKET"
          + (kind == .typeDirectory
            ? "; its page shows the folder's recordings with --recordings \(path)" : ""))
    }
    if sockets.count > 16 { throw ValidationError("\(sockets.count) sockets are too many; give at most 16") }
  }

  private func place() throws -> ViewServer.Place {
    if let listenUnix {
      guard let listenGroup else { return .unix(listenUnix, group: nil) }
      guard let number = UserGroup.number(of: listenGroup) else {
        throw ValidationError("--listen-group: there is no group \(listenGroup)")
      }
      return .unix(listenUnix, group: number)
    }
    if let listen { return .address(listen) }
    return ViewServer.Place.inherited ?? .address("127.0.0.1:8080")
  }

  func run() throws {
    if terminal { return try showOnTerminal() }
    let logger = log.begin()
    var settings = ViewServer.Settings(sockets: sockets)
    settings.recordings = recordings
    settings.tokenFile = tokenFile
    settings.hosts = host
    settings.origins = allowOrigin.compactMap { $0 == Gate.anyOrigin ? $0 : Gate.origin(of: $0) }
    settings.allowsControl = allowControl
    // What stands in a log is read by others, and later.
    settings.hasLink = Console.isErrorTerminal
    let place = try place()
    if let recordings { openFilms(recordings, &settings) }
    QRCode.prepare()
    let stop = StopFlag()
    Interrupts.stopping(stop)
    let server = try ViewServer(
      settings, at: place,
      confine: { [room = settings.films] in
        // Its address is the only one it has: from now on there are no others.
        do { try Sandbox.begin() } catch { Console.warn("\(error)") }
        var paths = paths
        if let room { paths.read(room.place) }
        do { try Sandbox.confine(to: paths) } catch { Console.warn("\(error)") }
      }, tell: { logger.notice($0) })
    do { try Sandbox.tighten([.accepting, .connecting]) } catch { Console.warn("\(error)") }
    logger.notice("showing \(sockets.joined(separator: ", ")) at \(server.page); Ctrl-C ends it")
    for page in server.pages.dropFirst() { logger.notice("also at \(page)") }
    if let link = server.link {
      logger.notice("one browser can log in without the token: \(link)")
      // A phone's camera reads it; other machines can't reach this one's loopback.
      if !Self.isLoopback(link) { Console.draw(QRCode(link)?.lines ?? []) }
    }
    if !allowControl { logger.info("read-only: --allow-control lets viewers press the controls") }
    while !stop.isStopped { usleep(200_000) }
    server.close()
    Log.finish()
  }

  private static func isLoopback(_ link: String) -> Bool {
    ["127.", "localhost", "[::1]"].contains { link.hasPrefix("http://" + $0) }
  }

  private func showOnTerminal() throws {
    let stop = StopFlag()
    Interrupts.stopping(stop)
    // Before its colours and sizes change.
    do { try Sandbox.begin() } catch { Console.warn("\(error)") }
    let device = try TerminalDevice()
    do {
      try Sandbox.confine(to: PathRules())
      try Sandbox.tighten([.connecting, .settingTerminal])
    } catch { Console.warn("\(error)") }
    let view = try TerminalView(of: sockets[0], on: device)
    view.run { stop.isStopped }
  }

  /// Starts what makes films for pages, where ffmpeg is.
  private func openFilms(_ recordings: String, _ settings: inout ViewServer.Settings) {
    guard ProgramSearch.file(of: "ffmpeg") != nil else {
      settings.noFilms =
        "a film needs ffmpeg, which isn't installed there: \(FFmpeg.install), then start the view again"
      return
    }
    do { settings.films = try FilmRoom(recordings) } catch { settings.noFilms = "\(error)" }
  }

  private var paths: PathRules {
    var paths = PathRules()
    if let recordings {
      paths.read(recordings)
      if allowControl { paths.own(recordings) }
    }
    if let listenUnix { paths.listen(listenUnix) }
    return paths
  }
}
