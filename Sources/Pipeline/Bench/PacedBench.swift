import CaptureKit
import Compositor
import Foundation
import Glibc
import HostResources
import Recordings

/// Measures a frame's whole path in real time: records cameras, or files and scenes at their own
/// rate, for a while as `record` does, and reports what that took.
package struct PacedBench {
  private let settings: JobSettings

  /// Records nothing yet.
  ///
  /// - Parameter settings: a live job's, with the number of pictures to record, the warm-up included. If they name the
  ///   folder of a future recording, the trial's pictures go beside it, on the same disk; otherwise in memory, or in the
  ///   folder for temporary files.
  package init(_ settings: JobSettings) { self.settings = settings }

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
    var job = settings
    job.folder = folder + "/pictures"
    // It is deleted at the end.
    job.paths.own(folder)
    job.paths.allow(.clears, PathRules.folder(of: folder))
    var problems: [String] = []
    let summary = try CameraJob(job, stop: stop) { event in
      switch event {
      case .warning(let text), .unread(let text): problems.append(text)
      case .note, .detail, .waiting: break
      case .progress(let report): progress(report.pictures, report.expected ?? 0)
      }
    }.run()
    guard summary.progress.written > 0 else { throw .noFrames(reason: "no picture was made") }
    var report = try PipelineError.wrapping { try Self.report(summary, in: folder + "/pictures") }
    if let most = settings.framesPerSecond { report.expectedFps = min(report.expectedFps, most) }
    report.bytesPerSecond = Double(report.bytesPerFrame) * report.expectedFps
    report.sources = settings.sources.map(\.specification.description)
    report.problems += problems
    return report
  }

  /// The report of a run whose recording still exists.
  static func report(_ summary: JobSummary, in folder: String) throws(FileError) -> PacedReport {
    let handle = try FolderHandle(folder)
    guard let session = try SessionFile.read(handle) else {
      throw .unfit(path: folder, reason: "there is no \(RecordingFolder.session)")
    }
    var lines: [PictureLine] = []
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
      camera.skewMs = summary.progress.cameras.first { $0.id == source.id }?.skewMs
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
