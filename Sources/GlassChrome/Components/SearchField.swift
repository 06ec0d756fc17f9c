/// A text field for a search, on a capsule of glass, with a button that clears it.
///
/// Where there is glass beneath it is a plate.
public struct SearchField: View {
  /// The text, the insertion point and the field's name in events. Its title says what is searched.
  public var field: TextField

  /// Name in events of the button that clears the text.
  public static let clear = "clear"

  /// A search by a text field.
  public init(_ field: TextField) { self.field = field }

  /// A magnifying glass, the field, and the button while there is text.
  public var body: some View {
    EnvironmentReader { environment in
      let row = HStack(spacing: 8) {
        Icon("search").foregroundStyle(.secondary).accessibilityHidden().id("icon")
        field.textFieldStyle(.plain)
        if !field.text.value.isEmpty {
          Button(Self.clear, in: .circle, accessibilityLabel: "Clear the text") {
            Icon("xmark", size: 16)
          }.buttonStyle(.plain).frame(minWidth: 44, minHeight: 44)
        }
      }
      .font(environment.controlSize.font)
      .padding(.leading, 16)
      .padding(.trailing, field.text.value.isEmpty ? 16 : 4)
      .frame(minHeight: 48)
      .dynamicTypeSize(...DynamicTypeSize.accessibility2)
      if environment.isOnGlass {
        row.background { RoundedRectangle(cornerRadius: .concentric(minimum: 14)) }
      } else {
        row.glassEffect(.regular.interactive(environment.isEnabled), in: .capsule)
      }
    }.id(field.text.id + "-search")
  }
}
