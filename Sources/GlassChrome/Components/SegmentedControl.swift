/// One of a few choices, side by side; an indicator slides to the selected one.
///
/// It is a plate and needs glass beneath; ``onGlass()`` gives it glass instead.
public struct SegmentedControl: View {
  /// What the control chooses, for people who can't see it.
  var label: String
  /// The choices, starting at the leading edge.
  var segments: [ControlItem]
  /// Id of the selected segment; the binding's own id names the control in events.
  var selection: Binding<String>
  /// Whether segments with an icon show only that; titles remain the accessibility labels.
  var showsIconsAlone: Bool

  /// A control that shows this selection.
  public init(
    _ label: String, _ segments: [ControlItem], selection: Binding<String>, showsIconsAlone: Bool = false
  ) {
    self.label = label
    self.segments = segments
    self.selection = selection
    self.showsIconsAlone = showsIconsAlone
  }

  /// The segments on their own plate.
  public var body: some View {
    row.background { RoundedRectangle(cornerRadius: .concentric(minimum: 14)) }
      .accessibilityLabel(label).accessibilityRole(.group).id(selection.id)
  }

  /// The control on its own glass: a capsule, or a rounded rectangle at accessibility sizes.
  public func onGlass() -> ViewNode {
    EnvironmentReader { environment in
      // No wider than its segments need, and all of them equally wide.
      let longest = segments.filter(showsTitle).map(\.title.count).max() ?? 0
      let segment = longest == 0 ? 56.0 : longest > 6 ? 144 : 116
      row.frame(maxWidth: (Double(segments.count) * segment * environment.layout.typeSize.scale).rounded())
        .accessibilityLabel(label).accessibilityRole(.group)
        .glassEffect(
          .regular.interactive(environment.isEnabled),
          in: environment.layout.typeSize.isAccessibilitySize ? .rect(cornerRadius: 26) : .capsule)
    }.id(selection.id)
  }

  private var row: ViewNode {
    let cells = ForEach(segments, id: \.id) { segment in cell(segment) }
    if showsIconsAlone { return HStack(spacing: 0) { cells }.padding(4) }
    return AdaptiveStack(columnAlignment: .center, spacing: 0) { cells }.padding(4)
  }

  private func showsTitle(_ segment: ControlItem) -> Bool { !showsIconsAlone || segment.icon == nil }

  private func cell(_ segment: ControlItem) -> ViewNode {
    let isSelected = segment.id == selection.value
    return EnvironmentReader { environment in
      let ink: ColorRole = environment.isEnabled ? .primary : .secondary
      HStack(spacing: 6) {
        if let icon = segment.icon { Icon(isSelected ? IconSet.filled(icon) : icon) }
        if showsTitle(segment) {
          let title = Text(segment.title)
            .fontWeight(!environment.isEnabled ? .regular : isSelected ? .semibold : .medium).lineLimit(1)
            .truncationMode(.middle)
          if isSelected, segment.icon == nil {
            // A check mark where there is room; the edge marks it in any case.
            ViewThatFits(in: [.horizontal]) {
              HStack(spacing: 4) {
                Icon("checkmark", size: (environment.fontSize * 0.9).rounded())
                  .contentTransition(.symbolEffect(.replace))
                title
              }
              title
            }
          } else {
            title
          }
        }
      }
      .font(environment.controlSize.font)
      .foregroundStyle(isSelected ? ink : .secondary)
      .padding(.horizontal, 12)
      .padding(.vertical, environment.layout.typeSize.isAccessibilitySize ? 6 : 0)
      .frame(minWidth: 44, maxWidth: .infinity, minHeight: environment.controlSize.height - 8)
      .background {
        if isSelected {
          SelectionMark(
            shape: .rect(cornerRadius: .concentric(minimum: 10)), id: selection.id + "-indicator")
        }
      }
    }
    .accessibilityLabel(segment.title)
    .accessibilitySelected(isSelected)
    .accessibilityRole(.tab)
  }
}
