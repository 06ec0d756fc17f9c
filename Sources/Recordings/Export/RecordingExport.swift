import Compositor
import Films
import Foundation
import HostResources
import JPEGCodec
import PixelTypes

/// Writes a recording's pictures, into one file: unchanged into a Matroska film or an MCAP file,
/// or by an encoder into a film for phones.
package struct RecordingExport {
  /// What to export.
  package struct Settings: Sendable {
    /// By number or state; `nil` for all.
    package var frames: FrameSelection?
    /// Whether to export only kept pictures.
    package var isKeptOnly = false
    /// Start, as a time in the recording.
    package var from: Duration?
    /// End, as a time in the recording.
    package var to: Duration?
    /// Only this camera's viewfinder, cropped losslessly.
    package var camera: String?
    /// Whether its kept frames are exported, without anything drawn: those of ``camera``, or of the first one.
    package var isClean = false
    /// How fast a film runs; `nil` for as it was recorded.
    package var pace: FilmPace?
    /// Text that is drawn into each picture, which is then encoded again.
    package var stamps: [PictureStamp] = []
    /// Whether an MCAP file is for ROS 2.
    package var isROS2 = false
    /// Files with cameras' calibrations, by camera.
    package var calibrations: [String: String] = [:]
    /// The program's name and version.
    package var program: String

    /// Exports everything.
    package init(program: String) { self.program = program }
  }

  /// What was exported.
  package struct Report: Codable, Sendable, Equatable {
    /// The file.
    package var file: String
    /// Pictures in the file.
    package var frames = 0
    /// Pictures of the recording that weren't requested.
    package var leftOut = 0
    /// Requested pictures that follow too soon on others at the film's pace.
    package var passedOver = 0
    /// The file's size.
    package var bytes = 0
    /// The file's duration.
    package var seconds = 0.0
    /// The recording's duration in seconds.
    package var recordingSeconds = 0.0
    /// The pictures' sizes, such as `1280x720`, in order of appearance.
    package var sizes: [String] = []
    /// What was requested but left out, and why.
    package var problems: [RecordingProblem] = []
  }

  /// A recording, or a folder of its segments.
  package let folder: String
  /// The new file; `-` writes Matroska to standard output.
  package let output: String
  /// What to export.
  package let settings: Settings

  /// Makes a film of H.264; `nil` for the output's own format.
  private let encoder: FilmEncoder?

  /// Reads nothing yet.
  package init(folder: String, output: String, settings: Settings, encoder: FilmEncoder? = nil) {
    self.folder = folder
    self.output = output
    self.settings = settings
    self.encoder = encoder
  }

  /// Writes the file. It appears under its name only once complete.
  ///
  /// - Parameter progress: called with the number of pictures done and the total.
  /// - Throws: `FileError.misused(reason:)` when there is nothing to write, `FileError.unfit(path:reason:)` for a folder
  ///   without a recording, and any error from writing.
  package func run(progress: (Int, Int) -> Void = { _, _ in }) throws(FileError) -> Report {
    let format =
      output == "-" || encoder != nil
      ? FilmFormat.mkv : try FilmFormat(path: output, isROS2: settings.isROS2)
    var choice = RecordingReel.Choice()
    choice.frames = settings.frames
    choice.isKeptOnly = settings.isKeptOnly
    if settings.from != nil || settings.to != nil {
      let from = settings.from?.nanosecondsClamped ?? 0
      choice.times = from..<max(from, settings.to?.nanosecondsClamped ?? .max)
    }
    var reel = try RecordingReel(folder, choice)
    var report = Report(file: output)
    report.problems = reel.problems
    report.leftOut = reel.available - reel.count
    report.recordingSeconds = Double(reel.length) / 1e9
    let camera = settings.isClean ? try cleanCamera(reel) : nil
    if let pace = settings.pace { report.passedOver = reel.run(at: pace) }
    guard let first = try firstPicture(reel, camera) else {
      throw .misused(
        reason: reel.available == 0
          ? "\(folder) has no pictures to export" + (reel.problems.first.map { "; \($0)" } ?? "")
          : "none of the \(reel.available.counted("picture")) (\(Self.text(reel.length))) in \(folder) is chosen; "
            + "see --frames, --kept, --from and --to"
      )
    }
    // Pictures without a time of their own don't tell.
    let begins = reel.parts.lazy.flatMap(\.shots).compactMap { shot in shot.utc.map { $0 &- shot.nanoseconds }
    }.first
    let description = FilmDescription(
      size: first, title: URL(fileURLWithPath: folder).lastPathComponent, program: settings.program,
      begins: begins)
    let target =
      if let encoder { try encoder.open(description, reel) } else {
        try format.open(output, description, calibrations: try calibrations(reel), isHidden: true)
      }
    var tools = try Tools(settings, clean: camera)
    var done = 0
    for part in reel.parts where !part.shots.isEmpty {
      try write(part, to: target, &tools, &report) {
        done += 1
        progress(done, reel.count)
      }
    }
    try target.finish(at: reel.end)
    report.bytes = target.byteCount
    report.seconds = Double(reel.end) / 1e9
    return report
  }

  /// What changes pictures on their way.
  private struct Tools: ~Copyable {
    /// Whose kept frames are exported.
    let clean: String?
    var frames = KeptFrameReader()
    var cutter: ViewfinderCutter?
    var stamper: PictureStamper?

    init(_ settings: Settings, clean: String?) throws(FileError) {
      self.clean = clean
      cutter = settings.camera == nil || clean != nil ? nil : try ViewfinderCutter()
      guard !settings.stamps.isEmpty else {
        stamper = nil
        return
      }
      do { stamper = PictureStamper(settings.stamps, try JPEGDecoder(), JPEGEncoder()) } catch {
        throw .unfit(path: "libturbojpeg", reason: "\(error)")
      }
    }
  }

  /// The camera whose kept frames are wanted.
  private func cleanCamera(_ reel: RecordingReel) throws(FileError) -> String {
    guard reel.parts.contains(where: { RecordingFolder.keepsFrames($0.folder) }) else {
      throw .misused(
        reason:
          "\(folder) has no frames as the cameras took them, which --clean needs; record with --keep-source")
    }
    let cameras = reel.parts.lazy.flatMap(\.runs).first?.sources.map(\.id) ?? []
    let camera = settings.camera ?? cameras.first ?? CameraNames.usual[0]
    guard cameras.isEmpty || cameras.contains(camera) else {
      throw .misused(
        reason:
          "\(folder) has no frames of “\(camera)”; it has those of \(cameras.joined(separator: " and "))")
    }
    return camera
  }

  private static func text(_ nanoseconds: Int64) -> String {
    String(format: "%.1f s", Double(nanoseconds) / 1e9)
  }

  /// Reads the cameras' calibrations, which must be for frames of the size that the recording kept.
  private func calibrations(_ reel: RecordingReel) throws(FileError) -> [String: ROSCameraInfo] {
    var found: [String: ROSCameraInfo] = [:]
    var frames = KeptFrameReader()
    for (camera, path) in settings.calibrations.sorted(by: { $0.key < $1.key }) {
      let info = try CameraCalibration.read(path)
      guard let size = firstFrame(of: camera, reel, &frames).flatMap(Self.size) else {
        throw .misused(
          reason:
            "\(folder) has no frames of the \(camera) that \(path) could be about; record with --keep-source")
      }
      guard size.width == info.width, size.height == info.height else {
        throw .unfit(
          path: path, reason: "it is for frames of \(info.width)x\(info.height); the \(camera)'s are \(size)")
      }
      found[camera] = info
    }
    return found
  }

  private func firstFrame(
    of camera: String, _ reel: RecordingReel, _ frames: inout KeptFrameReader
  ) -> [UInt8]? {
    for part in reel.parts {
      for shot in part.shots {
        let frame = try? frames.read(shot.index, of: camera, picture: shot.file, in: part.folder)
        if let frame { return frame }
      }
    }
    return nil
  }

  /// The size of the first readable picture.
  private func firstPicture(_ reel: RecordingReel, _ clean: String?) throws(FileError) -> PixelSize? {
    if let clean {
      var frames = KeptFrameReader()
      return firstFrame(of: clean, reel, &frames).flatMap(Self.size)
    }
    for part in reel.parts {
      for shot in part.shots {
        guard let bytes = try? part.folder.read(shot.file), let size = Self.size(bytes) else { continue }
        guard let camera = settings.camera else { return size }
        let rect = try viewfinder(camera, part, shot)
        return PixelSize(width: rect.width, height: rect.height)
      }
    }
    return nil
  }

  private func write(
    _ part: RecordingReel.Part, to target: any ExportTarget, _ tools: inout Tools, _ report: inout Report,
    _ step: () -> Void
  ) throws(FileError) {
    var run: Int?
    var lines = try ManifestLines(part.folder)
    for shot in part.shots {
      step()
      guard let line = lines.line(shot.index, at: shot.offset) else {
        report.problems.append(
          RecordingProblem(file: shot.file, what: "its line has moved since the export began; left out"))
        continue
      }
      let file = shot.file
      // A picture without the camera shows nothing of it: the one before lasts longer.
      if let camera = tools.clean, let shown = line.cameras.first(where: { $0.id == camera }),
        shown.state == "lost", !Self.hasFrame(shot.index, shown, in: part.folder)
      {
        report.leftOut += 1
        continue
      }
      if !target.takesPictures {
        try begin(shot, of: part, &run, target)
        let nothing: [UInt8] = []
        try target.add(nothing.span, line, shot, sources: [])
        report.frames += 1
        continue
      }
      var picture: [UInt8]
      do throws(FileError) {
        if let camera = tools.clean {
          picture = try tools.frames.read(shot.index, of: camera, picture: file, in: part.folder)
        } else {
          picture = try part.folder.read(file)
        }
      } catch {
        report.problems.append(RecordingProblem(file: file, what: "\(error); left out"))
        continue
      }
      guard var size = Self.size(picture) else {
        report.problems.append(RecordingProblem(file: file, what: "it isn't a JPEG; left out"))
        continue
      }
      if tools.clean == nil, let camera = settings.camera {
        let rect = try viewfinder(camera, part, shot)
        do { picture = try tools.cutter?.cut(rect, of: picture, size: size) ?? picture } catch {
          report.problems.append(RecordingProblem(file: shot.file, what: "\(error); left out"))
          continue
        }
        size = PixelSize(clampingWidth: rect.width, height: rect.height)
      }
      if tools.stamper != nil {
        let time = shot.utc ?? shot.nanoseconds
        do {
          picture =
            try tools.stamper?.stamp(
              picture, in: stampPlaces(part, shot, tools.clean, size), at: time, isLocal: shot.utc != nil,
              values: line.samples)
            ?? picture
        } catch {
          report.problems.append(RecordingProblem(file: file, what: "\(error); left out"))
          continue
        }
      }
      if report.sizes.last != "\(size)" { report.sizes.append("\(size)") }
      try begin(shot, of: part, &run, target)
      try target.add(
        picture.span, line, shot, sources: target.takesSources ? sources(part, line, &tools.frames) : [])
      report.frames += 1
    }
  }

  /// Begins a picture's run, if it is another than the last one's.
  private func begin(
    _ shot: RecordingReel.Shot, of part: RecordingReel.Part, _ run: inout Int?, _ target: any ExportTarget
  ) throws(FileError) {
    guard run != shot.run else { return }
    run = shot.run
    try target.beginRun(part.runs.indices.contains(shot.run) ? part.runs[shot.run] : nil, at: shot)
  }

  /// The cameras' own frames, for films that have them as messages of their own.
  private func sources(
    _ part: RecordingReel.Part, _ line: PictureLine, _ frames: inout KeptFrameReader
  ) -> [(camera: String, jpeg: [UInt8])] {
    guard settings.camera == nil else { return [] }
    var found: [(camera: String, jpeg: [UInt8])] = []
    for camera in line.cameras where Self.hasFrame(line.index, camera, in: part.folder) {
      let frame = try? frames.read(line.index, of: camera.id, picture: line.file, in: part.folder)
      if let frame { found.append((camera.id, frame)) }
    }
    return found
  }

  /// Whether a picture's frame of a camera was kept.
  private static func hasFrame(_ index: Int, _ camera: CameraLine, in folder: FolderHandle) -> Bool {
    guard CameraNames.objection(to: camera.id) == nil else { return false }
    return camera.kept == SourceKeeping.inside.rawValue
      || folder.exists(FileName(SourceFileWriter.path(index, camera: camera.id)))
  }

  private func viewfinder(
    _ camera: String, _ part: RecordingReel.Part, _ shot: RecordingReel.Shot
  ) throws(FileError) -> PixelRect {
    let viewfinders = part.runs.indices.contains(shot.run) ? part.runs[shot.run].layout.viewfinders : []
    guard let found = viewfinders.first(where: { $0.camera == camera }) else {
      throw .unfit(
        path: part.folder.path,
        reason: "picture \(shot.index) has no viewfinder of “\(camera)”"
          + (viewfinders.isEmpty
            ? "" : "; it has \(viewfinders.map(\.camera).joined(separator: " and "))"))
    }
    let sides = 0...PixelSize.largestSide
    guard sides.contains(found.x), sides.contains(found.y), (1...PixelSize.largestSide).contains(found.width),
      (1...PixelSize.largestSide).contains(found.height)
    else {
      throw .unfit(
        path: part.folder.path,
        reason: "\(RecordingFolder.session) has an impossible viewfinder of “\(camera)”")
    }
    return found.rect
  }

  /// Where stamps stand: in the viewfinders, or in the whole picture if that has one camera or another layout.
  private func stampPlaces(
    _ part: RecordingReel.Part, _ shot: RecordingReel.Shot, _ clean: String?, _ size: PixelSize
  ) -> [PictureStamper.Place] {
    let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    let layout = part.runs.indices.contains(shot.run) ? part.runs[shot.run].layout : nil
    if let camera = clean ?? settings.camera { return [PictureStamper.Place(rect: whole, camera: camera)] }
    let places = (layout?.viewfinders ?? []).map { PictureStamper.Place(rect: $0.rect, camera: $0.camera) }
    guard layout?.canvas.pixels == size, !places.isEmpty, places.allSatisfy({ whole.contains($0.rect) })
    else {
      return [PictureStamper.Place(rect: whole, camera: layout?.viewfinders.first?.camera ?? "")]
    }
    return places
  }

  private static func size(_ jpeg: [UInt8]) -> PixelSize? {
    guard let decoder = try? JPEGDecoder() else { return nil }
    var reader = decoder
    return try? reader.readHeader(jpeg.span).size
  }
}

/// Crops viewfinders out of pictures, in the coefficient domain.
struct ViewfinderCutter: ~Copyable {
  private var transformer: JPEGTransformer
  private var output: [UInt8] = []

  init() throws(FileError) {
    do { transformer = try JPEGTransformer() } catch {
      throw .unfit(path: "libturbojpeg", reason: "\(error)")
    }
  }

  mutating func cut(_ rect: PixelRect, of jpeg: [UInt8], size: PixelSize) throws(JPEGError) -> [UInt8] {
    let (count, _) = try transformer.transform(jpeg.span, .none, crop: rect, into: &output, size: size)
    return Array(output[..<count])
  }
}

extension Duration {
  /// Nanoseconds, clamped to 64 bits.
  fileprivate var nanosecondsClamped: Int64 {
    let (seconds, attoseconds) = components
    let whole = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return whole.overflow ? (seconds < 0 ? .min : .max) : whole.partialValue &+ attoseconds / 1_000_000_000
  }
}
