import Compositor
import Foundation
import HostResources

/// A timeline as a trace for Perfetto and chrome://tracing ("Trace Event Format", complete events).
///
/// Each picture is a slice with its stages inside. A stage that two cameras share is one slice:
/// their times are summed, and the stages are laid end to end in the order a frame passes them.
package enum TraceFile {
  private struct Event: Encodable {
    var name: String
    var cat: String
    var ph = "X"
    /// Start and duration in microseconds.
    var ts: Double
    var dur: Double
    var pid = 1
    var tid = 1
    var args: [String: Int]
  }

  private struct Trace: Encodable {
    var traceEvents: [Event]
    var displayTimeUnit = "ms"
  }

  /// The trace as JSON.
  ///
  /// - Throws: `FileError.io(path:reason:)` when the trace can't be encoded as JSON.
  package static func bytes(_ timeline: FrameTimeline) throws(FileError) -> [UInt8] {
    let origin = timeline.entries.first?.start ?? 0
    var events: [Event] = []
    for (index, entry) in timeline.entries.enumerated() {
      let start = entry.start - origin
      events.append(event("picture", "picture", start, entry.times.total, index))
      var at = start
      for part in StageTimes.Part.allCases where entry.times[part] > 0 {
        events.append(event(part.name, "stage", at, entry.times[part], index))
        at += entry.times[part]
      }
    }
    do {
      return Array(try JSONEncoder().encode(Trace(traceEvents: events)))
    } catch {
      throw .io(path: "the trace", reason: "\(error)")
    }
  }

  private static func event(
    _ name: String, _ category: String, _ start: Int64, _ duration: Int64, _ picture: Int
  ) -> Event {
    Event(
      name: name, cat: category, ts: Double(start) / 1000, dur: Double(duration) / 1000,
      args: ["picture": picture])
  }
}
