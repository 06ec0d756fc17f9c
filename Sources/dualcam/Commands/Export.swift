import Foundation
import Pipeline
import PixelTypes
import Recordings
import Settings
import Terminal

struct Export: Command {
  static let configuration = CommandDescription(
    "export",
    abstract: "Write a recording's pictures, as they are, into one file: .mkv or .mcap.",
    discussion: """
      The JPEGs are copied, so ffmpeg gives them back byte for byte.
      A recording in segments becomes one file.

      FORMATS
        .mkv    each picture at its own time, to the microsecond; readings as a
                subtitle track, a chapter for each segment; - is a pipe
        .mcap   for robots: pictures, kept frames, and guides as messages;
                with --ros2 a bag for ROS 2

      EXAMPLES
        dualcam export out/lab -o lab.mkv
        dualcam export out/lab -o kept.mkv --kept
        dualcam export out/lab -o minute.mkv --from 2m --to 3m
        dualcam export out/lab -o back.mkv --camera secondary
        dualcam export out/lab -o lab.mcap --ros2
        dualcam export out/lab -o - |
          ffmpeg -i - -vf format=yuv420p -c:v libx264 lab.mp4
      """)

  @Argument(
    "dir", help: Help("Folder of a recording, or of its segments.", valueName: "dir"), completion: .directory
  )
  var folder: String

  @Option(
    "output", short: "o", help: Help("The new file.", valueName: "file"),
    completion: .file(extensions: ["mkv", "mcap"]))
  var output: String

  @Option("frames", help: Help("Only these pictures: 3,10-20, or snapped, or all.", valueName: "frames"))
  var frames: String?

  @Flag("kept", help: "Only kept pictures.")
  var kept = false

  @Option("from", help: Help("Start at this time in the recording, such as 90s.", valueName: "time"))
  var from: DurationArgument?

  @Option("to", help: Help("Stop at this time in the recording.", valueName: "time"))
  var to: DurationArgument?

  @Option(
    "camera", help: Help("Only this camera's viewfinder, cut out without loss.", valueName: "camera"),
    completion: .words(CameraNames.usual))
  var camera: String?

  @Flag("ros2", help: "Write the .mcap as a bag that ROS 2 reads.")
  var isROS2 = false

  @Option(
    "calibration",
    help: Help(
      "For an .mcap: a camera's calibration, the YAML of ROS's camera_calibration, as primary=FILE. Again for each.",
      valueName: "camera=file"))
  var calibration: [String] = []

  @Flag("json", help: "The report as JSON.")
  var json = false

  static let tried = [
    "fps": "each picture keeps its own time; the rate is chosen when recording, with --fps or --every"
  ]

  /// What ffmpeg makes other films with.
  private static let codecs = [
    "avi": "-c copy", "mov": "-c copy", "mp4": "-vf format=yuv420p -c:v libx264",
    "m4v": "-vf format=yuv420p -c:v libx264", "webm": "-c:v libvpx-vp9",
  ]

  /// The calibrations' files by camera.
  private func calibrations() throws -> [String: String] {
    var files: [String: String] = [:]
    for text in calibration {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, CameraNames.objection(to: parts[0]) == nil, files[parts[0]] == nil else {
        throw ValidationError(
          "--calibration is '\(text)'; it must be a camera's name and a file, such as primary=FILE, each once at most"
        )
      }
      files[parts[0]] = parts[1]
    }
    return files
  }

  func validate() throws {
    _ = try calibrations()
    if !calibration.isEmpty, !output.lowercased().hasSuffix(".mcap") {
      throw ValidationError("--calibration goes into an .mcap, and --output is \(output)")
    }
    if !isROS2, let codec = Self.codecs[(output as NSString).pathExtension.lowercased()] {
      throw ValidationError(
        "--output is \(output), and this command writes .mkv and .mcap; have ffmpeg make it: "
          + "dualcam export \(folder) -o - | ffmpeg -i - \(codec) \(output)")
    }
    if let from, let to, from.duration >= to.duration {
      throw ValidationError("--from must be before --to")
    }
    if output == "-", json {
      throw ValidationError("--json and -o - both need standard output; give -o a file name")
    }
    if let camera, let problem = CameraNames.objection(to: camera) {
      throw ValidationError("--camera is '\(camera)'; \(problem)")
    }
  }

  func run() throws {
    let calibrations = try calibrations()
    var paths = PathRules()
    paths.read(folder)
    for file in calibrations.values { paths.read(file) }
    if output != "-" {
      _ = try FilmFormat(path: output, isROS2: isROS2)
      paths.write(output)
    } else if isROS2 {
      throw ValidationError("--ros2 needs a file: -o FILE.mcap")
    } else if Console.isOutputTerminal {
      throw ValidationError(
        "-o - writes a film to standard output, which is a terminal; pipe it, or give a file name")
    }
    Sandbox.confineCommand(to: paths, warn: Console.warn)
    var settings = RecordingExport.Settings(program: "dualcam \(Version.text)")
    settings.frames = try frames.map { try FrameSelection(parsing: $0) }
    settings.isKeptOnly = kept
    settings.from = from?.duration
    settings.to = to?.duration
    settings.camera = camera
    settings.isROS2 = isROS2
    settings.calibrations = calibrations
    let bar = ProgressLine("exporting")
    let report = try RecordingExport(folder: folder, output: output, settings: settings).run { done, total in
      bar.update(done, of: total)
    }
    Console.endStatus()
    for problem in report.problems { Console.warn("\(problem)") }
    if report.sizes.count > 1 {
      Console.note("pictures change size (\(report.sizes.joined(separator: ", "))); players scale them")
    }
    if let to, to.duration > .seconds(report.recordingSeconds) {
      Console.note("\(folder) is \(Format.duration(report.recordingSeconds)) long: --to is beyond its end")
    }
    if json {
      try Console.result(Console.json(report, pretty: true))
    } else if output != "-" {
      var text =
        "\(output): \(report.frames.counted("picture")), \(Format.duration(report.seconds)), \(Format.bytes(report.bytes))"
      if report.leftOut > 0 { text += "; \(report.leftOut) not chosen" }
      try Console.result(text)
    }
    if !report.problems.isEmpty { throw ExitCode(65) }
  }
}
