import Compositor
import HostResources
import Recording

/// Begins a recording's segments, and keeps the account of each.
final class SegmentPolicy: JobPolicy {
  private var clock: SegmentClock
  private var formats = FormatChanges()
  /// The account up to the present segment's first picture, without it.
  private var beforeSegment = SessionTotals(seconds: 0)
  /// The account when the segment that begins next was described.
  private var accountAtStart = SessionTotals(seconds: 0)
  /// Frames with damaged data up to the last picture that was recorded.
  private var damagedBefore = 0

  init(_ settings: JobSettings) { clock = SegmentClock(settings.segment) }

  /// A camera that came back with another format begins a segment: a folder of its own with `--segment`, else a new run
  /// in the same folder. The recording's description says what the cameras send.
  func didDraw(in run: JobRun) {
    guard run.recording != nil, let change = formats.change(in: run.pairer.inputs) else { return }
    run.apart {
      run.events(
        .note(
          "\(run.stage.cameras[change.camera].id) now sends \(change.now.summary) instead of \(change.before.summary): "
            + "the recording continues in a new segment"))
      clock.request()
    }
  }

  /// Whether a picture that is about to be recorded is a segment's first.
  func isDue(_ picture: OutputFrame, in run: JobRun) -> Bool {
    run.recording != nil && clock.isDue(nanoseconds: run.pairer.time, bytes: picture.recordedBytes)
  }

  /// Tells the recording what it goes on with.
  ///
  /// - Parameter account: of the whole run up to the last picture that was handed to the recording.
  func announce(_ account: SessionTotals, in run: JobRun) {
    accountAtStart = account
    run.recording?.announce(
      SegmentStart(
        session: SessionDescription(run.settings, run.stage, run.channels.map(\.feed)),
        totals: account.since(beforeSegment),
        endedAt: run.settings.pace == .live ? SessionDescription.now() : nil))
  }

  func wasTaken(_ picture: OutputFrame, in run: JobRun) {
    if run.recording != nil {
      let isFirst = picture.beginsSegment
      clock.took(nanoseconds: run.pairer.time, bytes: picture.recordedBytes, isFirst: isFirst)
      // If this picture is a segment's first, its line and what that tells belong to the new one; so does whatever came
      // after the account of the one before.
      if isFirst { beforeSegment = accountAtStart }
      damagedBefore = damaged(run.stage)
    }
    for channel in run.channels { channel.tell() }
  }

  private func damaged(_ stage: Stage) -> Int {
    var sum = 0
    for index in stage.cameras.indices { sum += stage.cameras[index].damaged + stage.cameras[index].unusable }
    return sum
  }

  /// What an account goes up to.
  enum Span {
    /// The last picture that was handed to the recording.
    case recorded
    /// All that was.
    case all
  }

  /// The account of the whole run, without what the recording knows itself.
  func account(_ span: Span, seconds: Double, of run: JobRun) -> SessionTotals {
    var totals = SessionTotals()
    totals.damaged = span == .all ? damaged(run.stage) : damagedBefore
    for (camera, channel) in zip(run.stage.cameras, run.channels) {
      totals.dropped["\(camera.id)"] = span == .all ? channel.lost : channel.lostUpToLine
      totals.reconnects += Int(clamping: channel.feed.counters.reconnects)
    }
    if run.sinks.writerDrops > 0 { totals.dropped["writer"] = run.sinks.writerDrops }
    for report in run.sinks.reports where !report.isRecording {
      totals.sinks =
        (totals.sinks ?? []) + [
          SessionTotals.Sink(name: report.name, taken: report.taken, leftOut: report.leftOut)
        ]
    }
    if run.settings.isDriven { totals.paused = run.reporter.paused }
    let counts = run.stage.composer.total
    if counts.total > 0 { totals.mcus = SessionTotals.MCUs(counts) }
    totals.seconds = (seconds * 1000).rounded() / 1000
    return totals
  }

  /// The part of an account that is the present segment's.
  func presentSegment(of account: SessionTotals) -> SessionTotals { account.since(beforeSegment) }
}
