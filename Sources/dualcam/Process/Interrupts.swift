import Glibc
import HostResources
import Pipeline
import Synchronization

/// Ctrl-C and TERM end a job cleanly; a second one ends the process at once, unless it arrives together with the first:
/// `timeout` and some shells send one to the process and one to its group. HUP and USR1 are requests to a
/// live job.
enum Interrupts {
  // Handlers can reach only globals; this one is written before any handler runs.
  nonisolated(unsafe) private static var flag: StopFlag?
  nonisolated(unsafe) private static var signals: JobSignals?
  nonisolated(unsafe) private static var terminal: ClosedTerminal?
  // When the first came: nanoseconds on CLOCK_MONOTONIC, 0 before. Orders nothing else, so relaxed.
  private static let first = Atomic<Int64>(0)

  /// Nanoseconds within which two signals count as one.
  static let together: Int64 = 500_000_000

  static func stopping(_ stop: StopFlag) {
    unsafe flag = stop
    // Initialized here, not in a handler.
    first.store(0, ordering: .relaxed)
    mask(SIG_UNBLOCK, [SIGINT, SIGTERM])
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        guard let flag = unsafe Interrupts.flag else { return }
        // All calls are safe in a handler: atomic loads and stores, clock_gettime(2), and _exit(2).
        if Interrupts.isAnother(at: Interrupts.now()) { _exit(128 + number) }
        flag.stop()
      }
    }
  }

  /// Never 0, which means none yet.
  private static func now() -> Int64 { max(1, MonotonicClock.now()) }

  /// Whether a signal that arrives now is a second one.
  static func isAnother(at now: Int64) -> Bool {
    let (wasFirst, before) = first.compareExchange(expected: 0, desired: now, ordering: .relaxed)
    return !wasFirst && now - before > together
  }

  private static let requests = [SIGHUP, SIGUSR1]

  /// Has requests wait until ``serving(_:)``: without a handler they would end the process.
  static func holdRequests() { mask(SIG_BLOCK, requests) }

  /// HUP rereads the settings, USR1 takes a still; neither ends the process, except HUP because its terminal was closed.
  static func serving(_ signals: JobSignals) {
    unsafe Self.signals = signals
    var action = sigaction()
    unsafe sigaction(SIGHUP, nil, &action)
    // What nohup(1) starts stays when its terminal is closed: it ignores the signal (SIG_IGN is 1).
    let isIgnored = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    unsafe terminal = isIgnored ? nil : ClosedTerminal()
    action.sa_flags = SA_SIGINFO | SA_RESTART
    // Each handler loads and stores what is atomic or constant by now; poll(2) is safe in one, too.
    unsafe action.__sigaction_handler.sa_sigaction = { _, info, _ in
      guard let info = unsafe info, unsafe Interrupts.terminal?.isReason(for: info.pointee) ?? false else {
        unsafe Interrupts.signals?.requestReload()
        return
      }
      unsafe Interrupts.flag?.stop()
    }
    unsafe sigaction(SIGHUP, &action, nil)
    signal(SIGUSR1) { _ in unsafe Interrupts.signals?.requestStill() }
    mask(SIG_UNBLOCK, requests)
  }

  /// Masks are inherited from the parent: a process that libdispatch starts from its threads has every signal blocked.
  private static func mask(_ how: Int32, _ signals: [Int32]) {
    var numbers = sigset_t()
    // SAFETY: the calls read and write the set given only.
    unsafe sigemptyset(&numbers)
    for number in signals { unsafe sigaddset(&numbers, number) }
    unsafe pthread_sigmask(how, &numbers, nil)
  }
}
