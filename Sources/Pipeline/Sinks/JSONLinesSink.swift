import Compositor
import HostResources
import Recordings

/// Writes a line of JSON about each picture to standard output.
final class JSONLinesSink: FrameSink {
  private let output: StandardOutput
  private var line = JSONBytes(capacity: 8192)
  private var index = 0

  init(_ output: StandardOutput) { self.output = output }

  @discardableResult
  func write(_ frame: OutputFrame) throws(FileError) -> Bool {
    var facts = LineFacts(frame.facts, index: index)
    facts.byteCount = frame.byteCount
    facts.times = (frame.times, .encode)
    line.removeAll()
    facts.write(to: &line)
    line.newline()
    index += 1
    let bytes = line.bytes
    try output.write(bytes.span)
    return true
  }
}
