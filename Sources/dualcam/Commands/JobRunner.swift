import HostResources
import Pipeline
import PixelTypes
import Recordings
import Terminal

/// Runs a job with a status line or a bar; Ctrl-C ends it cleanly.
enum JobRunner {
  /// - Parameter tell: prints the summary; a problem in it is thrown afterwards.
  static func run(
    _ settings: JobSettings, hasBar: Bool, isQuiet: Bool = false, log: LogOptions,
    tell: (JobSummary) throws -> Void
  ) throws {
    LogLine.cameras.withLock { $0 = settings.names }
    let logger = log.begin()
    if let note = ConfigurationOptions.note.withLock({ $0 }) { logger.notice(note) }
    let stop = StopFlag()
    Interrupts.stopping(stop)
    if let service = settings.service { Interrupts.serving(service.signals) }
    var settings = settings
    settings.sandbox = settings.isStrict ? .required : .wanted
    // Without a reader, don't make any.
    settings.reportsProgress = !isQuiet && Console.isErrorTerminal && log.logFormat == .text
    let showsStatus = settings.reportsProgress
    var hasWaited = false
    let job = CameraJob(settings, stop: stop) { event in
      switch event {
      case .warning(let text): logger.warning(text)
      case .unread(let text): logger.warning(text, isLimited: false)
      case .note(let text): logger.notice(text)
      case .detail(let text): logger.info(text)
      case .waiting(let text):
        if showsStatus { Console.status(text) } else if !hasWaited { logger.notice(text) }
        hasWaited = true
      case .progress(let progress):
        Console.status(hasBar ? StatusLine.bar(progress) : StatusLine.live(progress))
      }
    }
    let summary: JobSummary
    do {
      defer {
        Console.endStatus()
        Log.finish()
      }
      summary = try job.run()
    }
    JobStop.endUnlessWhole(stop)
    try tell(summary)
    if let problem = summary.problem { throw problem }
  }
}

/// A job's outcome as JSON.
struct SummaryJSON: Encodable {
  struct Camera: Encodable {
    var id, name, state: String
    var received, dropped, damaged, unusable, bad, reconnects, timeouts: Int
    var timed: Int?
    var skewMs: FrameBudget.Percentiles?
  }

  var pictures, written, bytes, notWritten, freed: Int
  var seconds, framesPerSecond: Double
  var canvas: String
  var folder: String?
  var firstIndex: Int?
  var cameras: [Camera]
  var sinks: [SinkReport]
  var budget: FrameBudget.Report
  var remarks: [String]
  var problem: String?

  init(_ summary: JobSummary) {
    let progress = summary.progress
    pictures = progress.pictures
    written = progress.written
    bytes = progress.bytes
    notWritten = progress.writerDrops
    freed = summary.freed
    seconds = ((progress.elapsed / .seconds(1)) * 1000).rounded() / 1000
    framesPerSecond = seconds > 0 ? (Double(progress.pictures) / seconds * 100).rounded() / 100 : 0
    canvas = summary.canvas
    folder = summary.folder
    firstIndex = summary.firstIndex
    budget = summary.budget
    remarks = summary.remarks
    problem = summary.problem.map { "\($0)" }
    sinks = progress.sinks
    cameras = progress.cameras.map {
      Camera(
        id: $0.id, name: $0.name, state: $0.state.rawValue, received: Int(clamping: $0.counters.received),
        dropped: $0.drops, damaged: $0.frames.damaged, unusable: $0.frames.unusable, bad: $0.frames.bad,
        reconnects: Int(clamping: $0.counters.reconnects), timeouts: Int(clamping: $0.counters.timeouts),
        timed: $0.counters.timed.map { Int(clamping: $0) }, skewMs: $0.skewMs)
    }
  }

  /// For people, in a few lines.
  static func text(_ summary: JobSummary) -> String {
    let progress = summary.progress
    // Stopped before there was one.
    if summary.canvas.isEmpty { return summary.remarks.joined(separator: "\n") }
    let seconds = progress.elapsed / .seconds(1)
    var lines: [String] = []
    // The rate is that of the pictures made: a time lapse or a slow disk or reader takes fewer.
    let isChoice = progress.written != progress.pictures
    let speed =
      progress.pictures == 0
      ? ""
      : (isChoice ? "; of \(progress.pictures.counted("picture"))" : "")
        // Of less than a second there is no rate worth telling.
        + (seconds < 1 ? "" : " at \(Format.fixed(Double(progress.pictures) / seconds, 1)) fps")
    let where_ = summary.folder.map { " in \($0)" } ?? ""
    lines.append(
      "\(progress.written.counted("frame")) of \(summary.canvas)\(where_), \(Format.bytes(progress.bytes)), "
        + Format.duration(seconds) + speed)
    for camera in progress.cameras {
      let frames = camera.frames
      let unused = Int(clamping: camera.counters.received) - frames.taken - frames.bad
      var parts = ["\(camera.counters.received) received"]
      if unused > 0 { parts.append("\(frames.taken) shown") }
      parts.append("\(camera.drops) dropped")
      // Only then is it known where they belong.
      if unused > 0, camera.drops == 0 {
        parts.append("\(unused) before the first picture or after the last")
      }
      if frames.damaged > 0 { parts.append("\(frames.damaged) damaged") }
      if frames.unusable > 0 {
        let problem = camera.problem.map { " (\($0))" } ?? ""
        parts.append("\(frames.unusable) unusable" + (camera.state == .lost ? "" : problem))
      }
      if frames.bad > 0 { parts.append("\(frames.bad) bad") }
      if let timed = camera.counters.timed {
        parts.append("\(timed == 0 ? "none" : "\(timed)") timed by its own clock")
      }
      if let skew = camera.skewMs {
        let (p50, p95, worst) = (skew.p50, skew.p95, skew.worst)
        parts.append(
          "skew \(Format.fixed(p50, 1)) ms, p95 \(Format.fixed(p95, 1)), worst \(Format.fixed(worst, 1))")
      }
      let reconnects = Int(clamping: camera.counters.reconnects)
      if reconnects > 0 { parts.append(reconnects.counted("reconnect")) }
      if camera.state == .lost, let problem = camera.problem { parts.append(problem) }
      lines.append("  \(camera.id)  \(camera.name): \(parts.joined(separator: ", "))")
    }
    if let latency = summary.budget.latencyMs {
      lines.append(
        "  from time stamp to file in \(Format.fixed(latency.p50, 1)) ms, p99 \(Format.fixed(latency.p99, 1)) ms"
      )
    }
    if progress.writerDrops > 0 {
      lines.append(
        "  \(progress.writerDrops.counted("picture was", "pictures were")) not written: the disk is too slow")
    }
    for sink in progress.sinks where sink.leftOut > 0 && !sink.isRecording {
      lines.append("  \(sink.name): \(sink.taken.counted("picture")) taken, \(sink.leftOut) left out")
    }
    if summary.freed > 0 { lines.append("  freed \(summary.freed) of the oldest pictures to make room") }
    lines += summary.remarks.map { "  \($0)" }
    return lines.joined(separator: "\n")
  }
}
