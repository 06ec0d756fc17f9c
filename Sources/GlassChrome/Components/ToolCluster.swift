/// One button that flows out into several, and back.
public struct ToolCluster: View {
  /// A button of the cluster.
  public struct Tool: Sendable, Hashable {
    /// Its name in events, and its glass's identity.
    public var id: String
    /// Its name, for people who can't see the icon.
    public var label: String
    /// Name of its icon.
    public var icon: String
    /// Whether the tool is on, shown by a filled icon in a ring.
    public var isOn: Bool

    /// A tool, by default off.
    public init(_ id: String, label: String, icon: String, isOn: Bool = false) {
      self.id = id
      self.label = label
      self.icon = icon
      self.isOn = isOn
    }
  }

  private static let spacing = 16.0

  /// The tools, starting at the first button.
  public var tools: [Tool]
  /// Whether the tools are shown; the binding's id names the first button.
  public var isExpanded: Binding<Bool>

  /// A cluster, open or closed.
  public init(_ tools: [Tool], isExpanded: Binding<Bool>) {
    self.tools = tools
    self.isExpanded = isExpanded
  }

  /// Round buttons of glass, 16 points apart, in one container; a column at accessibility sizes.
  public var body: some View {
    EnvironmentReader { cluster($0.controlWords) }.id("tool-cluster")
  }

  private func cluster(_ words: ControlWords) -> ViewNode {
    // Separate at rest; on the way out and back they come closer and merge.
    GlassEffectContainer(spacing: Self.spacing) {
      AdaptiveStack(spacing: Self.spacing) {
        Button(
          isExpanded.id, in: .circle,
          accessibilityLabel: isExpanded.value ? words.fewerTools : words.moreTools
        ) { Icon(isExpanded.value ? "xmark" : "plus").contentTransition(.symbolEffect(.replace)) }
        .accessibilityValue(isExpanded.value ? words.open : words.closed)
        .glassEffectID(isExpanded.id)
        if isExpanded.value {
          ForEach(tools, id: \.id) { tool in
            Button(tool.id, in: .circle, accessibilityLabel: tool.label) {
              Icon(tool.isOn ? IconSet.filled(tool.icon) : tool.icon)
                .contentTransition(.symbolEffect(.replace))
                .frame(minWidth: 44, minHeight: 44)
                .overlay {
                  if tool.isOn { Circle().strokeBorder(lineWidth: 2).padding(3) }
                }
            }
            .accessibilityValue(tool.isOn ? words.on : words.off)
            .accessibilitySelected(tool.isOn)
            .glassEffectID(tool.id)
          }
        }
      }.buttonStyle(.glass)
    }
    .glassEffectTransition(.matchedGeometry)
  }
}
