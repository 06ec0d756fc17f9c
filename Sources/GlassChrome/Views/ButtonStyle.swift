/// What a button is drawn as.
public enum ButtonStyle: Sendable, Hashable, CaseIterable {
  /// Glass where there is none beneath, and a tonal plate on glass.
  case automatic
  case glass
  /// The one action of a screen: wholly tinted glass; on glass a tinted plate.
  case glassProminent
  /// Its label alone.
  case plain
  /// A plate on glass.
  case tonal
}

/// What a button does.
public enum ButtonRole: Sendable, Hashable, CaseIterable {
  /// Takes something away for good.
  case destructive
  /// Goes back without doing anything.
  case cancel
}
