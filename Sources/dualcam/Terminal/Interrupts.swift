import Glibc
import Pipeline

/// Ctrl-C and TERM end a job well; a second one ends the process at once. HUP and USR1 ask something of a live job.
enum Interrupts {
  // Handlers can reach nothing but globals; this one is written before any handler runs.
  nonisolated(unsafe) private static var flag: StopFlag?
  nonisolated(unsafe) private static var signals: JobSignals?

  static func stopping(_ stop: StopFlag) {
    unsafe flag = stop
    unblock([SIGINT, SIGTERM])
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        guard let flag = unsafe Interrupts.flag else { return }
        // Both calls are safe in a handler: an atomic load or store, and _exit(2).
        if flag.isStopped { _exit(128 + number) }
        flag.stop()
      }
    }
  }

  /// HUP has the settings read again, USR1 takes a still; neither ever ends the process.
  static func serving(_ signals: JobSignals) {
    unsafe Self.signals = signals
    unblock([SIGHUP, SIGUSR1])
    // Each handler is a load and an atomic store.
    signal(SIGHUP) { _ in unsafe Interrupts.signals?.requestReload() }
    signal(SIGUSR1) { _ in unsafe Interrupts.signals?.requestStill() }
  }

  /// A parent's mask is inherited: what libdispatch starts from its threads has every signal blocked.
  private static func unblock(_ signals: [Int32]) {
    var numbers = sigset_t()
    // SAFETY: the calls read and write the set given only.
    unsafe sigemptyset(&numbers)
    for number in signals { unsafe sigaddset(&numbers, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
  }
}
