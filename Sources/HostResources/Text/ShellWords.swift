/// Words as a shell reads them.
package enum ShellWords {
  /// A command line that a shell takes apart into these words again.
  package static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  /// A word between quotation marks, if a shell would read it otherwise.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty && !word.hasPrefix("=")
      && word.utf8.allSatisfy { byte in
        "/._-+@%:,=".utf8.contains(byte) || (48...57).contains(byte) || (65...90).contains(byte)
          || (97...122).contains(byte)
      }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
