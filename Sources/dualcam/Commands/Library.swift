import Foundation
import HostResources
import Pipeline
import PixelTypes
import Recordings
import Settings
import Terminal
import Values

struct Library: Command {
  static let configuration = CommandDescription(
    "library",
    abstract: "List recordings, make contact sheets, keep or delete frames.",
    discussion: """
      ACTIONS
        list             list recordings under DIR, or the one in it (the default)
        list photos      the photos in them, by their paths
        list --where …   those with pictures whose values are so
        sheet            write a contact sheet: -o FILE, or DIR/contact-sheet.jpg
        keep FRAMES      protect frames from deletion
        unkeep FRAMES    no longer protect them
        delete FRAMES    delete frames that are not kept; on a terminal it asks
                         first, unless they are named by number
      FRAMES is a list such as 3,10-20, all, snapped, photos, marked, older:30m.

      EXAMPLES
        dualcam library out list
        dualcam library out/demo sheet
        dualcam library out/booth list photos | xargs -d '\\n' lp
        dualcam library out list --where 'depth>10ft and state=idle'
        dualcam library out/demo keep 12,40-44
        dualcam library out/demo delete all
      """)

  enum Action: String, CaseIterable {
    case list, sheet, keep, unkeep, delete

    var takesFrames: Bool { self != .list && self != .sheet }
  }

  @Argument(
    "dir", help: Help("Folder of a recording, or of several.", valueName: "dir"), completion: .directory)
  var place: String

  @Argument(
    "action", help: Help("What to do; see above.", valueName: "action"),
    completion: .words(Action.allCases.map(\.rawValue)))
  var word = Action.list.rawValue

  @Argument("frames", help: Help("Frames to keep, unkeep or delete.", valueName: "frames"))
  var frames: String?

  @Option(
    "output", short: "o", help: Help("File for the contact sheet.", valueName: "file"),
    completion: .file(extensions: ["jpg"]))
  var output: String?

  @Option("count", help: Help("Frames on the contact sheet.", valueName: "n"), bounds: .range(1...400))
  var count = 12

  @Option(
    "where",
    help: Help(
      "List recordings with pictures whose values are so: < <= = != > >=, a unit if it is another, several with and.",
      valueName: "condition"))
  var condition: String?

  @Flag("json", help: "JSON on standard output.")
  var json = false

  @Option(
    "sign",
    help: Help("Sign what is deleted with this secret key, the recorder's.", valueName: "file.key"),
    completion: .words([], orFiles: ["key", "pem"]))
  var sign: String?

  @Flag("yes", short: "y", help: "Don't ask before deleting; only terminals are asked.")
  var yes = false

  static let tried = ["contact-sheet": "write dualcam library DIR sheet -o FILE.jpg"]

  /// Whether the words are swapped: `library list out`.
  private var isTurned: Bool { Action(rawValue: word) == nil && Action(rawValue: place) != nil }
  /// Whether there is an action, and no folder: `library sheet`.
  private var isBare: Bool {
    word == Action.list.rawValue && !FileManager.default.fileExists(atPath: place)
  }
  private var folder: String { isTurned ? word : place }
  private var action: Action { Action(rawValue: isTurned ? place : word) ?? .list }

  func validate() throws {
    if !isTurned, Action(rawValue: word) == nil {
      throw ValidationError(
        "'\(word)' isn't an action; after the folder, write list, sheet, keep, unkeep or delete")
    }
    if let action = Action(rawValue: place), isTurned ? action.takesFrames && frames == nil : isBare {
      throw ValidationError(
        "\(action.rawValue) needs a folder: dualcam library DIR \(action.rawValue)"
          + (action.takesFrames ? " \(isTurned ? word : "FRAMES")" : ""))
    }
    try JPEGPath.check("--output", output)
    switch action {
    case .keep, .unkeep, .delete:
      if frames == nil {
        throw ValidationError("\(action.rawValue) needs frames, such as 3,10-20, all or snapped")
      }
    case .list where frames == "photos": break
    case .list, .sheet:
      if let frames { throw ValidationError("\(action.rawValue) takes no frames; leave out '\(frames)'") }
    }
    if output != nil && action != .sheet { throw ValidationError("--output applies only to sheet") }
    if condition != nil, action != .list || frames != nil {
      throw ValidationError("--where applies only to list, for recordings")
    }
    _ = try conditions()
  }

  private func conditions() throws -> [ValueCondition] {
    guard let condition else { return [] }
    do { return try ValueCondition.list(condition) } catch { throw ValidationError("--where: \(error)") }
  }

