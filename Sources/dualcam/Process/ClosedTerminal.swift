import Glibc

/// Tells a HUP that means a closed terminal from one that asks to reread the settings.
///
/// The kernel sends one to the terminal's jobs in the foreground, the shell passes it on to those in the background. A service,
/// and what setsid(1) starts, has no terminal.
struct ClosedTerminal {
  private let descriptor = unsafe open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
  // Read now: a confined process may not ask.
  private let shells = [getsid(0), getppid()]

  /// For signal handlers.
  func isReason(for signal: siginfo_t) -> Bool {
    guard descriptor >= 0 else { return false }
    // SI_KERNEL.
    if unsafe signal.si_code == 0x80 { return true }
    // Whoever else sends one, perhaps long after, wants the settings reread.
    let sender = unsafe signal._sifields._kill.si_pid
    guard shells[0] == sender || shells[1] == sender else { return false }
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    // SAFETY: one pollfd is given, and it outlives the call.
    return unsafe poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP) != 0
  }
}
