/// One line of text with the place where typing goes on.
struct EditedText: Sendable, Hashable {
  var text: String
  /// Characters before the insertion point; `nil` shows none.
  var cursor: Int?
}
