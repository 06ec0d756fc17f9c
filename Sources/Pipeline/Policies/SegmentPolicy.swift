import Compositor
import HostResources
import Recordings

/// Begins a recording's segments and keeps the totals of each.
final class SegmentPolicy: JobPolicy {
  private var clock: SegmentClock
  private var formats = FormatChanges()
  /// Totals before the current segment's first picture.
  private var beforeSegment = SessionTotals(seconds: 0)
  /// Totals when the next segment was announced.
  private var accountAtStart = SessionTotals(seconds: 0)
  /// Damaged frames up to the last recorded picture.
  private var damagedBefore = 0

  init(_ settings: JobSettings) { clock = SegmentClock(settings.segment) }

  /// A camera that returns with another format begins a segment, because the recording's description states the formats:
  /// a new folder with `--segment`, else a new run in the same folder.
  func didDraw(in run: JobRun) {
    guard run.recording != nil, let change = formats.change(in: run.pairer.inputs) else { return }
    run.apart {
      run.events(
        .note(
          "\(run.ids[change.camera]) now sends \(change.now.summary) instead of \(change.before.summary): "
            + "the recording continues in a new segment"))
      clock.request()
    }
  }

  /// The stage shows other cameras or has another layout, which begins a segment for the same reason.
  func stageChanged(in run: JobRun) {
    guard run.recording != nil else { return }
    clock.request()
  }

  /// Whether a picture about to be recorded begins a segment.
  func isDue(_ picture: OutputFrame, in run: JobRun) -> Bool {
    run.recording != nil && clock.isDue(nanoseconds: run.pairer.time, bytes: picture.recordedBytes)
  }

  /// Announces the next segment to the recording.
  ///
  /// - Parameter account: the whole run's totals up to the last picture handed to the recording.
  func announce(_ account: SessionTotals, in run: JobRun) {
    accountAtStart = account
    run.recording?.announce(
      SegmentStart(
        session: SessionDescription(run.settings, run.stage, run.channels, run.shown),
        totals: account.since(beforeSegment),
        endedAt: run.settings.pace == .live ? SessionDescription.now() : nil))
  }

  func wasTaken(_ picture: OutputFrame, in run: JobRun) {
    if run.recording != nil {
      let isFirst = picture.beginsSegment
      clock.took(nanoseconds: run.pairer.time, bytes: picture.recordedBytes, isFirst: isFirst)
      // A segment's first picture and the counts in its line belong to the new segment, as does
      // everything counted since the announcement.
      if isFirst { beforeSegment = accountAtStart }
      damagedBefore = run.spoiled
    }
  }

  /// The end of the range that totals cover.
  enum Span {
    /// The last picture handed to the recording.
    case recorded
    /// Everything so far.
    case all
  }

  /// The whole run's totals, except what the recording itself knows.
  func account(_ span: Span, seconds: Double, of run: JobRun) -> SessionTotals {
    var totals = SessionTotals()
    totals.damaged = span == .all ? run.spoiled : damagedBefore
    for (index, channel) in run.channels.enumerated() {
      totals.dropped["\(run.ids[index])"] = span == .all ? channel.lost : run.told[index]
      totals.reconnects += Int(clamping: channel.feed.counters.reconnects)
    }
    if run.sinks.writerDrops > 0 { totals.dropped["writer"] = run.sinks.writerDrops }
    for report in run.sinks.reports where !report.isRecording {
      totals.sinks =
        (totals.sinks ?? []) + [
          SessionTotals.Sink(name: report.name, taken: report.taken, leftOut: report.leftOut)
        ]
    }
    if run.settings.isControlled { totals.paused = run.reporter.paused }
    let counts = run.mcus
    if counts.total > 0 { totals.mcus = SessionTotals.MCUs(counts) }
    totals.seconds = (seconds * 1000).rounded() / 1000
    return totals
  }

  /// The current segment's part of the totals.
  func presentSegment(of account: SessionTotals) -> SessionTotals { account.since(beforeSegment) }
}
