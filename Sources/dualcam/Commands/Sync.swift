import Pipeline
import PixelTypes
import Recordings
import Settings
import Terminal

struct Sync: Command {
  static let configuration = CommandDescription(
    "sync",
    abstract: "Find how far cameras' time stamps are apart, from beats that all of them see.",
    discussion: """
      Record the cameras with --keep-source while a lamp goes on and off, or hands
      clap, twenty times or more, not in time with the frames; in a dim room a
      telephone's torch does. Each beat narrows the offsets down.

      EXAMPLES
        dualcam record --camera /dev/video0 --camera /dev/video2 \\
          --camera /dev/video4 --keep-source --duration 30s -o out/beats
        dualcam sync out/beats -o offsets.json
        dualcam record --offsets offsets.json --camera /dev/video0 \\
          --camera /dev/video2 --camera /dev/video4 -o out/rig
      """)

  @Argument("dir", help: Help("Folder of the recording.", valueName: "dir"), completion: .directory)
  var folder: String

  @Option(
    "output", short: "o",
    help: Help("Keep the offsets here, by the cameras' names, for --offsets.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var output: String?

  @Flag("json", help: "The report as JSON.")
  var json = false

  func run() throws {
    var paths = PathRules()
    paths.read(folder)
    if let output {
      paths.write(output)
      paths.readAgain(output)
    }
    Sandbox.confineCommand(to: paths, warn: Console.warn)
    let bar = ProgressLine("looking for beats")
    let cameras = try RecordingBeats(folder).run { done, total in bar.update(done, of: total) }
    Console.endStatus()
    let silent = cameras.filter { $0.offsetMs == nil }.map(\.camera)
    if let output, silent.isEmpty { try CameraOffsets.keep(cameras, in: output) }
    if json {
      try Console.result(Console.json(cameras, pretty: true))
    } else {
      try Console.result(Self.text(cameras))
    }
    guard silent.isEmpty else {
      throw PipelineError.usage(
        reason:
          "\(silent.joined(separator: ", ")): fewer than \(StampOffset.fewestBeats) beats in common with "
          + "\(cameras[0].camera); flash the lamp more often, in view of every camera, at least half a second apart"
      )
    }
  }

  static func text(_ cameras: [RecordingBeats.Camera]) -> String {
    let widest = cameras.map(\.camera.count).max() ?? 0
    return cameras.enumerated().map { index, camera in
      let name = camera.camera.padding(toLength: widest, withPad: " ", startingAt: 0)
      let beats = camera.beats.counted("beat")
      guard let offset = camera.offsetMs, let error = camera.errorMs else {
        return "\(name)  unknown, \(beats)"
      }
      return index == 0
        ? "\(name)  0, \(beats)"
        : "\(name)  \(Format.fixed(offset, 2)) ± \(Format.fixed(error, 2)) ms, \(beats)"
    }.joined(separator: "\n")
  }
}
