import Compositor
import HostResources
import Recordings

/// Writes a line of JSON about each picture to standard output.
final class JSONLinesSink: SinkWriter {
  private let output: StandardOutput
  private var line = JSONBytes(capacity: 8192)
  private var index = 0

  init(_ output: StandardOutput) { self.output = output }

  func write(_ issue: Issue) throws(FileError) -> Int64? {
    var facts = LineFacts(issue.picture.facts, issue.news, index: index)
    facts.byteCount = issue.picture.byteCount
    facts.times = (issue.picture.times, .encode)
    line.removeAll()
    facts.write(to: &line)
    line.newline()
    index += 1
    let bytes = line.bytes
    try output.write(bytes.span)
    return MonotonicClock.now()
  }
}

extension SinkDestination {
  /// A line of JSON about each picture on standard output.
  package static let lines = SinkDestination(nil, "file", .live, place: 5) {
    JSONLinesSink($0.standardOutput)
  }
}
