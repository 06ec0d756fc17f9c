import ArgumentParser
import Logging

/// What goes to standard error.
struct LogOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How much to log to standard error.", valueName: "level"))
  var logLevel: Logger.Level = .notice

  @Option(
    help: ArgumentHelp(
      "Log format; json is one object per line, without a status line.", valueName: "text|json"))
  var logFormat: LogFormat = .text

  /// Sets standard error's format for the whole process.
  var logger: Logger {
    Console.format.withLock { $0 = logFormat }
    Exhaustion.endClearly()
    let level = logLevel
    return Logger(label: "dualcam") { _ in ConsoleLogHandler(logLevel: level) }
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
extension LogFormat: ExpressibleByArgument {}
