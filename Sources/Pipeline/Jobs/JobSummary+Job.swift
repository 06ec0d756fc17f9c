import Compositor
import HostResources
import Recordings

extension JobSummary {
  /// Summarizes a job once its pictures are written.
  ///
  /// - Parameters:
  ///   - end: why it ended; `nil` if it failed.
  ///   - now: nanoseconds of CLOCK_MONOTONIC.
  init(_ run: JobRun, end: JobLoop.End?, budget: FrameBudget.Report, at now: Int64) {
    self.init()
    progress = run.progress(at: now)
    if let recording = run.recording {
      // Pictures after the last one within the budget aren't in the recording.
      progress.written = recording.frames
      progress.bytes = recording.bytes
      freed = recording.freed
      firstIndex = recording.firstIndex
    }
    self.budget = budget
    self.budget.allocationsPerFrame = run.reporter.allocationsPerFrame
    canvas = run.stage.layout.canvas.description
    folder = run.settings.folder
    if case .budgetUsedUp = end { remarks.append("the budget is used up; the recording is complete") }
    problem = run.sinks.lost.map { .file($0) } ?? run.spoiling
  }
}
