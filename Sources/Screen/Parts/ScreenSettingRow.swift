import GlassChrome

/// A row that shows and changes a setting; needs glass beneath.
package struct ScreenSettingRow: View {
  /// What it shows.
  package var setting: ScreenSetting
  /// Whether a picker's options are shown.
  package var isOpen: Bool

  /// A row, by default with a closed picker.
  package init(_ setting: ScreenSetting, isOpen: Bool = false) {
    self.setting = setting
    self.isOpen = isOpen
  }

  /// The control for its kind.
  package var body: some View { row.disabled(!setting.isEnabled) }

  private var row: ViewNode {
    let id = setting.id
    switch setting.kind {
    case .slider(let value, let range, let detents, let isLogarithmic):
      return LabeledRow(spacing: 8) {
        VStack(alignment: .leading, spacing: 0) {
          label
          Text(setting.value).font(.caption).monospacedDigit().lineLimit(1).foregroundStyle(.secondary)
            .accessibilityHidden().id("value")
        }
      } content: {
        Slider(
          setting.label, value: Binding(id, value), in: range, detents: detents, isLogarithmic: isLogarithmic,
          valueText: setting.value
        ).frame(maxWidth: 200)
      }.node
    case .stepper(let value, let range):
      return Stepper(setting.label, value: Binding(id, value), in: range).node
    case .toggle(let isOn): return Toggle(setting.label, isOn: Binding(id, isOn)).frame(minHeight: 44)
    case .picker(let options, let selected):
      return Picker(setting.label, options: options, selection: Binding(id, selected), isOpen: isOpen).node
    case .segments(let options, let selected): return segments(options, selected)
    case .button(let icon):
      return LabeledRow(spacing: 8) {
        label
      } content: {
        Button(id, in: .circle, accessibilityLabel: setting.label) { Icon(icon) }.buttonStyle(.tonal)
      }.frame(minHeight: 44)
    case .reading:
      return LabeledRow(spacing: 8) {
        label
      } content: {
        Text(setting.value).fontWeight(.medium).monospacedDigit().lineLimit(1).foregroundStyle(.secondary)
          .id("value")
      }.frame(minHeight: 44).accessibilityLabel(setting.label).accessibilityValue(setting.value)
        .accessibilityRole(.status).id(id)
    }
  }

  /// The title, and the choices beside or below it.
  private func segments(_ options: [ControlItem], _ selected: String) -> ViewNode {
    let label = Text(setting.label).lineLimit(2).accessibilityHidden().id("label")
    let choices = SegmentedControl(setting.label, options, selection: Binding(setting.id, selected))
    return ViewThatFits(in: [.horizontal]) {
      HStack(spacing: 16) {
        label
        Spacer(minLength: 0)
        choices.frame(maxWidth: 300)
      }
      VStack(alignment: .leading, spacing: 4) {
        label
        choices
      }
    }.id("\(setting.id)-row")
  }

  private var label: ViewNode {
    EnvironmentReader { environment in
      Text(setting.label).font(environment.controlSize.font).fontWeight(.regular).lineLimit(2)
        .foregroundStyle(environment.isEnabled ? .primary : .secondary).accessibilityHidden().id("label")
    }.node
  }
}
