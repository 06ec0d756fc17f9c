/// What a keyboard does to a text.
public enum TextEdit: Sendable, Hashable {
  /// Types characters.
  case insert(String)
  /// Presses a key that isn't a character.
  case press(Key)

  /// A key that moves the insertion point, deletes, or ends the input; raw values are the keys' names in events.
  ///
  /// `left` and `right` go by the order of the characters: `right` is onwards, in every script.
  public enum Key: String, Sendable, Hashable, CaseIterable {
    case backspace, delete, left, right, home, end, enter, escape
  }
}

/// A text that is being typed: the owner of a ``TextField`` keeps one and lets it take each edit.
public struct TextInput: Sendable, Hashable {
  /// One line.
  public private(set) var text: String
  /// Characters before the insertion point, 0 … the text's number of characters.
  public private(set) var cursor: Int
  /// Most characters that it takes.
  public let limit: Int

  /// A text with the insertion point at its end; longer text than `limit` characters is cut.
  public init(_ text: String = "", limit: Int = 256) {
    self.limit = max(limit, 0)
    self.text = String(Self.line(text).prefix(self.limit))
    cursor = self.text.count
  }

  /// Takes an edit. `enter` and `escape` change nothing: what they mean is the owner's business.
  ///
  /// - Returns: whether the text has changed.
  @discardableResult
  public mutating func take(_ edit: TextEdit) -> Bool {
    let old = text
    let place = text.index(text.startIndex, offsetBy: cursor)
    switch edit {
    case .insert(let typed):
      text.insert(contentsOf: Self.line(typed).prefix(max(limit - text.count, 0)), at: place)
      // A mark joins the character before it: what counts is what is left behind the insertion point.
      cursor = max(text.count - old[place...].count, 0)
    case .press(.backspace) where cursor > 0:
      text.remove(at: text.index(before: place))
      cursor = min(cursor - 1, text.count)
    case .press(.delete) where cursor < text.count:
      text.remove(at: place)
      cursor = min(cursor, text.count)
    case .press(.left): cursor = max(cursor - 1, 0)
    case .press(.right): cursor = min(cursor + 1, text.count)
    case .press(.home): cursor = 0
    case .press(.end): cursor = text.count
    case .press: break
    }
    return text != old
  }

  /// Without line breaks and other control characters.
  private static func line(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
  }
}
