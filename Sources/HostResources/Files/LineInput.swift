import Glibc

/// Lines of text from another program or an instrument: standard input, a named pipe whose writers come and go, a file that
/// grows, or a serial line. Never waits longer than asked. A file that is cut or replaced, and a pipe that is made anew, are followed.
package final class LineInput: @unchecked Sendable {
  // SAFETY: one thread opens it, and then another one alone reads it.
  /// Whether there may be more.
  package enum State: Equatable, Sendable {
    case open
    /// The last writer of standard input is gone.
    case over
    /// The device is gone, or can't be read: what the system says. ``reopen()`` tries again.
    case lost(String)
  }

  /// What standard input is called.
  package static let standardInput = "-"
  /// Symbols a second of a serial line (termios(3)).
  package static let speeds: [Int: speed_t] = [
    1200: speed_t(B1200), 2400: speed_t(B2400), 4800: speed_t(B4800), 9600: speed_t(B9600),
    19200: speed_t(B19200), 38400: speed_t(B38400), 57600: speed_t(B57600), 115200: speed_t(B115200),
    230400: speed_t(B230400), 460800: speed_t(B460800), 921600: speed_t(B921600),
  ]

  private let path: String
  private let speed: Int
  private var descriptor: Int32 = -1
  /// Whether it ends with its last writer.
  private var endsWithWriter: Bool { path == Self.standardInput }
  private var room = [UInt8](repeating: 0, count: 16_384)
  /// `S_IFIFO`, `S_IFREG` or `S_IFCHR`.
  private var kind: mode_t = 0
  /// Whether it is a serial line.
  package var isSerial: Bool { kind == S_IFCHR }
  /// For how long nothing has come, in milliseconds, since it was last looked after.
  private var idle: Int32 = 0
  /// A line's beginning.
  private var begun: [UInt8] = []
  private let longest: Int

  /// Opens it.
  ///
  /// - Parameters:
  ///   - path: of a pipe, file or device; `-` for standard input.
  ///   - speed: of a serial line, among ``speeds``.
  ///   - longest: the most bytes of a line; a longer one comes cut at one byte more.
  /// - Throws: ``FileError/io(path:reason:)``, ``FileError/misused(reason:)``.
  package init(_ path: String, speed: Int, longest: Int) throws(FileError) {
    (self.path, self.speed, self.longest) = (path, speed, longest)
    try open()
  }

  deinit { close() }

  private func close() {
    if descriptor > 0 { _ = SystemCall.close(descriptor) }
    descriptor = -1
  }

  private func open() throws(FileError) {
    if path == Self.standardInput { return descriptor = 0 }
    var status = stat()
    // SAFETY: both calls read the path, and the first writes one stat.
    guard unsafe stat(path, &status) == 0 else {
      throw .io(path: path, reason: SystemCall.text(errno))
    }
    kind = status.st_mode & S_IFMT
    guard [S_IFIFO, S_IFREG, S_IFCHR].contains(kind) else {
      throw .misused(reason: "\(path) is no pipe, file or serial line")
    }
    descriptor = Self.opened(path, kind)
    guard descriptor >= 0 else { throw .io(path: path, reason: SystemCall.text(-descriptor)) }
    if kind == S_IFREG { lseek(descriptor, 0, SEEK_END) }
    if kind == S_IFCHR { try setUp() }
  }

  /// - Returns: the descriptor, or a negative errno.
  private static func opened(_ path: String, _ kind: mode_t) -> Int32 {
    let flags = O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    // Of a pipe both ends, if that is allowed: otherwise it ends with each writer.
    let both = kind == S_IFIFO ? SystemCall.result { unsafe Glibc.open(path, O_RDWR | flags) } : -1
    return both >= 0 ? both : SystemCall.result { unsafe Glibc.open(path, O_RDONLY | flags) }
  }

  /// Once nothing has come for a second: reads a file that was cut from its beginning, and what else has its name by now instead.
  private func lookAfter(_ milliseconds: Int32) {
    idle += milliseconds
    guard idle >= 1000 else { return }
    idle = 0
    var (own, named) = (stat(), stat())
    // SAFETY: the calls read the path, and write one stat each.
    guard kind == S_IFREG || kind == S_IFIFO, unsafe fstat(descriptor, &own) == 0 else { return }
    if kind == S_IFREG, own.st_size < lseek(descriptor, 0, SEEK_CUR) {
      lseek(descriptor, 0, SEEK_SET)
      return begun.removeAll(keepingCapacity: true)
    }
    guard unsafe stat(path, &named) == 0, (named.st_dev, named.st_ino) != (own.st_dev, own.st_ino) else {
      return
    }
    let next = named.st_mode & S_IFMT
    guard next == S_IFREG || next == S_IFIFO else { return }
    let opened = Self.opened(path, next)
    guard opened >= 0 else { return }
    close()
    (descriptor, kind) = (opened, next)
    begun.removeAll(keepingCapacity: true)
  }

  /// Eight bits, no parity, nothing translated, as stty(1) raw -echo -crtscts clocal does.
  private func setUp() throws(FileError) {
    var settings = termios()
    // SAFETY: the calls read or write one termios.
    guard unsafe tcgetattr(descriptor, &settings) == 0 else {
      close()
      throw .misused(reason: "\(path) is no serial line")
    }
    unsafe cfmakeraw(&settings)
    settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
    settings.c_cflag &= ~tcflag_t(CSTOPB) & ~0x8000_0000  // CRTSCTS
    if let symbol = Self.speeds[speed] { unsafe cfsetspeed(&settings, symbol) }
    guard unsafe tcsetattr(descriptor, TCSAFLUSH, &settings) == 0 else {
      let code = errno
      close()
      throw .io(path: path, reason: SystemCall.text(code))
    }
  }

  /// Opens a lost device again.
  ///
  /// - Returns: whether it is there.
  package func reopen() -> Bool {
    close()
    begun.removeAll(keepingCapacity: true)
    return (try? open()) != nil
  }

  /// Waits for text, and passes its whole lines on, without their ends.
  ///
  /// - Parameter milliseconds: the longest wait.
  package func read(milliseconds: Int32, _ line: ([UInt8]) -> Void) -> State {
    guard descriptor >= 0 else { return .lost("it is closed") }
    let ready = SystemCall.waitToRead(descriptor, milliseconds: milliseconds)
    if ready == 0 {
      lookAfter(milliseconds)
      return .open
    }
    let count = SystemCall.read(descriptor, into: &room)
    if count == -Int(EAGAIN) { return .open }
    // Standard input doesn't come back.
    if count <= 0, endsWithWriter { return .over }
    if count < 0 { return .lost(SystemCall.text(Int32(-count))) }
    if count == 0 {
      // The end of a file that may grow; a device that is gone says so by POLLHUP or POLLERR.
      if kind == S_IFCHR, ready & Int16(POLLHUP | POLLERR) != 0 { return .lost("it was removed") }
      usleep(UInt32(max(milliseconds, 0)) * 1000)
      lookAfter(milliseconds)
      return .open
    }
    idle = 0
    for byte in room[..<count] {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if !begun.isEmpty { line(begun) }
        begun.removeAll(keepingCapacity: true)
      } else if begun.count <= longest {
        begun.append(byte)
      }
    }
    return .open
  }
}
