extension View {
  /// Lays the view on glass; with `isEnabled` false it draws none.
  ///
  /// A branch holds one layer: the layout refuses glass in glass and names both. Apply it after the modifiers that
  /// shape the content, such as padding.
  public func glassEffect(
    _ glass: Glass = .regular, in shape: EffectShape = .capsule, isEnabled: Bool = true
  ) -> ViewNode {
    modified(.glass(isEnabled ? glass : .identity, shape))
  }

  /// Lays the view on a panel of regular glass: a rounded rectangle, unless it is given another shape.
  public func glassBackgroundEffect(in shape: EffectShape = .rect(cornerRadius: .fixed(28))) -> ViewNode {
    glassEffect(.regular, in: shape)
  }

  /// Lays the view on glass of a shape: `isEnabled` false draws none.
  public func glassEffect(_ glass: Glass = .regular, in shape: some Shape, isEnabled: Bool = true) -> ViewNode
  {
    glassEffect(glass, in: shape.effectShape, isEnabled: isEnabled)
  }

  /// Lays the view on a panel of regular glass of a shape.
  public func glassBackgroundEffect(in shape: some Shape) -> ViewNode {
    glassBackgroundEffect(in: shape.effectShape)
  }

  /// Identifies the glass anywhere within its container: morphs match it by this id.
  ///
  /// It takes the place of `id`, also for what is inside.
  public func glassEffectID(_ id: String) -> ViewNode { modified(.effectID(id)) }

  /// Glass of one union in one container is one shape, whatever the gap.
  public func glassEffectUnion(id: String) -> ViewNode { environment { $0.union = id } }

  /// Sets how glass inside appears and disappears.
  public func glassEffectTransition(_ transition: GlassEffectTransition) -> ViewNode {
    environment { $0.transition = transition }
  }

  /// Sets how high glass inside stands above the scene.
  public func elevation(_ elevation: GlassElement.Elevation) -> ViewNode {
    environment { $0.elevation = elevation }
  }

  /// Sets the shape to which corners inside are concentric.
  public func containerShape(_ shape: EffectShape) -> ViewNode { modified(.containerShape(shape)) }
}
