/// How much a message matters.
package enum LogLevel: String, Sendable, CaseIterable, Comparable {
  case info, notice, warning, error

  /// As journald reads it at the start of a line (sd-daemon(3)).
  package var priority: Int {
    switch self {
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    }
  }

  package static func < (a: LogLevel, b: LogLevel) -> Bool { a.priority > b.priority }
}
