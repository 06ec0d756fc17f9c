@testable import SettingsFile

/// An input as a file of settings: what is read stands in order on lines of the file, and a refusal names one of them.
func configure(_ input: Span<UInt8>) {
  let bytes = array(input)
  let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
  do {
    let document = try TOMLDocument(parsing: bytes, path: "fuzz.toml")
    var last = 1
    for entry in document.entries {
      precondition(entry.line >= last && entry.line <= lines, "a key on line \(entry.line) of \(lines)")
      last = entry.line
    }
    precondition(document.entries.count + document.tables.count <= lines)
  } catch {
    precondition(error.line.map { (1...lines).contains($0) } ?? true, "line \(error.line ?? 0) of \(lines)")
    precondition(error.reason.utf8.count < 4000, "a message without end")
  }
}
