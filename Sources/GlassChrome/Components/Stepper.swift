/// A number to step up and down.
public struct Stepper: View {
  /// What it counts.
  var label: String
  /// The number, and the control's name in events.
  public var value: Binding<Int>
  /// The allowed numbers; at either end, the button in that direction is disabled.
  public var range: ClosedRange<Int>

  /// A stepper over a range.
  public init(_ label: String, value: Binding<Int>, in range: ClosedRange<Int>) {
    self.label = label
    self.value = value
    self.range = range
  }

  /// The label, and the number between the buttons `decrement` and `increment`; needs glass beneath.
  public var body: some View {
    EnvironmentReader { environment in
      LabeledRow(spacing: 8) {
        Text(label).font(environment.controlSize.font).lineLimit(2).id("label")
          .foregroundStyle(environment.isEnabled ? .primary : .secondary)
      } content: {
        Button("decrement", in: .circle, accessibilityLabel: environment.controlWords.less(label)) {
          Icon("minus")
        }
        .disabled(value.value <= range.lowerBound)
        Text(environment.controlWords.measure("\(value.value)")).font(environment.controlSize.font)
          .fontWeight(
            .semibold
          ).monospacedDigit()
          .lineLimit(1).frame(minWidth: 32).accessibilityHidden().id("value")
        Button("increment", in: .circle, accessibilityLabel: environment.controlWords.more(label)) {
          Icon("plus")
        }
        .disabled(value.value >= range.upperBound)
      }.buttonStyle(.tonal).frame(minHeight: 44)
    }
    .accessibilityLabel(label)
    .accessibilityValue("\(value.value)")
    .accessibilityAdjustment(
      AccessibilityElement.Adjustment(
        value: Double(value.value), range: Double(range.lowerBound)...Double(range.upperBound))
    )
    .accessibilityRole(.stepper)
    .id(value.id)
  }
}
