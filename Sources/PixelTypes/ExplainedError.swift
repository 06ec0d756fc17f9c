/// An error that can end a command: what is wrong, what to do about it, and the exit code.
public protocol ExplainedError: Error, CustomStringConvertible {
  /// The process's exit code, as in sysexits(3).
  var exitCode: Int32 { get }
  /// What to do if the message itself doesn't say: the beginning of a sentence, in lower case.
  var remedy: String { get }
}
