/// An error that a command can end with: what is wrong, what to do about it, and how the process ends.
public protocol ExplainedError: Error, CustomStringConvertible {
  /// After sysexits(3).
  var exitCode: Int32 { get }
  /// What to do, where the message itself doesn't say: a sentence's beginning, in lower case.
  var remedy: String { get }
}
