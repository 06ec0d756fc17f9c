/// One of several: a row that shows the choice and, if open, all options below it.
public struct Picker: View {
  /// What is chosen, at the row's leading end.
  public var label: String
  /// The options' titles, in order.
  public var options: [String]
  /// Index of the choice in ``options``; the row shows a dash if there is no such option.
  public var selection: Binding<Int>
  /// Whether the options are shown.
  public var isOpen: Bool

  /// A picker, by default closed.
  public init(_ label: String, options: [String], selection: Binding<Int>, isOpen: Bool = false) {
    self.label = label
    self.options = options
    self.selection = selection
    self.isOpen = isOpen
  }

  private var choice: String {
    options.indices.contains(selection.value) ? options[selection.value] : "–"
  }

  /// The row, and the options below it if open; needs glass beneath.
  public var body: some View {
    EnvironmentReader { environment in
      let ink: ColorRole = environment.isEnabled ? .primary : .secondary
      let lines = environment.layout.typeSize.isAccessibilitySize ? 2 : 1
      VStack(spacing: 0) {
        LabeledRow(spacing: 8) {
          Text(label).fontWeight(.regular).lineLimit(2).foregroundStyle(ink).id("label")
        } content: {
          Text(choice).fontWeight(.medium).lineLimit(lines).foregroundStyle(.secondary).id("choice")
          Icon(isOpen ? "chevron.up" : "chevron.down").foregroundStyle(.secondary).id("chevron")
        }
        .frame(minHeight: 44)
        .accessibilityLabel(label)
        .accessibilityValue(choice)
        .accessibilityRole(.picker)
        if isOpen {
          ForEach(options.indices) { i in option(i, ink, lines) }
        }
      }.font(environment.controlSize.font)
    }.id(selection.id)
  }

  private func option(_ i: Int, _ ink: ColorRole, _ lines: Int) -> ViewNode {
    let isSelected = i == selection.value
    return HStack(spacing: 8) {
      Icon("checkmark").dynamicTypeSize(...DynamicTypeSize.accessibility1).hidden(!isSelected)
      Text(options[i]).lineLimit(lines)
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
    .accessibilityLabel(options[i])
    .accessibilitySelected(isSelected)
    .accessibilityRole(.button)
  }
}
