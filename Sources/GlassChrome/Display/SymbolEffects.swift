/// How an icon changes and draws attention. Set by ``View/contentTransition(_:)`` and ``View/symbolEffect(_:value:)``.
public struct SymbolEffects: Sendable, Hashable {
  /// When the name changes, the old icon shrinks away while the new one grows; otherwise it changes at once. An icon
  /// that is new grows, too.
  public var replaces = false
  /// The icon bounces once when this changes from one number to another; `nil` for never.
  public var bounceValue: Int?
  /// Whether its opacity breathes.
  public var isPulsing = false
  /// The frame time in nanoseconds at which it began to breathe, whole; set by the animator. `nil` draws it whole.
  var pulseStart: Int64?

  /// No effects.
  public init() {}
}

/// What happens when a view's content changes.
public enum ContentTransition: Sendable, Hashable {
  /// It changes at once.
  case identity
  /// An icon changes by an effect.
  case symbolEffect(ContentTransitionSymbolEffect)
}

/// Effects by which an icon turns into another.
public enum ContentTransitionSymbolEffect: Sendable, Hashable, CaseIterable {
  /// The old icon shrinks and fades while the new one springs to size; with reduced motion one fades into the other.
  case replace
}

/// Effects that an icon plays once.
public enum DiscreteSymbolEffect: Sendable, Hashable, CaseIterable {
  /// It grows by a fifth and springs back within 0.6 s; with reduced motion it stays as it is.
  case bounce
}

/// Effects that an icon shows while they are active.
public enum IndefiniteSymbolEffect: Sendable, Hashable, CaseIterable {
  /// Its opacity breathes from 1 to 0.4 and back in 1.6 s; with reduced motion it stays whole.
  case pulse
}
