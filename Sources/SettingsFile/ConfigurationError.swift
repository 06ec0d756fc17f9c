import PixelTypes

/// What is wrong with a settings file, and where.
package struct ConfigurationError: ExplainedError, Equatable {
  /// Path of the file as given.
  package var path: String
  /// From 1; `nil` if the error concerns the whole file.
  package var line: Int?
  /// What is wrong, as part of a sentence in lower case.
  package var reason: String

  /// An error in a line, or in the whole file for `nil`.
  package init(path: String, line: Int?, reason: String) {
    self.path = path
    self.line = line
    self.reason = reason
  }

  /// `EX_CONFIG` (78) of sysexits(3).
  package var exitCode: Int32 { 78 }
  /// What to do about it, in lower case.
  package var remedy: String { "correct the line named; keys are option names without dashes" }

  /// `PATH:LINE: reason`, with control characters replaced and a long reason cut.
  package var description: String {
    let place = PlainText.value(path) + (line.map { ":\($0)" } ?? "")
    return place + ": " + PlainText.of(reason, atMost: PlainText.longestReason)
  }
}
