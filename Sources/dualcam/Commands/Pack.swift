import Pipeline
import PixelTypes
import Recordings
import Settings
import Terminal

struct Pack: Command {
  static let configuration = CommandDescription(
    "pack",
    abstract: "Make a recording smaller: its JPEGs as JPEG XL, without loss.",
    discussion: """
      Saves about a fifth. verify, library, export, view, annotate and analyze
      read the recording as before, and unpack gives back the same bytes. Needs
      libjxl: apt install libjxl-tools

      EXAMPLES
        dualcam pack out/lab
        dualcam unpack out/lab
      """)

  @OptionGroup var options: PackingOptions

  func run() throws { try options.run(.pack, "packing", "packed") }
}

struct Unpack: Command {
  static let configuration = CommandDescription(
    "unpack",
    abstract: "Give back a packed recording's JPEGs, byte for byte.",
    discussion: """
      EXAMPLES
        dualcam unpack out/lab
      """)

  @OptionGroup var options: PackingOptions

  func run() throws { try options.run(.unpack, "unpacking", "unpacked") }
}

struct PackingOptions: SettingGroup {
  @Argument(
    "dir", help: Help("Folder of a recording, or of its segments.", valueName: "dir"), completion: .directory
  )
  var folder: String

  @Flag("json", help: "The report as JSON.")
  var json = false

  func run(_ direction: RecordingPacker.Direction, _ doing: String, _ done: String) throws {
    var paths = PathRules()
    paths.own(folder)
    Sandbox.confineCommand(to: paths, warn: Console.warn)
    let bar = ProgressLine(doing)
    let report = try RecordingPacker(folder, direction).run { done, total in bar.update(done, of: total) }
    Console.endStatus()
    for problem in report.problems { Console.warn("\(problem)") }
    if json {
      try Console.result(Console.json(report, pretty: true))
    } else {
      var text = "\(folder): \(report.pictures.counted("picture")) \(done)"
      if report.pictures > 0 {
        text += ", \(Format.bytes(report.bytesBefore)) are now \(Format.bytes(report.bytesAfter))"
      }
      if report.left > 0 { text += "; \(report.left) can't be made smaller" }
      try Console.result(text)
    }
    if !report.problems.isEmpty { throw ExitCode(65) }
  }
}
