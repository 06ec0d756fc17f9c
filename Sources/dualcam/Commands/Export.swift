import Foundation
import HostResources
import Pipeline
import PixelTypes
import Recordings
import Settings
import Terminal

struct Export: Command {
  static let configuration = CommandDescription(
    "export",
    abstract: "Write a recording's pictures into one file: .mp4 for phones, .mkv or .mcap as they are.",
    discussion: """
      Into .mkv and .mcap the JPEGs are copied, so ffmpeg gives them back byte for
      byte. A recording in segments becomes one file.

      FORMATS
        .mp4    a film to send to somebody: H.264, made by ffmpeg, where it is
                installed
        .mkv    each picture at its own time, to the microsecond; readings as a
                subtitle track, a chapter for each segment; - is a pipe
        .mcap   for robots: pictures, kept frames, and guides as messages;
                with --ros2 a bag for ROS 2
        .gpx    the track of a recording with --values, for maps
        .srt    the readings alone, as captions beside a film

      EXAMPLES
        dualcam export out/lab -o lab.mp4
        dualcam export out/lab -o clean.mp4 --clean --stamp '%F %T'
        dualcam export out/lab -o lapse.mp4 --length 30s
        dualcam export out/lab -o lab.mkv
        dualcam export out/lab -o kept.mkv --kept
        dualcam export out/lab -o minute.mkv --from 2m --to 3m
        dualcam export out/lab -o back.mkv --camera secondary
        dualcam export out/lab -o lab.mcap --ros2
        dualcam export trip -o trip.gpx
        dualcam export trip -o trip.mp4 --stamp '%T  %{depth:.1f m}'
      """)

  @Argument(
    "dir", help: Help("Folder of a recording, or of its segments.", valueName: "dir"), completion: .directory
  )
  var folder: String

  @Option(
    "output", short: "o", help: Help("The new file.", valueName: "file"),
    completion: .file(extensions: ["mp4", "mkv", "mcap", "gpx", "srt"]))
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

  @Option(
    "fps",
    help: Help("Show this many pictures a second, whenever they were taken.", valueName: "n"),
    bounds: .range(0.1...60.0), rules: [.excludes("speed"), .excludes("length")])
  var fps: Double?

  @Option(
    "speed", help: Help("Show it this many times as fast: 60x, or .5x.", valueName: "factor"),
    rules: [.excludes("length")])
  var speed: SpeedArgument?

  @Option("length", help: Help("Show it in this time, such as 30s.", valueName: "time"))
  var length: DurationArgument?

  @Flag(
    "clean",
    help: "The frames as the camera took them, without anything drawn; of a recording with --keep-source.")
  var clean = false

  @OptionGroup var stamp: StampOptions

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

  /// What ffmpeg makes other films with.
  private static let codecs = ["avi": "-c copy", "mov": "-c copy", "webm": "-c:v libvpx-vp9"]

