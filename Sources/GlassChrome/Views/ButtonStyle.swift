/// How a button is drawn.
public enum ButtonStyle: Sendable, Hashable, CaseIterable {
  /// Glass, or a tonal plate if there is glass beneath.
  case automatic
  /// Separate glass; the layout refuses it on other glass.
  case glass
  /// The screen's one main action: fully tinted glass, or a tinted plate on glass.
  case glassProminent
  /// Its label alone.
  case plain
  /// A tonal plate, for buttons on glass.
  case tonal
}

/// What a button does.
public enum ButtonRole: Sendable, Hashable, CaseIterable {
  /// Removes something for good.
  case destructive
  /// Goes back without doing anything.
  case cancel
}