  func run() throws {
    let key = try sign.map { try KeyFile.readSecret($0) }
    Sandbox.confineCommand(to: paths, warn: Console.warn)
    let library = RecordingLibrary(folder)
    switch action {
    case .list where frames != nil:
      let photos = try library.photos()
      if json { return try Console.result(Console.json(photos, pretty: true)) }
      if photos.isEmpty { Console.note("\(folder) has no photos; the shutter takes them in photo mode") }
      for photo in photos { try Console.result(photo.path) }
    case .list:
      let (recordings, names) = try library.list(where: conditions())
      if json {
        try Console.result(Console.json(recordings, pretty: true))
      } else if recordings.isEmpty, let condition {
        let said =
          names.isEmpty
          ? "its pictures have no values" : "its values are \(names.sorted().joined(separator: ", "))"
        Console.note("no picture in \(folder) has \(PlainText.value(condition)); \(said)")
      } else if recordings.isEmpty {
        Console.note(
          "\(folder) has no recording; make one: dualcam record -o \(folder)/first --frames 120")
      } else {
        for recording in recordings { try Console.result(Self.text(recording)) }
      }
    case .sheet:
      let path = sheet
      try ContactSheet(folder: folder, count: count).write(to: path) { Console.note($0) }
      try Console.result(json ? Console.json(["file": path]) : path)
    case .keep: try report(try library.keep(try selection()), "kept")
    case .unkeep: try report(try library.unkeep(try selection()), "no longer kept")
    case .delete:
      let selection = try selection()
      guard try yes || isMeant(selection) else { return Console.note("nothing was deleted") }
      try report(try library.delete(selection, key: key), "deleted")
    }
  }

  private var sheet: String { output ?? folder + "/contact-sheet.jpg" }

  private var paths: PathRules {
    var paths = PathRules()
    paths.read(folder)
    switch action {
    case .list: break
    case .sheet: paths.write(sheet)
    case .keep, .unkeep, .delete: paths.own(folder)
    }
    return paths
  }

  /// Asks before what isn't named picture by picture is deleted. Scripts aren't asked.
  private func isMeant(_ selection: FrameSelection) throws -> Bool {
    guard selection.onlyRanges == nil, Console.isInputTerminal, Console.isErrorTerminal else { return true }
    Console.ask("delete \(frames ?? "") in \(folder), except kept frames? Type yes: ")
    return ["y", "yes"].contains(readLine()?.trimmingCharacters(in: .whitespaces).lowercased())
  }

  private func selection() throws -> FrameSelection { try FrameSelection(parsing: frames ?? "") }

  private func report(_ change: RecordingLibrary.Change, _ verb: String) throws {
    if json { return try Console.result(Console.json(change)) }
    var text = "\(change.frames.count.counted("frame")) \(verb)"
    if change.frames.isEmpty, change.skippedKept.isEmpty { text = "no frame \(verb): none matches" }
    if change.bytes > 0 { text += ", \(Format.bytes(change.bytes)) freed" }
    if !change.skippedKept.isEmpty {
      text += "; \(change.skippedKept.count.counted("kept frame")) left alone"
    }
    try Console.result(text)
  }

  private static func text(_ recording: RecordingSummary) -> String {
    var parts = [recording.frames.counted("frame"), Format.bytes(recording.bytes)]
    if let seconds = recording.seconds { parts.append(Format.duration(seconds)) }
    if recording.photos > 0 { parts.append(recording.photos.counted("photo")) }
    if recording.kept > 0 { parts.append("\(recording.kept) kept") }
    if recording.deleted > 0 { parts.append("\(recording.deleted) deleted") }
    if recording.freed > 0 { parts.append("\(recording.freed) freed") }
    var lines = ["\(recording.name)  \(parts.joined(separator: ", "))"]
    if let time = recording.firstTime { lines[0] += "  \(time)" }
    if let matches = recording.matches {
      var text = "  \(matches.conditions.joined(separator: " and ")) in \(matches.frames.counted("frame"))"
      if let first = matches.first { text += ", first \(first)" }
      if let time = matches.firstTime { text += " at \(time)" }
      lines.append(text)
    }
    lines += recording.cameras.map { "  \($0)" }
    for (state, count) in recording.cameraStates.sorted(by: { $0.key < $1.key })
    where !state.hasSuffix(" live") {
      lines.append("  \(state) in \(count.counted("frame"))")
    }
    for problem in recording.problems { lines.append("  problem: \(problem)") }
    return lines.joined(separator: "\n")
  }
}
