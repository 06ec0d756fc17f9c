import CaptureKit
import Compositor
import Glibc
import HostResources
import PixelTypes
import Recording

/// Measures the frame budget: runs the stage on frames in memory, so that only a frame's own way counts: no
/// camera, no pacing, no disk unless requested.
public struct BenchJob {
  /// What to measure.
  public struct Settings: Sendable {
    /// The sources to load frames from: the primary, then perhaps the secondary.
    public var sources: [JobSettings.Source]
    /// What the stage draws, and how.
    public var stage: StageSettings
    /// Pictures to measure, after a warm-up.
    public var frames = 240
    /// Frames of each source to hold in memory and show in turn.
    public var loaded = 60
    /// Folder to which every picture is written, `nil` for none; the caller removes its contents.
    public var folder: String?

    /// As in ``JobSettings/sandbox``.
    public var sandbox = Sandbox.Demand.off
    /// What it needs of the file system besides sources and folder.
    public var paths = PathRules()
    /// Called with each warning.
    public var warn: @Sendable (String) -> Void = { _ in }

    /// Makes settings that measure 240 pictures without writing them.
    public init(sources: [JobSettings.Source], stage: StageSettings) {
      self.sources = sources
      self.stage = stage
    }
  }

  /// The measured figures.
  public struct Report: Sendable, Codable {
    /// The sources, as on the command line.
    public var sources: [String] = []
    /// The canvas's size: `1920x1080`.
    public var canvas = ""
    /// The canvas's chroma subsampling: `ChromaSubsampling`'s raw value.
    public var subsampling = ""
    /// Times by stage, CPU time, allocations and memory.
    public var budget = FrameBudget.Report()
    /// The cost of the guides, by part, for each camera in the layout; empty without guides.
    public var hud: [HUDBudget.Report] = []
    /// How much of the chrome was redrawn, and what it costs; `nil` without chrome.
    public var chrome: ChromeBudget.Report?
    /// Mean size of a picture in bytes.
    public var bytesPerFrame = 0
    /// Wall-clock milliseconds per picture, made one after the other.
    public var wallMsPerFrame = 0.0
    /// Pictures a second at that pace.
    public var framesPerSecond = 0.0
    /// Number of processors online.
    public var processors = 0
    /// Comparison with an earlier report, if one was given.
    public var comparison: BenchComparison?

    /// Makes an empty report.
    public init() {}
  }

  private let settings: Settings

  /// Loads nothing yet.
  public init(_ settings: Settings) { self.settings = settings }

