import Compositor
import HostResources
import Recording

/// What the stage thread does for the recording besides handing pictures over: segments, their accounts, and telling of
/// what the sink thread meets.
extension JobLoop {
  /// Has the next recorded picture begin a new segment: a folder of its own with `--segment`, else a new run in the same
  /// folder. For changes that a description has to tell of, such as a camera that came back with another format.
  func requestSegment() { segments.request() }

  /// Begins a new segment where a camera came back with another format.
  func noteFormats() {
    guard let change = formats.change(in: pairer.inputs) else { return }
    let before = Allocations.count
    events(
      .note(
        "\(stage.cameras[change.camera].id) now sends \(change.now.summary) instead of \(change.before.summary): "
          + "the recording continues in a new segment"))
    requestSegment()
    reporter.leaveOut(allocations: Allocations.count - before)
  }

  /// Tells the recording what it goes on with where a picture is a segment's first.
  func beginSegment(_ output: OutputFrame, _ now: Int64) -> Bool {
    guard let recording, segments.isDue(nanoseconds: pairer.time, bytes: output.recordedBytes) else {
      return false
    }
    let before = Allocations.count
    let account = account(.recorded, seconds: Double(elapsed(now)) / 1e9)
    accountAtStart = account
    recording.announce(
      SegmentStart(
        session: SessionDescription(settings, stage, channels.map(\.feed)),
        totals: account.since(beforeSegment),
        endedAt: settings.pace == .live ? SessionDescription.now() : nil))
    // A segment tells of its screen and glass from its own beginning.
    screens = ScreenWatch()
    quality.beginSegment()
    reporter.leaveOut(allocations: Allocations.count - before)
    return true
  }

  /// A picture is on its way into the recording, or to who watches.
  func took(_ output: OutputFrame) {
    if recording != nil {
      let isFirst = output.beginsSegment
      segments.took(nanoseconds: pairer.time, bytes: output.recordedBytes, isFirst: isFirst)
      // Where this picture is a segment's first, its line and what that tells belong to the new one; so does whatever came
      // after the account of the one before.
      if isFirst { beforeSegment = accountAtStart }
      damagedBefore = damaged
    }
    for index in channels.indices { channels[index].tell() }
  }

  private var damaged: Int {
    var sum = 0
    for index in stage.cameras.indices { sum += stage.cameras[index].damaged + stage.cameras[index].unusable }
    return sum
  }

  /// What an account goes up to.
  private enum Span {
    /// The last picture that was handed to the recording.
    case recorded
    /// All that was.
    case all
  }

  /// The account of the present segment.
  func totals(seconds: Double) -> SessionTotals { account(.all, seconds: seconds).since(beforeSegment) }

  /// The account of the whole run, without what the recording knows itself.
  private func account(_ span: Span, seconds: Double) -> SessionTotals {
    var totals = SessionTotals()
    totals.damaged = span == .all ? damaged : damagedBefore
    for (camera, channel) in zip(stage.cameras, channels) {
      totals.dropped["\(camera.id)"] = span == .all ? channel.lost : channel.lostUpToLine
      totals.reconnects += Int(clamping: channel.feed.counters.reconnects)
    }
    if sinks.writerDrops > 0 { totals.dropped["writer"] = sinks.writerDrops }
    for report in sinks.reports where !report.isRecording {
      totals.sinks =
        (totals.sinks ?? []) + [
          SessionTotals.Sink(name: report.name, taken: report.taken, leftOut: report.leftOut)
        ]
    }
    if settings.isDriven { totals.paused = reporter.paused }
    if settings.pace == .live, stage.chrome != nil { totals.glass = quality.pictures }
    if let counts = stage.splicer?.total, counts.total > 0 { totals.mcus = SessionTotals.MCUs(counts) }
    totals.seconds = (seconds * 1000).rounded() / 1000
    return totals
  }

  /// Passes on what the recording has to say.
  func tellOfRecording() {
    guard let recording, recording.hasNews else { return }
    let before = Allocations.count
    for text in recording.takeNotices() { events(.warning("\(settings.folder ?? ""): \(text)")) }
    reporter.leaveOut(allocations: Allocations.count - before)
  }

  /// Says which sinks ended, and now and then which are slow.
  func tellOfSinks(_ now: Int64) {
    let before = Allocations.count
    for text in sinks.news(at: now, folder: settings.folder) { events(.warning(text)) }
    let after = Allocations.count
    if after != before { reporter.leaveOut(allocations: after - before) }
  }
}

extension RecordingSink.Settings {
  init(_ settings: JobSettings, folder: String) {
    self.init(
      folder: folder, keepsSources: settings.stage.keepsSources, recordsTimes: settings.pace == .live,
      describesScreen: settings.describesScreen, durability: settings.durability, segment: settings.segment,
      budgetBytes: settings.budgetBytes, whenFull: settings.whenFull)
  }
}
