import Compositor
import HostResources
import Recordings

/// What the job has done so far, over all stages.
extension JobLoop {
  /// The stage's part of a channel's camera; `nil` if it isn't shown.
  func camera(of channel: Int) -> StageCamera? {
    shown.firstIndex(of: channel).map { stage.cameras[$0] }
  }

  /// The tally of a channel's frames over all stages.
  func tally(of channel: Int) -> FrameTally {
    var tally = former[channel]
    if let camera = camera(of: channel) {
      tally.damaged += camera.damaged
      tally.unusable += camera.unusable
    }
    tally.taken = channels[channel].shown
    tally.bad = Int(clamping: channels[channel].feed.counters.bad)
    return tally
  }

  /// Damaged and unusable frames of all cameras.
  var spoiled: Int {
    var sum = 0
    for index in channels.indices {
      let tally = tally(of: index)
      sum += tally.damaged + tally.unusable
    }
    return sum
  }

  /// The verdict on the first spoiled source, if any.
  private var spoiling: PipelineError? {
    for (index, channel) in channels.enumerated() {
      let problem = channel.turner?.problem ?? camera(of: index)?.lastProblem.map { "\($0)" }
      if let error = tally(of: index).verdict(
        on: settings.sources[index].specification, channel.feed.name, bus: channel.feed.camera?.bus,
        problem: problem)
      {
        return error
      }
    }
    return nil
  }

  func progress(at now: Int64) -> JobProgress {
    var progress = JobProgress()
    progress.pictures = counts.made
    (progress.written, progress.bytes) = sinks.written
    progress.writerDrops = sinks.writerDrops
    progress.sinks = sinks.reports
    progress.elapsed = .nanoseconds(now - counts.start)
    progress.framesPerSecond = counts.rate(at: now)
    progress.expected = settings.frames
    for (index, channel) in channels.enumerated() {
      let camera = camera(of: index)
      var report = CameraReport()
      report.id = "\(ids[index])"
      report.name = channel.feed.name
      report.state = camera == nil ? (channel.isGone ? .lost : .live) : watches[index].state ?? .lost
      report.framesPerSecond = channel.framesPerSecond
      report.drops = channel.lost
      report.counters = channel.feed.counters
      report.frames = tally(of: index)
      report.problem =
        channel.feed.failure.map { "\($0)" } ?? channel.turner?.problem ?? camera?.lastProblem.map { "\($0)" }
      progress.cameras.append(report)
    }
    progress.hint = stage.hint?.text
    return progress
  }

  /// The whole job's totals, except what the recording itself knows.
  ///
  /// - Parameter isOver: whether everything counts, not only what lines tell.
  func account(isOver: Bool, seconds: Double) -> SessionTotals {
    var totals = SessionTotals()
    totals.damaged = isOver ? spoiled : told.recorded.spoiled
    for (index, channel) in channels.enumerated() {
      totals.dropped["\(ids[index])"] = isOver ? channel.lost : told.lost(by: index)
      totals.reconnects += Int(clamping: channel.feed.counters.reconnects)
    }
    let unwritten = isOver ? sinks.writerDrops : told.recorded.unwritten
    if unwritten > 0 { totals.dropped["writer"] = unwritten }
    for report in sinks.reports where !report.isRecording {
      totals.sinks =
        (totals.sinks ?? []) + [
          SessionTotals.Sink(name: report.name, taken: report.taken, leftOut: report.leftOut)
        ]
    }
    if settings.isControlled { totals.paused = isOver ? counts.paused : told.recorded.paused }
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
    summary.progress = progress(at: now)
    for index in channels.indices {
      summary.progress.cameras[index].skewMs = skews.milliseconds(of: index)
    }
    if let recording {
      // Pictures after the last one within the budget aren't in the recording.
      summary.progress.written = recording.frames
      summary.progress.bytes = recording.bytes
      summary.freed = recording.freed
      summary.firstIndex = recording.firstIndex
    }
    summary.budget = budget
    summary.budget.allocationsPerFrame = counts.allocationsPerFrame
    summary.canvas = stage.layout.canvas.description
    summary.folder = settings.folder
    if case .budgetUsedUp = end {
      summary.remarks.append("the budget is used up; the recording is complete")
    }
    if settings.pace == .live {
      summary.remarks += channels.indices.compactMap {
        skews.warning(of: $0, ids[$0], interval: channels[$0].interval)
      }
    }
    summary.problem = sinks.lost.map { .file($0) } ?? spoiling
    return summary
  }
}
