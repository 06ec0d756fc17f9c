import HostResources

/// Tells programs what happens, as lines of JSON on a named pipe.
///
/// Nothing waits for a reader; lines that don't fit in the pipe are dropped, and the next line says how many.
final class EventPipe {
  private let pipe: NamedPipe
  private var line = JSONBytes(capacity: 512)
  private var missed = 0

  /// Creates the pipe if missing, and opens it.
  ///
  /// - Throws: `FileError.cannotCreate(path:reason:)`, also if something else is at the path.
  init(_ path: String) throws(FileError) { pipe = try NamedPipe(path) }

  /// Writes one line.
  ///
  /// - Parameters:
  ///   - event: its name.
  ///   - utc: nanoseconds since 1970.
  ///   - members: writes further members.
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
