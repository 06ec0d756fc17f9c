import Glibc
import HostResources
import Pipeline
import PixelTypes
import Recordings
import Settings
import Terminal

struct Strip: Command {
  static let configuration = CommandDescription(
    "strip",
    abstract: "Take the ink off: the cameras' own JPEGs out of a picture or a recording.",
    discussion: """
      Pictures recorded with --keep-source inside give back each frame as the
      camera sent it, byte for byte, proved by its SHA-256. Frames that were
      kept whole, beside, are copied. Picture 42 becomes 000042.primary.jpg.
      With the key that they were sealed to, frames come without their masks.

      EXAMPLES
        dualcam record --keep-source inside -o out/inked --duration 10s
        dualcam strip out/inked -o out/frames
        dualcam strip out/inked/000002.jpg --camera primary -o out/frames
      """)

  @Argument(
    "source",
    help: Help("The folder of a recording or of its segments, a picture, or a film.", valueName: "source"),
    completion: .file(extensions: ["jpg", "jxl", "mkv", "/"]))
  var source: String

  @Option(
    "output", short: "o", help: Help("Folder for the frames.", valueName: "dir"), completion: .directory)
  var output: String

  @Option(
    "camera", help: Help("Only this camera's frames.", valueName: "camera"),
    completion: .words(CameraNames.usual))
  var camera: String?

  @Option(
    "key",
    help: Help(
      "The secret key of --seal: takes masks off, too, of frames that were sealed to it.",
      valueName: "file.key"), completion: .words([], orFiles: ["key", "pem"]))
  var key: String?

  @Flag("json", help: "The report as JSON.")
  var json = false

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output is empty; name a folder") }
  }

  func run() throws {
    // What was hidden is for whoever has the key, not for all on the machine.
    if key != nil { umask(0o077) }
    let stripper = RecordingStripper(
      source, camera: camera, output: output, key: try key.map { try KeyFile.readOpening($0) })
    try stripper.check()
    var paths = PathRules()
    if RecordingStripper.namesPicture(source) { paths.readAgain(source) } else { paths.read(source) }
    try paths.make(output)
    Sandbox.confineCommand(to: paths, warn: Console.warn)
    let bar = ProgressLine("stripping")
    let report = try stripper.run { done, total in bar.update(done, of: total) }
    Console.endStatus()
    for problem in report.problems { Console.warn("\(problem)") }
    if json {
      try Console.result(Console.json(report, pretty: true))
    } else {
      let counts = report.cameras.map { ($0.inside + $0.beside, $0.camera) }
      var text = counts.enumerated().map { index, count in
        "\(index == 0 ? count.0.counted("frame") : "\(count.0)") of the \(count.1)"
      }.joined(separator: ", ")
      let inside = report.cameras.reduce(0) { $0 + $1.inside }
      let beside = report.cameras.reduce(0) { $0 + $1.beside }
      if inside > 0 { text += "; \(beside == 0 ? "all" : "\(inside)") out of pictures, byte for byte" }
      if beside > 0 { text += "; \(inside == 0 ? "all" : "\(beside)") from beside them" }
      if report.opened > 0 {
        text += "; \(report.opened.counted("frame")) without \(report.opened == 1 ? "its" : "their") masks"
      }
      text = "\(output): " + (counts.isEmpty ? "no frames" : "\(text); \(Format.bytes(report.bytes))")
      if report.missing > 0 { text += "; \(report.missing.counted("frame wasn't", "frames weren't")) kept" }
      try Console.result(text)
    }
    if !report.problems.isEmpty { throw ExitCode(65) }
  }
}
