/// One button that flows out into several, and back.
public struct ToolCluster: View {
  private static let spacing = 16.0

  /// The tools, starting at the first button.
  public var tools: [ControlItem]
  /// Ids of the tools that are on, shown by a filled icon in a ring.
  public var on: Set<String>
  /// Whether the tools are shown; the binding's id names the first button.
  var isExpanded: Binding<Bool>

  /// A cluster, open or closed, by default with all tools off.
  public init(_ tools: [ControlItem], on: Set<String> = [], isExpanded: Binding<Bool>) {
    self.tools = tools
    self.on = on
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
        Self.buttons(tools, on: on, isExpanded: isExpanded, words) { $1 }
      }
    }.node
  }

  /// The buttons, for a container around more than these.
  ///
  /// - Parameters:
  ///   - isExpanded: the first button's name, and whether there are others; `nil` for tools that are always shown.
  ///   - opensBefore: whether that button comes last.
  ///   - presenting: a tool's button with what it opens.
  package static func buttons(
    _ tools: [ControlItem], on: Set<String>, isExpanded: Binding<Bool>?, opensBefore: Bool = false,
    _ words: ControlWords, presenting: @escaping (ControlItem, ViewNode) -> ViewNode
  ) -> ViewNode {
    let opener = isExpanded.map { isExpanded in
      Button(
        isExpanded.id, in: .circle,
        accessibilityLabel: isExpanded.value ? words.fewerTools : words.moreTools
      ) { Icon(isExpanded.value ? "xmark" : "plus").contentTransition(.symbolEffect(.replace)) }
      .accessibilityValue(isExpanded.value ? words.open : words.closed)
      .glassEffectID(isExpanded.id)
    }
    let shown = isExpanded?.value ?? true ? tools : []
    return Group {
      if !opensBefore, let opener { opener }
      ForEach(opensBefore ? shown.reversed() : shown, id: \.id) { tool in
        presenting(tool, button(tool, isOn: on.contains(tool.id), words))
      }
      if opensBefore, let opener { opener }
    }.buttonStyle(.glass).glassEffectTransition(.matchedGeometry)
  }

  private static func button(_ tool: ControlItem, isOn: Bool, _ words: ControlWords) -> ViewNode {
    Button(tool.id, in: .circle, accessibilityLabel: tool.title) {
      if let icon = tool.icon {
        Icon(isOn ? IconSet.filled(icon) : icon)
          .contentTransition(.symbolEffect(.replace))
          .frame(minWidth: 44, minHeight: 44)
          .overlay {
            if isOn { Circle().strokeBorder(lineWidth: 2).padding(5) }
          }
      }
    }
    .accessibilityValue(isOn ? words.on : words.off)
    .accessibilitySelected(isOn)
    .glassEffectID(tool.id)
  }
}
