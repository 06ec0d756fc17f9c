import Glibc
import HostResources
import Synchronization

/// Writes messages as lines to standard error, and limits repeats.
package struct Log {
  let level: LogLevel

  package init(level: LogLevel) { self.level = level }

  package func info(_ text: String) { write(.info, text) }
  package func notice(_ text: String) { write(.notice, text) }
  /// - Parameter isLimited: whether such messages may be counted instead of repeated.
  package func warning(_ text: String, isLimited: Bool = true) { write(.warning, text, isLimited: isLimited) }

  private func write(_ level: LogLevel, _ text: String, isLimited: Bool = true) {
    guard level >= self.level else { return }
    let line = LogLine(level: level, message: text, metadata: LogLine.camera(of: text))
    if isLimited { Self.write(line) } else { Console.log(line) }
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
    if needsTimer { startTimer() }
  }

  /// Starts a thread that reports held-back messages while there are any. If it can't start, the
  /// next message or the end reports them.
  private static func startTimer() {
    let timer = try? WorkerThread(name: "dualcam-log") {
      sleep(UInt32(RepeatLimiter.interval.components.seconds))
      while finish(isEnd: false) { sleep(10) }
    }
    if timer == nil { state.withLock { $0.isTimed = false } }
  }

  /// Reports how many messages were held back: those whose interval is over, or all.
  ///
  /// - Returns: whether there are more.
  @discardableResult
  package static func finish(isEnd: Bool = true) -> Bool {
    let now = ContinuousClock.now - start
    let (lines, hasMore) = state.withLock { state in
      let lines = state.limiter.summaries(at: now, isEnd: isEnd)
      state.isTimed = state.limiter.hasHeld && !isEnd
      return (lines, state.isTimed)
    }
    lines.forEach(Console.log)
    return hasMore
  }
}
