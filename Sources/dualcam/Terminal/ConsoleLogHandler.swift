import Dispatch
import Foundation
import Logging
import Synchronization

/// Writes log messages as lines on standard error, the same one only so often.
struct ConsoleLogHandler: LogHandler {
  var logLevel = Logger.Level.notice
  var metadata = Logger.Metadata()

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    Self.write(
      LogLine(
        level: event.level, message: event.message.description,
        metadata: metadata.merging(event.metadata ?? [:]) { $1 }))
  }

  private struct State {
    var limiter = RepeatLimiter()
    var isTimed = false
  }

  private static let state = Mutex(State())
  private static let start = ContinuousClock.now

  private static func write(_ line: LogLine) {
    let now = ContinuousClock.now - start
    let (before, isTold, needsTimer) = state.withLock { state in
      let before = state.limiter.summaries(at: now)
      let isTold = state.limiter.admits(line, at: now)
      let needsTimer = !isTold && !state.isTimed
      if needsTimer { state.isTimed = true }
      return (before, isTold, needsTimer)
    }
    before.forEach(Console.log)
    if isTold { Console.log(line) }
    if needsTimer {
      DispatchQueue.global().asyncAfter(deadline: .now() + (RepeatLimiter.interval / .seconds(1))) {
        finish(isEnd: false)
      }
    }
  }

  /// Tells how many messages were held back: those whose time is over, or all.
  static func finish(isEnd: Bool = true) {
    let now = ContinuousClock.now - start
    let (lines, needsTimer) = state.withLock { state in
      let lines = state.limiter.summaries(at: now, isEnd: isEnd)
      state.isTimed = state.limiter.hasHeld && !isEnd
      return (lines, state.isTimed)
    }
    lines.forEach(Console.log)
    if needsTimer { DispatchQueue.global().asyncAfter(deadline: .now() + 10) { finish(isEnd: false) } }
  }
}