  /// Loads the frames, makes the pictures and measures them.
  ///
  /// - Parameters:
  ///   - stop: ends the run early; the report then covers the pictures made so far.
  ///   - progress: called every 16 pictures with how many are made and how many there will be, the warm-up included.
  /// - Returns: the report, and each picture's times.
  /// - Throws: ``PipelineError`` when a source can't be read or shown, or a picture can't be written.
  public func run(
    stop: StopFlag, progress: (_ done: Int, _ of: Int) -> Void
  ) throws(PipelineError) -> (report: Report, timeline: FrameTimeline) {
    if settings.sandbox != .off {
      var rules = settings.paths
      for source in settings.sources { rules.read(source.specification) }
      if let folder = settings.folder {
        _ = try PipelineError.wrapping { try MadeFolders([folder]) }
        rules.own(folder)
      }
      try Sandbox.confine(settings.sandbox, to: rules, warn: settings.warn)
    }
    var slots: [[FrameSlot]] = []
    for source in settings.sources { slots.append(try load(source)) }
    let (descriptions, subsampling) = try describe(slots)
    var stageSettings = settings.stage
    stageSettings.isRecording = settings.folder != nil
    let stage: Stage
    do {
      stage = try Stage(cameras: descriptions, subsampling: subsampling, settings: stageSettings)
    } catch { throw .picture(error) }
    let cameras = stage.layout.viewfinders.count
    let output = OutputFrame(capacity: stage.largestOutput)
    var writer: RecordingWriter?
    if let folder = settings.folder {
      var job = JobSettings(pace: .exact, sources: settings.sources)
      job.stage = stageSettings
      writer = try PipelineError.wrapping {
        try RecordingWriter(
          folder: folder, session: SessionDescription(job, stage, []), recordsTimes: true)
      }
    }

    var inputs = (0..<cameras).map { _ in CameraInput(state: .live, isNew: true, framesPerSecond: 30) }
    let budget = FrameBudget()
    var timeline = FrameTimeline(capacity: settings.frames)
    var guides = (0..<(stageSettings.drawsHUD ? cameras : 0)).map { _ in HUDBudget() }
    var chrome = stage.chrome.map { ChromeBudget(tiles: $0.tiles.columns * $0.tiles.rows) }
    let warmUp = min(60, max(10, settings.frames / 4))
    let counter = InstructionCounter()
    try Sandbox.tighten(settings.sandbox, warn: settings.warn)
    var instructions: UInt64?
    var cpu: Int64 = 0
    var wall: Int64 = 0
    var allocations: UInt64 = 0
    var bytes = 0
    var measured = 0
    for index in 0..<(warmUp + settings.frames) {
      if stop.isStopped { break }
      if index == warmUp {
        cpu = MonotonicClock.processCPU()
        wall = MonotonicClock.now()
        allocations = Allocations.count
        instructions = counter.count
      }
      for camera in 0..<cameras {
        inputs[camera].slot = slots[camera][index % slots[camera].count]
      }
      let time = Int64(index) * 33_333_333
      let start = MonotonicClock.now()
      stage.draw(inputs, nanoseconds: time)
      do throws(CompositorError) {
        try stage.finish(
          inputs, secondsOfDay: index / 30, recordingSeconds: Double(time) / 1e9,
          skew: cameras > 1 ? 0 : nil, into: output)
      } catch { throw .picture(error) }
      if let writer {
        do { _ = try writer.write(output) } catch { throw .file(error) }
        output.times[.write] = output.writing
      }
      if index >= warmUp {
        budget.record(output.times)
        timeline.record(start: start, output.times)
        for camera in guides.indices { guides[camera].record(stage.cameras[camera].hudTimes) }
        if let drawn = stage.chrome?.tiles.count { chrome?.record(drawn: drawn) }
        bytes += output.byteCount
        measured += 1
      }
      if index % 16 == 0 {
        // A progress report consists of strings and doesn't belong to a picture.
        let before = Allocations.count
        progress(index, warmUp + settings.frames)
        if index >= warmUp { allocations += Allocations.count - before }
      }
    }
    // Before the report, whose texts are allocated.
    let allocated = Double(Allocations.count - allocations)
    let executed = counter.perFrame(since: instructions, frames: measured)
    do { try writer?.finish(totals: SessionTotals()) } catch { throw .file(error) }
    var report = Report()
    report.processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    report.sources = settings.sources.map(\.specification.description)
    report.canvas = stage.layout.canvas.description
    report.subsampling = stage.subsampling.rawValue
    guard measured > 0 else { return (report, timeline) }
    let share = 1 / Double(measured)
    let cpuMs = Double(MonotonicClock.processCPU() - cpu) / 1e6 * share
    let wallMs = Double(MonotonicClock.now() - wall) / 1e6 * share
    report.budget = budget.report()
    report.hud = guides.indices.map { index in
      let camera = stage.cameras[index]
      return guides[index].report(
        camera: "\(camera.id)", small: "\(camera.small.luma.width)x\(camera.small.luma.height)")
    }
    report.budget.cpuMsPerFrame = cpuMs
    report.budget.instructions = executed
    report.budget.allocationsPerFrame = Allocations.isCounted ? allocated * share : nil
    report.wallMsPerFrame = wallMs
    report.framesPerSecond = 1000 / wallMs
    report.bytesPerFrame = bytes / measured
    // On a stage that is no longer drawn on, and after everything that is measured per picture.
    if let renderer = stage.chrome, let scene = stage.cameras[0].small.backdrop {
      let time = Int64(warmUp + settings.frames) * 33_333_333
      report.chrome = chrome?.report(
        ChromeBench(
          renderer, stage.chromeState, scene: scene, after: time, into: stage.canvas,
          pictures: min(settings.frames, 120)))
    }
    return (report, timeline)
  }

  private func load(_ source: JobSettings.Source) throws(PipelineError) -> [FrameSlot] {
    try PipelineError.wrapping {
      let reader = try makeReader(for: source.specification)
      var slots: [FrameSlot] = []
      while slots.count < settings.loaded {
        let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
        guard try reader.read(into: slot) else { break }
        slots.append(slot)
      }
      if slots.isEmpty { throw PipelineError.noFrames(reason: "\(source.specification) has no frames") }
      return slots
    }
  }

  private func describe(
    _ slots: [[FrameSlot]]
  ) throws(PipelineError) -> ([Stage.CameraDescription], ChromaSubsampling) {
    var descriptions: [Stage.CameraDescription] = []
    var first: ChromaSubsampling?
    for (index, frames) in slots.enumerated() {
      let look = try StreamProbe.look(at: frames[0])
      try StreamProbe.check(look.size, of: "\(settings.sources[index].specification)")
      first = first ?? look.subsampling
      descriptions.append(
        Stage.CameraDescription(
          id: index == 0 ? "primary" : "secondary",
          name: SourceTitle.title(settings.sources[index].specification, name: "camera"),
          size: look.size, pixelFormat: frames[0].format.pixelFormat))
    }
    return (descriptions, first ?? .yuv422)
  }
}
