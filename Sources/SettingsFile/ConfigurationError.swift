import PixelTypes

/// What is wrong with a file of settings, and where.
public struct ConfigurationError: ExplainedError, Equatable {
  public var path: String
  /// From 1; `nil` where it is the file as a whole.
  public var line: Int?
  public var reason: String

  public init(path: String, line: Int?, reason: String) {
    self.path = path
    self.line = line
    self.reason = reason
  }

  /// EX_CONFIG.
  public var exitCode: Int32 { 78 }
  public var remedy: String { "correct the line named; the keys are the names of the flags" }

  public var description: String {
    let place = PlainText.value(path) + (line.map { ":\($0)" } ?? "")
    return place + ": " + PlainText.of(reason, atMost: PlainText.longestReason)
  }
}
