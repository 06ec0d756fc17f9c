import Foundation
import Glibc
import HostResources
import PixelTypes
import Synchronization

/// Messages for people go to standard error; standard output is for results alone.
package enum Console {
  /// The name that this program goes by.
  package static let program = String(CommandLine.arguments.first?.split(separator: "/").last ?? "")
  package static let isErrorTerminal = isatty(2) == 1
  package static let isOutputTerminal = isatty(1) == 1
  package static let isInputTerminal = isatty(0) == 1

  /// Writes a message to standard error, after clearing an unfinished status line. Every message goes through here or
  /// ``log(_:)``, as ``PlainText``.
  package static func note(_ text: String) {
    let plain = PlainText.of(text, atMost: PlainText.longestMessage)
    write((isErrorTerminal ? clearing : "") + plain + "\n", to: 2)
  }

  /// A problem that doesn't end the process.
  package static func warn(_ text: String) {
    endStatus()
    log(LogLine(level: .warning, message: text))
  }

  /// The error that ends the process.
  ///
  /// - Parameter remedy: what to do, for programs; people find it in the text, unless it is obvious.
  package static func error(_ text: String, remedy: String? = nil) {
    if isForPeople { return note("\(program): \(text)") }
    var line = LogLine(level: .error, message: text)
    if let remedy { line.metadata["remedy"] = remedy }
    log(line)
  }

  /// Where people find more after an error; programs get its remedy.
  package static func hint(_ text: String) {
    if isForPeople { note(text) }
  }

  private static var isForPeople: Bool { format.withLock { $0 } == .text && !LogFormat.isJournal }

  /// The format of messages.
  package static let format = Mutex(LogFormat.text)

  /// Writes a message in this process's format.
  package static func log(_ line: LogLine) {
    switch format.withLock({ $0 }) {
    case .text: note(line.text(isJournal: LogFormat.isJournal))
    case .json:
      var line = line
      line.message = PlainText.of(line.message, atMost: PlainText.longestMessage)
      write(line.json(at: Date()) + "\n", to: 2)
    }
  }

  /// Draws lines as they are, escape sequences included, for people at a terminal; nothing for others.
  package static func draw(_ lines: [String]) {
    guard isErrorTerminal, isForPeople, !lines.isEmpty else { return }
    endStatus()
    write(lines.joined(separator: "\n") + "\n", to: 2)
  }

  /// The outcome of a job, for people watching standard error.
  package static func summary(_ text: String) {
    log(LogLine(level: .notice, message: text))
  }

  /// A line of results, as ``PlainText``.
  ///
  /// - Throws: ``FileError/io(path:reason:)`` when standard output doesn't accept it.
  package static func result(_ text: String) throws(FileError) {
    _ = try result(Array((PlainText.of(text) + "\n").utf8))
  }

  /// Results verbatim.
  ///
  /// - Returns: whether anyone reads them. A reader that leaves, such as `head`, has what it wanted: not an error.
  /// - Throws: ``FileError/io(path:reason:)`` when standard output doesn't accept them.
  package static func result(_ bytes: [UInt8]) throws(FileError) -> Bool {
    let code = write(bytes, to: 1)
    if code == EPIPE { return false }
    if code != 0 { throw .io(path: "standard output", reason: SystemCall.text(code)) }
    return true
  }

  /// Rewrites the status line; terminals only.
  package static func status(_ text: String) { status(FittedLine([FittedLine.Part(text)])) }

  /// Rewrites the status line, with what fits; terminals only.
  package static func status(_ line: FittedLine) {
    guard isErrorTerminal else { return }
    write(statusText(line, columns: width), to: 2)
  }

  /// The cursor is left where the line begins: a terminal that becomes narrower breaks the line, and then everything of it is
  /// after the cursor. A terminal that became narrower since its size was read would break the line at once, and leave the cursor
  /// in a later row: so it is told not to (DECAWM, ECMA-48 terminals since the VT100).
  private static func statusText(_ line: FittedLine, columns: Int) -> String {
    "\r\u{1B}[?7l" + PlainText.of(line.text(columns: columns - 1)) + "\u{1B}[J\u{1B}[?7h\r"
  }

  package static func endStatus() {
    if isErrorTerminal { write(clearing, to: 2) }
  }

  /// Asks on a line of its own; terminals only.
  package static func ask(_ question: String) {
    if isErrorTerminal { write(clearing + PlainText.of(question), to: 2) }
  }

  /// Clears the line and what follows it, as far as it was broken.
  private static let clearing = "\r\u{1B}[J"

  /// Columns of the terminal that messages go to.
  package static var width: Int { columns(of: 2) ?? 100 }

  /// Columns of the terminal that results go to, or 80.
  package static var outputWidth: Int { columns(of: 1) ?? 80 }

  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    // SAFETY: TIOCGWINSZ writes a winsize.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// A value as one line of JSON with sorted keys.
  package static func json(_ value: some Encodable, pretty: Bool = false) -> String {
    let bytes = try? JSONText.encode(value, isPretty: pretty, path: "standard output")
    return bytes.map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  private static func write(_ text: String, to descriptor: Int32) {
    _ = write(Array(text.utf8), to: descriptor)
  }

  /// Writes all bytes. Returns 0 or an errno.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    SystemCall.write(bytes.span, to: descriptor)
  }
}
