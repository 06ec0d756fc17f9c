import Compositor
import HostResources
import Recordings

/// What the job has done so far, over all stages.
extension JobLoop {
  func progress(at now: Int64, isOver: Bool = false) -> JobProgress {
    var progress = JobProgress()
    progress.pictures = counts.made
    (progress.written, progress.bytes) = parts.sinks.written
    progress.writerDrops = parts.sinks.writerDrops
    progress.sinks = parts.sinks.reports
    progress.elapsed = .nanoseconds(now - counts.start)
    progress.framesPerSecond = counts.rate(at: now)
    progress.expected = settings.frames
    progress.cameras = cameras.reports(showing, isOver: isOver)
    progress.hint = showing.stage.hint?.text
    progress.events = parts.board?.counts ?? [:]
    parts.values?.sample(at: now, of: nil, into: &progress.values)
    progress.alarms = alarms.all.map { AlarmReport(condition: $0.text, state: $0.state) }
    return progress
  }

  /// The whole job's totals, except what the recording itself knows.
  ///
  /// - Parameter isOver: whether everything counts, not only what lines tell.
  func account(isOver: Bool, seconds: Double) -> SessionTotals {
    var totals = SessionTotals()
    let told = ledger.told
    totals.damaged = isOver ? cameras.spoiled(showing) : told.counts.spoiled
    for (index, intake) in parts.intakes.enumerated() {
      totals.dropped[cameras.ids[index]] = isOver ? intake.lost : told.lost(by: index)
      totals.reconnects += Int(clamping: intake.feed.counters.reconnects)
    }
    let unwritten = isOver ? parts.sinks.writerDrops : told.counts.unwritten
    if unwritten > 0 { totals.dropped["writer"] = unwritten }
    for report in parts.sinks.reports where !report.isRecording {
      totals.sinks =
        (totals.sinks ?? []) + [
          SessionTotals.Sink(name: report.name, taken: report.taken, leftOut: report.leftOut)
        ]
    }
    if settings.isControlled { totals.paused = isOver ? counts.paused : told.counts.paused }
    totals.seconds = (seconds * 1000).rounded() / 1000
    return totals
  }

  /// What the job did, once its pictures are written.
  ///
  /// - Parameters:
  ///   - end: why it ended; `nil` if it failed.
  ///   - now: nanoseconds of CLOCK_MONOTONIC.
  func summary(_ end: End?, budget: FrameBudget.Report, at now: Int64) -> JobSummary {
    var summary = JobSummary()
    summary.progress = progress(at: now, isOver: true)
    if let recording = parts.recording {
      // Pictures after the last one within the budget aren't in the recording.
      summary.progress.written = recording.frames
      summary.progress.bytes = recording.bytes
      summary.freed = recording.freed
      summary.firstIndex = recording.firstIndex
    }
    summary.budget = budget
    summary.budget.allocationsPerFrame = counts.allocationsPerFrame
    summary.canvas = showing.stage.layout.canvas.description
    summary.folder = settings.folder
    if case .budgetUsedUp = end {
      summary.remarks.append("the budget is used up; the recording is complete")
    }
    if settings.pace == .live { summary.remarks += cameras.farPairs }
    summary.remarks += parts.values?.remarks ?? []
    if !alarms.neverKnown.isEmpty {
      summary.remarks.append(
        "nothing was known of the alarm \(alarms.neverKnown.joined(separator: ", ")) in any picture")
    }
    summary.problem = parts.sinks.lost.map { .file($0) } ?? cameras.verdict(showing)
    return summary
  }
}
