/// One of a few, side by side; an indicator slides to the one that is chosen.
///
/// It stands on glass as a plate of its own; ``onGlass()`` gives it glass.
public struct SegmentedControl: View {
  public struct Segment: Sendable, Hashable {
    public var id: String
    public var title: String
    public var icon: String?
    /// The title is only told, not shown.
    public var showsIconAlone: Bool

    public init(_ id: String, title: String, icon: String? = nil, showsIconAlone: Bool = false) {
      self.id = id
      self.title = title
      self.icon = icon
      self.showsIconAlone = showsIconAlone && icon != nil
    }
  }

  public var label: String
  public var segments: [Segment]
  public var selection: Binding<String>

  public init(_ label: String, _ segments: [Segment], selection: Binding<String>) {
    self.label = label
    self.segments = segments
    self.selection = selection
  }

  public var body: some View {
    row.background { RoundedRectangle(cornerRadius: .concentric(minimum: 14)) }
      .accessibilityLabel(label).accessibilityRole(.group).id(selection.id)
  }

  /// On a capsule of its own.
  public func onGlass() -> ViewNode {
    EnvironmentReader { environment in
      // As wide as its segments need and no wider, all of them alike.
      let segment = segments.allSatisfy(\.showsIconAlone) ? 64.0 : 116.0
      row.frame(maxWidth: (Double(segments.count) * segment * environment.layout.typeSize.scale).rounded())
        .accessibilityLabel(label).accessibilityRole(.group)
        .glassEffect(
          .regular.interactive(),
          in: environment.layout.typeSize.isAccessibilitySize ? .rect(cornerRadius: 26) : .capsule)
    }.id(selection.id)
  }

  private var row: ViewNode {
    AdaptiveStack(columnAlignment: .center, spacing: 0) {
      ForEach(segments, id: \.id) { segment in cell(segment) }
    }.padding(4)
  }

  private func cell(_ segment: Segment) -> ViewNode {
    let isSelected = segment.id == selection.value
    return EnvironmentReader { environment in
      let ink: ColorRole = environment.isEnabled ? .primary : .secondary
      HStack(spacing: 6) {
        if let icon = segment.icon { Icon(icon) }
        if !segment.showsIconAlone {
          Text(segment.title).fontWeight(isSelected ? .semibold : .medium).lineLimit(1)
        }
      }
      .font(environment.controlSize.font)
      .foregroundStyle(isSelected ? ink : .secondary)
      .padding(.horizontal, 12)
      .padding(.vertical, environment.layout.typeSize.isAccessibilitySize ? 6 : 0)
      .frame(minWidth: 44, maxWidth: .infinity, minHeight: environment.controlSize.height - 8)
      .background {
        if isSelected {
          RoundedRectangle(cornerRadius: .concentric(minimum: 10))
            .fill(environment.isEnabled ? .tint : nil, strength: environment.isEnabled ? 0.3 : plateStrength)
            .matchedGeometryEffect(id: selection.id + "-indicator")
        }
      }
    }
    .accessibilityLabel(segment.title)
    .accessibilitySelected(isSelected)
    .accessibilityRole(.tab)
  }
}
