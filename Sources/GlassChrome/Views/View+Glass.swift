extension View {
  /// Lays it on glass.
  ///
  /// One layer a branch: glass in glass is refused by the layout, which names both. It comes after the modifiers
  /// that shape the content, such as padding.
  public func glassEffect(
    _ glass: Glass = .regular, in shape: EffectShape = .capsule, isEnabled: Bool = true
  ) -> ViewNode {
    modified(.glass(isEnabled ? glass : .identity, shape))
  }

  /// Who the glass is within its container, wherever it stands: what morphs is found again by it.
  ///
  /// It stands in place of `id`, also for what is inside.
  public func glassEffectID(_ id: String) -> ViewNode { modified(.effectID(id)) }

  /// Glass of one union in one container is one shape whatever the gap.
  public func glassEffectUnion(id: String) -> ViewNode { environment { $0.union = id } }

  /// How glass comes and goes.
  public func glassEffectTransition(_ transition: GlassEffectTransition) -> ViewNode {
    environment { $0.transition = transition }
  }

  /// How high glass stands above the scene.
  public func elevation(_ elevation: GlassElement.Elevation) -> ViewNode {
    environment { $0.elevation = elevation }
  }

  /// The shape to which corners inside are concentric.
  public func containerShape(_ shape: EffectShape) -> ViewNode { modified(.containerShape(shape)) }
}
