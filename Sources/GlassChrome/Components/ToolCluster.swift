/// One button that flows out into several, and back.
public struct ToolCluster: View {
  public struct Tool: Sendable, Hashable {
    public var id: String
    public var label: String
    public var icon: String
    public var isOn: Bool

    public init(_ id: String, label: String, icon: String, isOn: Bool = false) {
      self.id = id
      self.label = label
      self.icon = icon
      self.isOn = isOn
    }
  }

  private static let spacing = 16.0

  public var tools: [Tool]
  public var isExpanded: Binding<Bool>

  public init(_ tools: [Tool], isExpanded: Binding<Bool>) {
    self.tools = tools
    self.isExpanded = isExpanded
  }

  public var body: some View {
    // Apart at rest; on the way out and back they are nearer, and flow together.
    GlassEffectContainer(spacing: Self.spacing) {
      AdaptiveStack(spacing: Self.spacing) {
        Button(
          isExpanded.id, in: .circle, accessibilityLabel: isExpanded.value ? "Fewer tools" : "More tools"
        ) { Icon(isExpanded.value ? "xmark" : "plus") }
        .accessibilityValue(isExpanded.value ? "open" : "closed")
        .glassEffectID(isExpanded.id)
        if isExpanded.value {
          ForEach(tools, id: \.id) { tool in
            Button(tool.id, in: .circle, accessibilityLabel: tool.label) { Icon(tool.icon) }
              .foregroundStyle(tool.isOn ? .tint : .primary)
              .accessibilityValue(tool.isOn ? "on" : "off")
              .accessibilitySelected(tool.isOn)
              .glassEffectID(tool.id)
          }
        }
      }.buttonStyle(.glass)
    }
    .glassEffectTransition(.matchedGeometry)
    .id("tool-cluster")
  }
}
