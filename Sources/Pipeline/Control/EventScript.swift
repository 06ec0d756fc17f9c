import Foundation
import GlassChrome
import HostResources

/// Reads a file of events: `{"events":[{"at":"1.5s","press":{"x":120,"y":60}},{"at":2000,"toggle":"capture"}]}`.
///
/// `at` is the time since the first frame: text with a unit (ms, s, m, h) or a number of
/// milliseconds. Order matters only among events at the same time.
package enum EventScript {
  /// The largest file, in bytes.
  static let largest = 1 << 20
  static let mostEvents = 10_000

  /// Reads a script, up to 1 MiB and 10,000 events.
  ///
  /// - Throws: ``PipelineError/file(_:)`` when the file can't be read,
  ///   ``PipelineError/badScript(path:reason:)`` when it isn't a script, with the entry's number, from 1.
  package static func read(path: String) throws(PipelineError) -> EventTimeline {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try BoundedFile.read(path, limit: largest)
    } catch .unfit(let path, let reason) {
      throw .badScript(path: path, reason: reason)
    } catch { throw .file(error) }
    return try decode(Data(bytes), path: path)
  }

  static func decode(_ bytes: Data, path: String) throws(PipelineError) -> EventTimeline {
    guard bytes.count <= largest else { throw .badScript(path: path, reason: "larger than 1 MiB") }
    do {
      return EventTimeline(try JSONDecoder().decode(File.self, from: bytes).entries)
    } catch let problem as EventMessage.Problem {
      throw .badScript(path: path, reason: problem.what)
    } catch {
      throw .badScript(path: path, reason: JSONText.explain(error))
    }
  }

  private struct File: Decodable {
    var entries: [EventTimeline.Entry] = []

    init(from decoder: any Decoder) throws {
      let file = try decoder.container(keyedBy: EventMessage.Key.self)
      if let other = file.allKeys.map(\.stringValue).filter({ $0 != "events" }).min() {
        throw EventMessage.Problem(what: "unknown key \(EventMessage.quoted(other)) beside \"events\"")
      }
      var list = try file.nestedUnkeyedContainer(forKey: EventMessage.Key(stringValue: "events"))
      while !list.isAtEnd {
        let number = list.currentIndex + 1
        guard number <= mostEvents else { throw EventMessage.Problem(what: "more than \(mostEvents) events") }
        do {
          let entry = try list.decode(Entry.self)
          entries.append(EventTimeline.Entry(nanoseconds: entry.nanoseconds, event: entry.event))
        } catch let problem as EventMessage.Problem {
          throw EventMessage.Problem(what: "event \(number): \(problem.what)")
        } catch {
          throw EventMessage.Problem(what: "event \(number) isn't an object")
        }
      }
    }
  }

  private struct Entry: Decodable {
    var nanoseconds: Int64
    var event: ChromeEvent

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EventMessage.Key.self)
      let at = EventMessage.Key(stringValue: "at")
      guard values.contains(at) else { throw EventMessage.Problem(what: "at is missing") }
      var time: Duration?
      if let milliseconds = try? values.decode(Double.self, forKey: at) {
        time = EventScript.time(milliseconds, seconds: 0.001)
      } else if let text = try? values.decode(String.self, forKey: at) {
        time = EventScript.time(text)
      }
      guard let time else {
        throw EventMessage.Problem(
          what: "at must be a time from 0 to 24 hours, such as \"1.5s\" or 1500 (milliseconds)")
      }
      let (seconds, attoseconds) = time.components
      nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
      guard case .event(let event) = try EventMessage(from: decoder, beside: ["at"]).content else {
        throw EventMessage.Problem(what: "it works only on the socket, not in a script")
      }
      self.event = event
    }
  }

  static func time(_ text: String) -> Duration? {
    for (unit, seconds) in [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)] where text.hasSuffix(unit) {
      // Double accepts more than a script may contain: hexadecimal, infinity, signs.
      let number = text.dropLast(unit.count)
      guard !number.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
      else {
        return nil
      }
      return Double(number).flatMap { time($0, seconds: seconds) }
    }
    return nil
  }

  private static func time(_ number: Double, seconds: Double) -> Duration? {
    guard number.isFinite, number >= 0, number * seconds <= 24 * 3600 else { return nil }
    return .nanoseconds(Int64((number * seconds * 1e9).rounded()))
  }
}
