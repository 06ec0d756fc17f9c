/// One of several: a row that shows the choice and, when open, all options below it.
public struct Picker: View {
  /// What is being chosen, at the row's leading end.
  var label: String
  /// The options, in order.
  var options: [ControlItem]
  /// Id of the choice; the row shows a dash if there is no such option.
  var selection: Binding<String>
  /// Whether the options are shown.
  var isOpen: Bool

  /// A picker, by default closed.
  public init(_ label: String, options: [ControlItem], selection: Binding<String>, isOpen: Bool = false) {
    self.label = label
    self.options = options
    self.selection = selection
    self.isOpen = isOpen
  }

  private var choice: String { options.first { $0.id == selection.value }?.title ?? "–" }

  /// The row, with the options below it when open; needs glass beneath.
  public var body: some View {
    EnvironmentReader { environment in
      let ink: ColorRole = environment.isEnabled ? .primary : .secondary
      let lines = environment.layout.typeSize.isAccessibilitySize ? 2 : 1
      VStack(spacing: 0) {
        LabeledRow(spacing: 8) {
          Text(label).fontWeight(.regular).lineLimit(2).foregroundStyle(ink).id("label")
        } content: {
          Text(choice).fontWeight(.medium).lineLimit(lines).truncationMode(.middle).foregroundStyle(
            .secondary
          )
          .id("choice")
          Icon(isOpen ? "chevron.up" : "chevron.down").foregroundStyle(.secondary).id("chevron")
        }
        .frame(minHeight: 44)
        .accessibilityLabel(label)
        .accessibilityValue(choice)
        .accessibilityRole(.picker)
        if isOpen {
          ForEach(options, id: \.id) { option in row(option, ink, lines) }
        }
      }.font(environment.controlSize.font)
    }.id(selection.id)
  }

  private func row(_ option: ControlItem, _ ink: ColorRole, _ lines: Int) -> ViewNode {
    let isSelected = option.id == selection.value
    return HStack(spacing: 8) {
      Icon("checkmark").dynamicTypeSize(...DynamicTypeSize.accessibility1).hidden(!isSelected)
      Text(option.title).lineLimit(lines)
      Spacer(minLength: 0)
    }
    .foregroundStyle(ink)
    .padding(.horizontal, 8)
    .frame(minHeight: 44)
    .background {
      if isSelected {
        SelectionMark(
          shape: .rect(cornerRadius: .concentric(minimum: 10)), id: selection.id + "-indicator")
      }
    }
    .accessibilityLabel(option.title)
    .accessibilitySelected(isSelected)
    .accessibilityRole(.button)
  }
}
