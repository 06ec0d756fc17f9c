import CaptureKit
import Compositor
import Foundation
import Glibc
import HostResources
import Recording

/// Measures the whole way of a frame by the clock: cameras, or files and scenes at their own rate, are recorded for a
/// while as `record` does it, and what that took is told.
public struct PacedBench {
  public struct Settings: Sendable {
    public var sources: [JobSettings.Source]
    public var stage: StageSettings
    /// Pictures that are recorded, the warm-up included; fewer where the sources end before.
    public var frames = 240
    /// At most so many pictures a second.
    public var framesPerSecond: Double?
    public var isStrict = false
    public var firstFrameTimeout = Duration.seconds(10)
    /// Folder of a recording to come: the pictures are put beside it, on its disk, for the time of the run. `nil`: in
    /// memory, or where temporary files go.
    public var folder: String?
    /// As in ``JobSettings/sandbox``.
    public var sandbox = Sandbox.Demand.off

    public init(sources: [JobSettings.Source], stage: StageSettings) {
      self.sources = sources
      self.stage = stage
    }
  }

  private let settings: Settings

  public init(_ settings: Settings) { self.settings = settings }

  /// Records and removes what was recorded.
  ///
  /// - Parameter progress: called now and then with how many pictures are made and how many there will be.
  /// - Throws: ``PipelineError``, as a recording does.
  public func run(
    stop: StopFlag, progress: @escaping (_ done: Int, _ of: Int) -> Void
  ) throws(PipelineError) -> PacedReport {
    let folder = try PipelineError.wrapping { try scratch() }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var job = JobSettings(pace: .live, sources: settings.sources)
    job.stage = settings.stage
    job.stage.isRecording = true
    job.isStrict = settings.isStrict
    job.firstFrameTimeout = settings.firstFrameTimeout
    job.frames = settings.frames
    job.framesPerSecond = settings.framesPerSecond
    job.folder = folder + "/pictures"
    job.sandbox = settings.sandbox
    // It is removed at the end.
    job.paths.own(folder)
    job.paths.allow(.clears, PathRules.folder(of: folder))
    let problems = Problems()
    let frames = settings.frames
    let summary = try CameraJob(job, stop: stop) { event in
      switch event {
      case .warning(let text): problems.texts.append(text)
      case .note, .detail: break
      case .progress(let report): progress(report.pictures, frames)
      }
    }.run()
    guard summary.progress.written > 0 else { throw .noFrames(reason: "no picture was made") }
    var report = try PipelineError.wrapping { try Self.report(summary, in: folder + "/pictures") }
    if let most = settings.framesPerSecond { report.expectedFps = min(report.expectedFps, most) }
    report.bytesPerSecond = Double(report.bytesPerFrame) * report.expectedFps
    report.sources = settings.sources.map(\.specification.description)
    report.problems += problems.texts
    return report
  }

  private final class Problems {
    var texts: [String] = []
  }

  /// The account of a run whose recording is still there.
  static func report(_ summary: JobSummary, in folder: String) throws(FileError) -> PacedReport {
    let handle = try FolderHandle(folder)
    guard let session = try SessionFile.read(handle) else {
      throw .unfit(path: folder, reason: "there is no \(RecordingFolder.session)")
    }
    var lines: [ManifestLine] = []
    try ManifestReader.forEachLine(in: handle) { _, line in
      if case .success(let line) = line { lines.append(line) }
    }
    var report = PacedReport()
    report.processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    report.canvas = summary.canvas
    report.composer = session.settings.composer
    report.composerReason = session.settings.composerReason
    report.seconds = summary.progress.elapsed / .seconds(1)
    report.framesPerSecond = report.seconds > 0 ? Double(summary.progress.pictures) / report.seconds : 0
    report.expectedFps = session.sources.first?.negotiated?.fps ?? 30
    report.cpuSecondsPerSecond = summary.budget.cpuMsPerFrame * report.framesPerSecond / 1000
    report.instructions = summary.budget.instructions
    report.allocationsPerFrame = summary.budget.allocationsPerFrame
    report.peakMemoryMiB = summary.budget.peakMemoryMiB
    report.bytesPerFrame = summary.progress.bytes / max(summary.progress.written, 1)
    report.notWritten = summary.progress.writerDrops
    for source in session.sources {
      var camera = PacedReport.Camera()
      camera.id = source.id
      camera.specification = source.specification
      camera.format = source.negotiated?.format
      camera.width = source.negotiated?.width
      camera.height = source.negotiated?.height
      camera.fps = source.negotiated?.fps
      camera.dropped = session.totals?.dropped[source.id] ?? 0
      report.cameras.append(camera)
      report.problems += source.differences.map { "\(source.id): \($0)" }
    }
    report.take(Array(lines.dropFirst(warmUp(lines.count))))
    return report
  }

  /// Pictures at the beginning that fill caches: a second's, or a quarter of a short run.
  static func warmUp(_ pictures: Int) -> Int { min(30, pictures / 4) }

  /// A new folder that nobody else has.
  private func scratch() throws(FileError) -> String {
    let parent: String
    if let folder = settings.folder {
      parent = FreeSpace.existing(folder) ?? "."
    } else {
      // Memory, so that no disk is measured where none was named.
      // SAFETY: the literal lives through the call.
      parent = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : FileManager.default.temporaryDirectory.path
    }
    let path = "\(parent)/.dualcam-bench-\(UUID().uuidString)"
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    } catch { throw .cannotCreate(path: path, reason: "\(error.localizedDescription)") }
    return path
  }
}