  private var isPhoneFilm: Bool { ["mp4", "m4v"].contains(ending) }
  private var ending: String { (output as NSString).pathExtension.lowercased() }

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
    if !isROS2, let codec = Self.codecs[ending] {
      throw ValidationError(
        "--output is \(output), and this command writes .mp4, .mkv, .mcap, .gpx and .srt; have ffmpeg make it: "
          + "dualcam export \(folder) -o - | ffmpeg -i - \(codec) \(output)")
    }
    if let from, let to, from.duration >= to.duration {
      throw ValidationError("--from must be before --to")
    }
    if ["mcap", "gpx", "srt"].contains(ending) {
      let given = [
        (fps != nil, "--fps"), (speed != nil, "--speed"), (length != nil, "--length"), (clean, "--clean"),
        (!stamp.stamp.isEmpty, "--stamp"),
      ]
      if let (_, name) = given.first(where: \.0) {
        throw ValidationError(
          ending == "mcap"
            ? "\(name) is for films, .mp4 and .mkv; an .mcap has the pictures and the kept frames as they are, at their own times"
            : "\(name) is for films, .mp4 and .mkv; a .\(ending) has what their lines say, at their own times"
        )
      }
    }
    _ = try stamp.pictureStamps(hasValues: true)
    if output == "-", json {
      throw ValidationError("--json and -o - both need standard output; give -o a file name")
    }
    if let camera, let problem = CameraNames.objection(to: camera) {
      throw ValidationError("--camera is '\(camera)'; \(problem)")
    }
  }

  func run() throws {
    let calibrations = try calibrations()
    // Other programs are started before this one may start none.
    let encoders = isPhoneFilm ? try waitingEncoders() : []
    do { try Sandbox.begin() } catch { Console.warn("\(error)") }
    var paths = PathRules()
    paths.read(folder)
    for file in calibrations.values { paths.read(file) }
    if output != "-" {
      if !isPhoneFilm || isROS2 { _ = try FilmFormat(path: output, isROS2: isROS2) }
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
    settings.isClean = clean
    settings.pace = pace
    settings.stamps = try stamp.pictureStamps(hasValues: true)
    let report = try export(settings, encoders[...])
    for problem in report.problems { Console.warn("\(problem)") }
    if report.sizes.count > 1 {
      Console.note(
        "pictures change size (\(report.sizes.joined(separator: ", "))); "
          + (isPhoneFilm ? "all are scaled to the first one" : "players scale them"))
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
      if report.passedOver > 0 { text += "; \(report.passedOver) too soon after another" }
      try Console.result(text)
    }
    if !report.problems.isEmpty { throw ExitCode(65) }
  }

  private var pace: FilmPace? {
    if let fps { return .rate(fps) }
    if let speed { return .speed(speed.factor) }
    return length.map { .length(Int64($0.duration / .nanoseconds(1))) }
  }

  /// ffmpeg, waiting for pictures, once for each of its encoders.
  private func waitingEncoders() throws -> [FilmEncoder] {
    let mkv = (output as NSString).deletingPathExtension + ".mkv"
    let words = ["dualcam"] + GivenArguments.all.map { $0 == output ? mkv : $0 }
    let line = words.map(Self.quoted).joined(separator: " ")
    let ffmpeg = try FFmpeg(
      search: ProgramSearch.folders,
      without:
        "Or take the pictures to a machine that has it: \(line), and there: ffmpeg -i \(Self.quoted(mkv)) "
        + "-vf format=yuv420p -c:v libx264 -movflags +faststart \(Self.quoted(output))")
    return try ffmpeg.waiting(toWrite: output)
  }

  /// As a shell takes it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=+,".contains($0)) }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }

  /// Exports with the first encoder, or the next one where that fails.
  private func export(
    _ settings: RecordingExport.Settings, _ encoders: ArraySlice<FilmEncoder>
  ) throws -> RecordingExport.Report {
    let bar = ProgressLine("exporting")
    defer { Console.endStatus() }
    do {
      let job = RecordingExport(
        folder: folder, output: output, settings: settings, encoder: encoders.first)
      let report = try job.run { done, total in bar.update(done, of: total) }
      if let remark = encoders.first?.remarks.first {
        Console.warn("ffmpeg made the film and said: \(remark)")
      }
      return report
    } catch {
      guard encoders.count > 1, encoders.first?.hasFailed ?? false else { throw error }
      Console.endStatus()
      Console.warn("\(error); encoding again by \(encoders[encoders.startIndex + 1].name)")
      return try export(settings, encoders.dropFirst())
    }
  }
}

/// `60x`: so many times as fast.
struct SpeedArgument: SettingValue {
  let factor: Double

  init?(argument: String) {
    let number = argument.hasSuffix("x") ? argument.dropLast() : argument[...]
    guard let factor = Double(number), (0.01...100_000).contains(factor) else { return nil }
    self.factor = factor
  }
}
