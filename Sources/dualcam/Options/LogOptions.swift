import Settings
import Terminal

/// What goes to standard error.
struct LogOptions: SettingGroup {
  @Option("log-level", help: Help("How much to log to standard error.", valueName: "level"))
  var logLevel: LogLevel = .notice

  @Option(
    "log-format",
    help: Help(
      "Log format; json is one object per line, without a status line.", valueName: "text|json"))
  var logFormat: LogFormat = .text

  /// Sets standard error's format for the whole process.
  func begin() -> Log {
    Console.format.withLock { $0 = logFormat }
    Exhaustion.endClearly()
    return Log(level: logLevel)
  }
}

extension LogLevel: SettingValue {}
extension LogFormat: SettingValue {}
