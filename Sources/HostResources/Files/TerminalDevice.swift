import Glibc

/// The process's controlling terminal, byte by byte: input arrives at once without being echoed, and
/// reads and writes never block (termios(3), tty(4)).
///
/// Uses a separate file description, `/dev/tty`: the shell's isn't changed, and standard output may go elsewhere.
@safe
package final class TerminalDevice {
  /// The terminal's size.
  package struct Size: Equatable, Sendable {
    /// Characters.
    package var columns, rows: Int
    /// Pixels; 0 where the terminal doesn't say.
    package var width, height: Int

    package init(columns: Int, rows: Int, width: Int = 0, height: Int = 0) {
      (self.columns, self.rows, self.width, self.height) = (columns, rows, width, height)
    }
  }

  /// Whether the environment claims 24-bit colours (`COLORTERM`).
  package static var saysTrueColour: Bool {
    // SAFETY: nothing changes the environment, and the text is copied.
    let says = unsafe getenv("COLORTERM").map { unsafe String(cString: $0) }
    return says == "truecolor" || says == "24bit"
  }

  /// For poll(2).
  package let descriptor: Int32
  private var before: termios

  /// Takes over the terminal until ``restore()``.
  ///
  /// - Throws: ``FileError/misused(reason:)`` where there is none.
  package init(path: String = "/dev/tty") throws(FileError) {
    // SAFETY: open reads the path only.
    descriptor = SystemCall.result { unsafe open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else {
      throw .misused(reason: "there is no terminal (\(path): \(SystemCall.text(-descriptor)))")
    }
    before = termios()
    // SAFETY: both calls read or write one termios.
    guard unsafe tcgetattr(descriptor, &before) == 0 else {
      let code = errno
      close(descriptor)
      throw .misused(reason: "\(path) isn't a terminal (\(SystemCall.text(code)))")
    }
    var raw = before
    unsafe cfmakeraw(&raw)
    _ = unsafe tcsetattr(descriptor, TCSAFLUSH, &raw)
  }

  deinit {
    restore()
    close(descriptor)
  }

  /// Restores its original state, discarding unread input.
  package func restore() {
    // SAFETY: the call reads one termios.
    _ = unsafe tcsetattr(descriptor, TCSAFLUSH, &before)
  }

  /// Its current size; 80 × 24 characters if it doesn't say (TIOCGWINSZ).
  package var size: Size {
    var window = winsize()
    // SAFETY: the call writes a winsize.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else {
      return Size(columns: 80, rows: 24)
    }
    return Size(
      columns: Int(window.ws_col), rows: Int(window.ws_row), width: Int(window.ws_xpixel),
      height: Int(window.ws_ypixel))
  }

  /// Reads what has been typed or answered; 0 at the end, -EAGAIN if nothing has.
  package func read(into buffer: inout [UInt8]) -> Int { SystemCall.read(descriptor, into: &buffer) }

  /// Writes what the terminal accepts at once; -EAGAIN if that is nothing.
  package func write(_ bytes: ArraySlice<UInt8>) -> Int {
    // SAFETY: the kernel reads the slice's bytes only.
    unsafe bytes.withUnsafeBytes { bytes in
      SystemCall.result { unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
    }
  }
}
