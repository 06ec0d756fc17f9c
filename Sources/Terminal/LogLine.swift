import Foundation
import PixelTypes
import Synchronization

/// One message as written.
package struct LogLine {
  package var level: LogLevel
  package var message: String
  package var metadata: [String: String] = [:]

  /// For people: the level only if something is wrong. In the journal, the level is a priority before each line.
  package func text(isJournal: Bool) -> String {
    guard isJournal else { return (level >= .warning ? "\(level): " : "") + message }
    return message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "<\(level.priority)>\($0)" }.joined(separator: "\n")
  }

  /// A one-line object: `time` (ISO 8601, UTC, milliseconds), `level`, `message`, `camera` if it is
  /// about one, `metadata` if there is more.
  package func json(at time: Date) -> String {
    struct Object: Encodable {
      var time, level, message: String
      var camera: String?
      var metadata: [String: String]?
    }
    var rest = metadata
    let camera = rest.removeValue(forKey: "camera")
    return Console.json(
      Object(
        time: time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)), level: "\(level)",
        message: message, camera: camera,
        metadata: rest.isEmpty ? nil : rest))
  }

  /// The names of the cameras that messages are about.
  package static let cameras = Mutex(CameraNames.usual)

  /// The camera that a message is about: its name is the first word.
  package static func camera(of message: String) -> [String: String] {
    let word = String(message.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    return cameras.withLock { $0.contains(word) } ? ["camera": word] : [:]
  }
}
