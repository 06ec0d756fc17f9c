extension View {
  /// Puts the view on glass; with `isEnabled` false it draws none.
  ///
  /// A branch holds one layer: the layout rejects glass in glass and names both. Apply it after
  /// modifiers that shape the content, such as padding.
  public func glassEffect(
    _ glass: Glass = .regular, in shape: EffectShape = .capsule, isEnabled: Bool = true
  ) -> ViewNode {
    wrapped(.glass(isEnabled ? glass : .identity, shape))
  }

  /// Puts the view on a panel of regular glass, by default a rounded rectangle.
  public func glassBackgroundEffect(in shape: EffectShape = .rect(cornerRadius: .fixed(28))) -> ViewNode {
    glassEffect(.regular, in: shape)
  }

  /// Puts the view on glass of a shape; with `isEnabled` false it draws none.
  public func glassEffect(_ glass: Glass = .regular, in shape: some Shape, isEnabled: Bool = true) -> ViewNode
  {
    glassEffect(glass, in: shape.effectShape, isEnabled: isEnabled)
  }

  /// Puts the view on a panel of regular glass of a shape.
  public func glassBackgroundEffect(in shape: some Shape) -> ViewNode {
    glassBackgroundEffect(in: shape.effectShape)
  }

  /// Identifies the glass anywhere within its container: morphs match it by this id.
  ///
  /// It replaces `id`, also for the views inside.
  public func glassEffectID(_ id: String) -> ViewNode { modified(.effectID(id)) }

  /// Merges glass of one union in a container into one shape, whatever the gap.
  public func glassEffectUnion(id: String) -> ViewNode { environment { $0.union = id } }

  /// Sets how glass inside appears and disappears.
  public func glassEffectTransition(_ transition: GlassEffectTransition) -> ViewNode {
    environment { $0.transition = transition }
  }

  /// Sets how high glass inside floats above the scene.
  public func elevation(_ elevation: GlassElement.Elevation) -> ViewNode {
    environment { $0.elevation = elevation }
  }

  /// Sets the shape that corners inside are concentric with.
  public func containerShape(_ shape: EffectShape) -> ViewNode { wrapped(.containerShape(shape)) }
}
