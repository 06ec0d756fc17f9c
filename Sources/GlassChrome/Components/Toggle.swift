/// A switch: on or off.
public struct Toggle: View {
  /// What it switches.
  var label: String
  /// Whether it is on, and the control's name in events.
  var isOn: Binding<Bool>

  /// A switch that is on or off.
  public init(_ label: String, isOn: Binding<Bool>) {
    self.label = label
    self.isOn = isOn
  }

  /// The label, then a switch; needs glass beneath.
  public var body: some View {
    EnvironmentReader { environment in
      let height = environment.controlSize.height * 0.64
      HStack(spacing: 12) {
        Text(label).font(environment.controlSize.font).fontWeight(.regular).lineLimit(2)
          .foregroundStyle(environment.isEnabled ? .primary : .secondary).id("label")
        Spacer(minLength: 0)
        ZStack(alignment: isOn.value ? .trailing : .leading) {
          if isOn.value {
            Capsule().fill(
              environment.isEnabled ? .tint : .secondary, strength: environment.isEnabled ? 1 : 0.3)
          }
          Capsule().strokeBorder(environment.isEnabled ? .primary : .secondary, lineWidth: 1.5)
          // A custom tint may be as bright as the knob.
          Knob(id: isOn.id + "-knob", isOnColor: isOn.value && environment.tint == nil)
            .padding(isOn.value ? 4 : 5).frame(width: height, height: height)
        }.frame(width: height * 1.7, height: height).id("switch")
      }.frame(minHeight: max(environment.controlSize.height, 32))
        .accessibilityLabel(label)
        .accessibilityValue(isOn.value ? environment.controlWords.on : environment.controlWords.off)
        .accessibilitySelected(isOn.value)
        .accessibilityRole(.toggle)
    }
    .id(isOn.id)
  }
}
