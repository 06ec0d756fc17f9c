import CaptureKit
import Compositor
import Glibc
import HostResources
import PixelTypes
import Recordings
import Screen

/// Measures the frame budget: runs the stage on frames in memory, so that only per-frame work
/// counts: no camera, no pacing, and no disk unless requested.
package struct BenchJob {
  /// The measured figures.
  package struct Report: Sendable, Codable {
    /// The sources, as on the command line.
    package var sources: [String] = []
    /// The canvas's size: `1920x1080`.
    package var canvas = ""
    /// The canvas's chroma subsampling: `ChromaSubsampling`'s raw value.
    package var subsampling = ""
    /// Times by stage, CPU time, allocations and memory.
    package var budget = FrameBudget.Report()
    /// The cost of the guides, by part, for each camera in the layout; empty without guides.
    package var hud: [HUDBudget.Report] = []
    /// How much of the chrome was redrawn, and what it costs; `nil` without chrome.
    package var chrome: ChromeBudget.Report?
    /// What publishing costs, for all viewers together; `nil` when no picture was measured.
    package var publish: PublishBench.Report?
    /// Mean size of a picture in bytes.
    package var bytesPerFrame = 0
    /// Wall-clock milliseconds per picture, made one after the other.
    package var wallMsPerFrame = 0.0
    /// Pictures a second at that pace.
    package var framesPerSecond = 0.0
    /// Number of processors online.
    package var processors = 0
    /// Comparison with an earlier report, if one was given.
    package var comparison: BenchComparison?
  }

  private let settings: JobSettings
  private let pictures: Int
  private let loaded: Int
  private let warn: (String) -> Void

  /// Loads nothing yet.
  ///
  /// - Parameters:
  ///   - settings: an exact job's: sources, stage and sandbox; how many pictures to measure after a warm-up, 240
  ///     unless it says; the folder that every picture is written to, whose contents the caller deletes.
  ///   - loaded: frames of each source to hold in memory and show in turn.
  ///   - warn: called with each warning.
  package init(_ settings: JobSettings, loaded: Int, warn: @escaping (String) -> Void = { _ in }) {
    self.settings = settings
    pictures = settings.frames ?? 240
    self.loaded = loaded
    self.warn = warn
  }

  /// Loads the frames, makes the pictures and measures them.
  ///
  /// - Parameters:
  ///   - stop: ends the run early; the report then covers the pictures made so far.
  ///   - progress: called every 16 pictures with the number made and the total, both including the warm-up.
  /// - Returns: the report, and each picture's times.
  /// - Throws: ``PipelineError`` when a source can't be read or shown, or a picture can't be written.
  package func run(
    stop: StopFlag, progress: (_ done: Int, _ of: Int) -> Void
  ) throws(PipelineError) -> (report: Report, timeline: FrameTimeline) {
    _ = try PipelineError.wrapping {
      try Sandbox.confine(settings.sandbox, to: PathRules(settings), making: settings.folders, warn: warn)
    }
    let rig = try makeRig()
    var meter = BenchMeter(rig.stage, pictures: pictures)
    try Sandbox.tighten(settings.sandbox, warn: warn)
    let picture = Picture(capacity: rig.stage.largestOutput)
    try makePictures(rig, into: picture, &meter, stop: stop, progress: progress)
    var report = Report()
    report.processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    report.sources = settings.sources.map(\.specification.description)
    report.canvas = rig.stage.layout.canvas.description
    report.subsampling = rig.stage.subsampling.rawValue
    if meter.measured > 0 {
      meter.fill(&report, rig.stage)
      do { report.publish = try PublishBench.measure(picture, pictures: meter.measured) } catch {
        throw .file(error)
      }
    }
    return (report, meter.timeline)
  }

  // MARK: - Pictures

  /// What makes the pictures.
  private struct Rig {
    let stage: Stage
    /// Each camera's frames, shown in turn.
    let slots: [[FrameSlot]]
    let writer: RecordingWriter?
  }

  private func makeRig() throws(PipelineError) -> Rig {
    var slots: [[FrameSlot]] = []
    for source in settings.sources { slots.append(try load(source)) }
    let (descriptions, subsampling) = try describe(slots)
    let stage: Stage
    do {
      var shown = settings.stage
      shown.layout.hasControls = false
      stage = try Stage(cameras: descriptions, subsampling: subsampling, settings: shown)
    } catch { throw .picture(error) }
    guard let folder = settings.folder else { return Rig(stage: stage, slots: slots, writer: nil) }
    let writer = try PipelineError.wrapping {
      try RecordingWriter(
        folder: folder, session: SessionDescription(settings, stage, [], []), recordsTimes: true)
    }
    return Rig(stage: stage, slots: slots, writer: writer)
  }

  private func makePictures(
    _ rig: Rig, into picture: Picture, _ meter: inout BenchMeter, stop: StopFlag,
    progress: (_ done: Int, _ of: Int) -> Void
  ) throws(PipelineError) {
    let stage = rig.stage
    var moment = Moment(
      stage.cameras.map { _ in CameraInput(state: .live, isNew: true, framesPerSecond: 30) })
    moment.skew = moment.cameras.count > 1 ? 0 : nil
    moment.isRecorded = rig.writer != nil
    let count = meter.warmUp + pictures
    for index in 0..<count {
      if stop.isStopped { break }
      meter.begin(index)
      for camera in moment.cameras.indices {
        moment.cameras[camera].slot = rig.slots[camera][index % rig.slots[camera].count]
      }
      moment.nanoseconds = Int64(index) * BenchMeter.frameTime
      (moment.secondsOfDay, moment.recordingSeconds) = (index / 30, Double(moment.nanoseconds) / 1e9)
      let start = MonotonicClock.now()
      let drawing = stage.draw(moment)
      do { try stage.finish(drawing, into: picture) } catch { throw .picture(error) }
      var times = picture.times
      if let writer = rig.writer {
        var mark = MonotonicClock.now()
        do { _ = try writer.write(Issue(picture)) } catch { throw .file(error) }
        times.lap(&mark, .write)
      }
      meter.record(picture, times, stage, index, start: start)
      // A progress report allocates strings, which aren't part of a picture.
      if index % 16 == 0 { meter.apart(index) { progress(index, count) } }
    }
    // First of all, since everything after it allocates text.
    meter.end()
    do { try rig.writer?.finish(totals: SessionTotals()) } catch { throw .file(error) }
  }

  private func load(_ source: JobSettings.Source) throws(PipelineError) -> [FrameSlot] {
    try PipelineError.wrapping {
      let reader = try makeSourceReader(for: source.specification)
      let differences = ReaderFeed.differences(asked: source.request, got: reader.format)
      if settings.isStrict, !differences.isEmpty {
        throw CaptureError.notAsAsked(path: "\(source.specification)", differences: differences)
      }
      for difference in differences { warn("\(source.specification): \(difference)") }
      var slots: [FrameSlot] = []
      // It may keep what it draws, so masks hold here, too.
      let masker = source.masks.isEmpty ? nil : try FrameMasker(source.masks)
      while slots.count < loaded {
        let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
        guard try reader.read(into: slot) else { break }
        if let masked = masker?.masked(slot) {
          slot.reserve(masked.byteCount)
          slot.copy(masked)
        }
        slots.append(slot)
      }
      if let problem = masker?.useless ?? masker?.problem {
        throw PipelineError.usage(reason: "\(source.specification): \(problem)")
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
          id: settings.names[index], number: index,
          name: SourceTitle.title(settings.sources[index].specification, name: "camera"),
          size: look.size, pixelFormat: frames[0].format.pixelFormat))
    }
    return (descriptions, first ?? .yuv422)
  }
}
