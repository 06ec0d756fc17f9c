/// How a text field is drawn.
public enum TextFieldStyle: Sendable, Hashable, CaseIterable {
  /// On a plate with an edge, which is thicker while it has the keys.
  case automatic
  /// Its text alone.
  case plain
}
