import PixelTypes

/// Another program that makes a film of what it is given: it waits for its arguments, and writes its descriptor 3.
package protocol EncodingProgram: AnyObject {
  /// The writing end of its standard input; -1 once closed.
  var input: Int32 { get }

  /// Gives it its arguments, its name first: it begins.
  func begin(_ arguments: [String])

  /// Closes its input and waits for its end.
  ///
  /// - Returns: whether it succeeded, and what it said.
  func end() -> (isDone: Bool, words: String)
}
