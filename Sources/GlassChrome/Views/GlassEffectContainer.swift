/// Glass that samples one backdrop and merges where it comes near.
public struct GlassEffectContainer: View {
  public let body: ViewNode

  /// - Parameter spacing: points at which two shapes begin to reach for each other; 0 never merges.
  public init(spacing: Double = 0, @ViewBuilder content: () -> some View) {
    body = ViewNode(.container(spacing: max(spacing.finite, 0), content().node))
  }
}
