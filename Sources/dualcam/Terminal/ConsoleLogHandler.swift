import Logging

/// Writes log messages as lines on standard error, for people: a level only where something is wrong.
struct ConsoleLogHandler: LogHandler {
  var logLevel = Logger.Level.notice
  var metadata = Logger.Metadata()

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let prefix = event.level >= .warning ? "\(event.level): " : ""
    Console.note(prefix + event.message.description)
  }
}
