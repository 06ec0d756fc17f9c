import ArgumentParser
import Logging

/// How much is said on standard error.
struct LogOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How much to say on standard error: trace, debug, info, notice, warning, error, critical.",
      valueName: "level"))
  var logLevel: Logger.Level = .notice

  var logger: Logger {
    let level = logLevel
    return Logger(label: "dualcam") { _ in ConsoleLogHandler(logLevel: level) }
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
