import Foundation
import Glibc
import Logging
import Pipeline
import Synchronization

/// What goes to people: standard error. Standard output is for results alone.
enum Console {
  static let isErrorTerminal = isatty(2) == 1
  static let isOutputTerminal = isatty(1) == 1

  /// One line on standard error, in front of which an unfinished status line is cleared.
  static func note(_ text: String) {
    write((isErrorTerminal ? "\r\u{1B}[K" : "") + PlainText.of(text) + "\n", to: 2)
  }

  /// What doesn't end the process, but should be known.
  static func warn(_ text: String) {
    endStatus()
    log(LogLine(level: .warning, message: text))
  }

  /// What ends the process.
  ///
  /// - Parameter remedy: what to do, for machines: people are told in the text where that isn't plain.
  static func error(_ text: String, remedy: String? = nil) {
    if format.withLock({ $0 }) == .text, !LogFormat.isJournal { return note("dualcam: " + text) }
    var line = LogLine(level: .error, message: text)
    if let remedy { line.metadata["remedy"] = "\(remedy)" }
    log(line)
  }

  /// How messages look.
  static let format = Mutex(LogFormat.text)

  /// A message, in the format of this process.
  static func log(_ line: LogLine) {
    switch format.withLock({ $0 }) {
    case .text: note(line.text(isJournal: LogFormat.isJournal))
    case .json: write(line.json(at: Date()) + "\n", to: 2)
    }
  }

  /// What came of a job, for people who watch standard error.
  static func summary(_ text: String) {
    log(LogLine(level: .notice, message: text))
  }

  /// A line of results, as ``PlainText``.
  ///
  /// - Throws: ``PipelineError/io(path:reason:)`` when standard output doesn't take it.
  static func result(_ text: String) throws(PipelineError) {
    if !write(Array((PlainText.of(text) + "\n").utf8), to: 1) {
      throw .io(path: "standard output", reason: unsafe String(cString: strerror(errno)))
    }
  }

  /// Rewrites the status line; terminals only.
  static func status(_ text: String) {
    guard isErrorTerminal else { return }
    write("\r\u{1B}[K" + String(PlainText.of(text).prefix(width - 1)), to: 2)
  }

  static func endStatus() {
    if isErrorTerminal { write("\r\u{1B}[K", to: 2) }
  }

  /// Columns of the terminal.
  static var width: Int {
    var size = winsize()
    // SAFETY: TIOCGWINSZ writes a winsize.
    guard unsafe ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 20 else { return 100 }
    return Int(size.ws_col)
  }

  /// A value as one line of JSON with sorted keys.
  static func json(_ value: some Encodable, pretty: Bool = false) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
      pretty
      ? [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes] : [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    _ = write(Array(text.utf8), to: descriptor)
  }

  /// Writes all bytes; `false` when the other side has gone or the write failed.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var left = bytes[...]
    while !left.isEmpty {
      // SAFETY: the slice's memory is valid during the call.
      let count = unsafe left.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      left = left.dropFirst(count)
    }
    return true
  }
}
