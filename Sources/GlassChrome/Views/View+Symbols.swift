extension View {
  /// Sets how icons inside change when another name takes their place; by default instantly.
  public func contentTransition(_ transition: ContentTransition) -> ViewNode {
    environment { $0.symbolEffects.replaces = transition == .symbolEffect(.replace) }
  }

  /// Makes icons inside show an effect once, whenever a new layout has another `value`.
  ///
  /// Effects draw attention; what the icon says must be clear without them.
  public func symbolEffect(_ effect: DiscreteSymbolEffect, value: some Hashable) -> ViewNode {
    let hash = value.hashValue
    return environment {
      // Values around it count too: a change in any of them starts the effect.
      var hasher = Hasher()
      hasher.combine($0.symbolEffects.bounceValue)
      hasher.combine(hash)
      $0.symbolEffects.bounceValue = hasher.finalize()
    }
  }

  /// Makes icons inside show an effect for as long as `isActive`; `false` doesn't end one that is active outside.
  ///
  /// The icon is faint at times, so something else must say the same.
  public func symbolEffect(_ effect: IndefiniteSymbolEffect, isActive: Bool = true) -> ViewNode {
    environment { $0.symbolEffects.isPulsing = $0.symbolEffects.isPulsing || isActive }
  }
}
