import Glibc
import Pipeline

/// Ctrl-C and TERM end a job well; a second one ends the process at once.
enum Interrupts {
  // Handlers can reach nothing but globals; this one is written before any handler runs.
  nonisolated(unsafe) private static var flag: StopFlag?

  static func stopping(_ stop: StopFlag) {
    unsafe flag = stop
    // A parent's mask is inherited: what libdispatch starts from its threads has every signal blocked.
    var numbers = sigset_t()
    // SAFETY: the calls read and write the set given only.
    unsafe sigemptyset(&numbers)
    for number in [SIGINT, SIGTERM] { unsafe sigaddset(&numbers, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        guard let flag = unsafe Interrupts.flag else { return }
        // Both calls are safe in a handler: an atomic load or store, and _exit(2).
        if flag.isStopped { _exit(128 + number) }
        flag.stop()
      }
    }
  }
}
