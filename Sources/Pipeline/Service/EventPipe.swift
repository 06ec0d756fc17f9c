import HostResources

/// Tells programs what happens, as lines of JSON on a named pipe.
///
/// Nothing waits for a reader; lines for which the pipe has no room are left out, and the next one says how many.
final class EventPipe {
  private let pipe: NamedPipe
  private var line = JSONBytes(capacity: 512)
  private var missed = 0

  /// Makes the pipe if nothing is there, and opens it.
  ///
  /// - Throws: `FileError.cannotCreate(path:reason:)`, also when something else is there.
  init(_ path: String) throws(FileError) { pipe = try NamedPipe(path) }

  /// Writes one line.
  ///
  /// - Parameters:
  ///   - event: its name.
  ///   - utc: nanoseconds since 1970.
  ///   - members: writes what else there is to say.
  func tell(_ event: StaticString, utc: Int64?, _ members: (inout JSONBytes) -> Void = { _ in }) {
    line.removeAll()
    line.beginObject()
    if let utc {
      line.key("time")
      line.string { UTCText.append(utc, to: &$0) }
    }
    line.member("event", event)
    members(&line)
    if missed > 0 {
      line.member("missed", missed)
    }
    line.endObject()
    line.newline()
    let bytes = line.bytes
    missed = pipe.write(bytes.span) ? 0 : missed + 1
  }
}
