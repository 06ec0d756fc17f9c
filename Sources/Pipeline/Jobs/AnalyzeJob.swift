import CaptureKit
import Compositor
import FrameBus
import HUDGeometry
import HostResources
import PixelTypes
import Recordings

/// Reads the guides in every frame of files, scenes or cameras, without composing pictures.
package struct AnalyzeJob {
  /// What was found in a frame.
  package struct Finding {
    /// The frame's number, from 0; in a part of a file, counted from the file's start.
    package var index: Int
    /// The file, if the frame is a picture file.
    package var file: String?
    /// Its time in the source.
    package var nanoseconds: Int64 = 0
    /// The turn that set it upright, from its EXIF orientation; findings refer to the upright picture.
    package var orientation = PictureTurn.none
    /// What was read from it.
    package var guides = PictureFacts.Guides()
    /// Why nothing could be read.
    package var problem: String?
    /// A line of JSON, newline included.
    package var json: [UInt8] = []
  }

  private let settings: JobSettings
  private let includesTruth: Bool
  private let warn: (String) -> Void

  /// Opens nothing yet.
  ///
  /// - Parameters:
  ///   - settings: sources, read in turn; the stage, whose findings in photos name their files; sandbox; the most frames to
  ///     read, of which those to skip only show the guides the scene; the folder for each frame with its ink, and the small
  ///     luma that was read.
  ///   - includesTruth: whether a scene's lines include its ground truth.
  ///   - warn: called with each warning.
  package init(
    _ settings: JobSettings, includesTruth: Bool = false, warn: @escaping (String) -> Void = { _ in }
  ) {
    self.settings = settings
    self.includesTruth = includesTruth
    self.warn = warn
  }

  /// Reads one frame after another.
  ///
  /// - Parameters:
  ///   - stop: stops reading cleanly when set.
  ///   - body: receives the finding for each frame; returns whether to continue.
  /// - Returns: the number of frames read.
  /// - Throws: ``PipelineError/capture(_:)``, also if a source has no usable frame, once all others are read;
  ///   ``PipelineError/picture(_:)``, ``PipelineError/usage(reason:)``, ``PipelineError/file(_:)`` for the overlay.
  package func run(
    stop: StopFlag, _ body: (Finding) throws(PipelineError) -> Bool
  ) throws(PipelineError) -> Int {
    if let warning = warning(about: settings.sources.map(\.specification)) { warn(warning) }
    let made = try PipelineError.wrapping {
      try Sandbox.confine(settings.sandbox, to: PathRules(settings), making: settings.folders, warn: warn)
    }
    defer { made.removeEmpty() }
    var walk = Walk(job: self, stop: stop)
    var unusable: [PipelineError] = []
    for source in settings.sources {
      if walk.isOver { break }
      var problem: PipelineError?
      do throws(PipelineError) { problem = try walk.read(source, body) } catch {
        // Stopped while a pipe was silent.
        if stop.isStopped { break }
        // With several sources, one that is missing or isn't a picture doesn't stop the others.
        guard settings.sources.count > 1, case .capture(let failure) = error else { throw error }
        try walk.tell(of: source, problem: failure.reason, body)
        problem = .capture(.badFile(path: Self.path(source), reason: failure.reason))
      }
      if let problem { unusable.append(problem) }
    }
    guard let first = unusable.first, !stop.isStopped else { return walk.index }
    guard unusable.count > 1, case .capture(.badFile(let path, let reason)) = first else { throw first }
    let others = (unusable.count - 1).counted("other")
    throw .capture(
      .badFile(path: path, reason: "\(reason); nor can \(others) of the \(settings.sources.count)"))
  }

  static func path(_ source: JobSettings.Source) -> String {
    if case .files(let settings) = source.specification { return settings.path }
    return source.specification.description
  }

  /// For a recording's kept frames, the camera they came from.
  private static func camera(_ source: JobSettings.Source) -> String {
    if case .files(let file) = source.specification, let camera = file.camera { return camera }
    return CameraNames.usual[0]
  }

  /// Reads one source after another.
  private struct Walk {
    let job: AnalyzeJob
    let stop: StopFlag
    /// Frames read so far.
    var index = 0
    private var offset = 0
    private var isConfined = false
    private var hasEnded = false
    private var line = JSONBytes(capacity: 8192)

    init(job: AnalyzeJob, stop: StopFlag) {
      self.job = job
      self.stop = stop
    }

    var isOver: Bool { hasEnded || stop.isStopped || job.settings.frames.map { index >= $0 } ?? false }

    private func tellOnce() -> (String) -> Void {
      var hasTold = false
      return { [warn = job.warn] text in
        if !hasTold { warn(text) }
        hasTold = true
      }
    }

    /// Reads a source to its end.
    ///
    /// - Returns: what is wrong with it as a whole; `nil` if most of its frames were usable, or if it had none.
    mutating func read(
      _ source: JobSettings.Source, _ body: (Finding) throws(PipelineError) -> Bool
    ) throws(PipelineError) -> PipelineError? {
      let supply = try FrameSupply(
        source.specification, request: source.request, needsTruth: job.includesTruth,
        doorbell: Doorbell(), opening: OpeningWait(stop: stop, seconds: nil, tell: tellOnce()))
      defer { supply.close() }
      if !isConfined {
        try Sandbox.tighten(job.settings.sandbox, services: job.settings.services, warn: job.warn)
      }
      isConfined = true
      let isPhoto = job.settings.stage.arePhotos
      if case .files(let file) = source.specification { offset = file.first }
      var analyzer: FrameAnalyzer?
      var overlay: OverlayWriter?
      var problem: String?
      var tally = FrameTally()
      while !isOver {
        let slot = try supply.next(stop: stop)
        for frame in supply.takePassedOver() where !isOver {
          tally.bad += 1
          problem = frame.reason
          try tell(of: frame, body)
        }
        guard let slot, !isOver else { break }
        if analyzer == nil {
          analyzer = try FrameAnalyzer(
            "\(source.specification)", first: slot, stage: job.settings.stage,
            camera: AnalyzeJob.camera(source))
        }
        guard let reader = analyzer else { break }
        if index < job.settings.skip {
          line.removeAll()
          line.beginObject()
          _ = reader.read(slot, stage: job.settings.stage, to: &line)
          index += 1
          continue
        }
        var finding = Finding(
          index: offset + index, file: isPhoto ? AnalyzeJob.path(source) : nil,
          nanoseconds: slot.time.nanoseconds, orientation: supply.orientation)
        begin(finding)
        line.member("timestampNs", slot.time.nanoseconds)
        finding.problem = reader.read(slot, stage: job.settings.stage, to: &line)
        tally.taken += 1
        if finding.problem != nil {
          tally.unusable += 1
          problem = finding.problem
        }
        finding.guides = reader.guides
        if let scene = supply.scene, job.includesTruth {
          line.key("truth")
          AnalyzeJob.write(scene.truth(frame: Int(slot.sequence)), to: &line)
        }
        if overlay == nil, let folder = job.settings.folder {
          overlay = try OverlayWriter(
            folder: folder, size: reader.picture.size, subsampling: reader.picture.subsampling,
            small: reader.luma, settings: reader.settings)
        }
        if finding.problem == nil {
          try overlay?.write(index, reader.picture, reader.luma, reader.reading, isPhoto: isPhoto)
        }
        try end(finding, body)
      }
      if isPhoto {
        return problem.map { .capture(.badFile(path: AnalyzeJob.path(source), reason: $0)) }
      }
      let name = supply.feed?.name ?? "\(source.specification)"
      return tally.verdict(on: source.specification, name, bus: supply.feed?.camera?.bus, problem: problem)
    }

    /// Reports an unreadable picture.
    mutating func tell(
      of source: JobSettings.Source, problem: String, _ body: (Finding) throws(PipelineError) -> Bool
    ) throws(PipelineError) {
      var finding = Finding(index: index, file: AnalyzeJob.path(source))
      finding.problem = problem
      begin(finding)
      line.member("error", problem)
      try end(finding, body)
    }

    /// Reports a frame that its source skipped.
    private mutating func tell(
      of frame: PassedOverFrame, _ body: (Finding) throws(PipelineError) -> Bool
    ) throws(PipelineError) {
      if index < job.settings.skip {
        index += 1
        return
      }
      var finding = Finding(index: offset + index)
      finding.problem = "\(frame.name): \(frame.reason)"
      begin(finding)
      line.member("error", finding.problem ?? "")
      try end(finding, body)
    }

    private mutating func begin(_ finding: Finding) {
      line.removeAll()
      line.beginObject()
      line.member("index", finding.index)
      if let file = finding.file {
        line.member("file", file)
      }
      if finding.orientation != .none {
        line.member("orientation", (PictureTurn.orientations.firstIndex(of: finding.orientation) ?? 0) + 1)
      }
    }

    private mutating func end(
      _ finding: Finding, _ body: (Finding) throws(PipelineError) -> Bool
    ) throws(PipelineError) {
      line.endObject()
      line.newline()
      var finding = finding
      finding.json = line.bytes
      index += 1
      if try !body(finding) { hasEnded = true }
    }
  }

  private static func write(_ truth: SceneTruth, to line: inout JSONBytes) {
    line.beginObject()
    line.member("scene", truth.scene.rawValue)
    line.key("horizon")
    if let horizon = truth.horizon {
      line.beginObject()
      line.member("angleDegrees", horizon.angleDegrees, decimals: 4)
      line.member("leftY", horizon.leftY, decimals: 5)
      line.member("rightY", horizon.rightY, decimals: 5)
      line.endObject()
    } else {
      line.null()
    }
    line.key("subject")
    if let box = truth.subject {
      line.beginObject()
      line.members(
        of: Rect(x: box.x, y: box.y, width: box.width, height: box.height), decimals: 4)
      line.endObject()
    } else {
      line.null()
    }
    line.endObject()
  }
}
