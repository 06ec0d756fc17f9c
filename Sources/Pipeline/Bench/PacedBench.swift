import CaptureKit
import Compositor
import Foundation
import Glibc
import HostResources
import Recordings

/// Measures a frame's whole path in real time: records cameras, or files and scenes at their own
/// rate, for a while as `record` does, and reports what that took.
package struct PacedBench {
  /// What to measure.
  package struct Settings: Sendable {
    /// The sources: the primary, then perhaps the secondary.
    package var sources: [JobSettings.Source]
    /// What the stage draws, and how.
    package var stage: StageSettings
    /// Pictures to record, the warm-up included; fewer when the sources end earlier.
    package var frames = 240
    /// The most pictures a second; `nil` for every frame of the driving camera.
    package var framesPerSecond: Double?
    /// As ``JobSettings/isStrict``.
    package var isStrict = false
    /// As ``JobSettings/firstFrameTimeout``.
    package var firstFrameTimeout = Duration.seconds(10)
    /// Folder of a future recording: the trial's pictures go beside it, on the same disk. `nil`: in
    /// memory, or in the folder for temporary files.
    package var folder: String?
    /// As in ``JobSettings/sandbox``.
    package var sandbox = Sandbox.Demand.off

    /// Makes settings that record 240 pictures in memory.
    package init(sources: [JobSettings.Source], stage: StageSettings) {
      self.sources = sources
      self.stage = stage
    }
  }

  private let settings: Settings

  /// Records nothing yet.
  package init(_ settings: Settings) { self.settings = settings }

  /// Records, then deletes the recording.
  ///
  /// - Parameters:
  ///   - stop: ends the run early; the report then covers the pictures made so far.
  ///   - progress: called now and then with the number of pictures made and the total.
  /// - Throws: ``PipelineError``, as a recording does.
  package func run(
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
    // It is deleted at the end.
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

  /// The report of a run whose recording still exists.
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

  /// Pictures at the start that fill caches: a second's worth, or a quarter of a short run.
  static func warmUp(_ pictures: Int) -> Int { min(30, pictures / 4) }

  /// Makes a new folder with a unique name.
  private func scratch() throws(FileError) -> String {
    let parent: String
    if let folder = settings.folder {
      parent = FreeSpace.existing(folder) ?? "."
    } else {
      // In memory, so that no disk is measured unless one was named.
      let files = FileManager.default
      parent = files.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : files.temporaryDirectory.path
    }
    let path = "\(parent)/.dualcam-bench-\(UUID().uuidString)"
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    } catch { throw .cannotCreate(path: path, reason: "\(error.localizedDescription)") }
    return path
  }
}
