/// Glass that samples one backdrop and merges where pieces come close.
public struct GlassEffectContainer: View {
  /// The content, with its glass in one group.
  public let body: ViewNode

  /// A container for pieces of glass.
  ///
  /// - Parameters:
  ///   - spacing: distance in points at which two shapes start to merge; 0 never merges them.
  ///   - content: views with glass effects.
  public init(spacing: Double = 0, @ViewBuilder content: () -> some View) {
    body = ViewNode(.container(spacing: max(spacing.finite, 0)), content().node)
  }
}
