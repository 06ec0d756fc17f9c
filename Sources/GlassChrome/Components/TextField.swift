/// A line of text to type into; needs glass beneath.
///
/// A tap on it, `focus` or `toggle` gives it the keys; what is then typed comes as ``ChromeAction/edit(_:_:)``. Its owner
/// keeps a ``TextInput`` that takes the edits, and makes a new view.
public struct TextField: View {
  /// What it is for: its accessibility label, and what it shows while it is empty.
  public var title: String
  /// The text, and the field's name in events.
  public var text: Binding<String>
  /// What it shows while it is empty; `nil` is the title.
  public var prompt: String?
  /// Characters before the insertion point while the field has the keys, else `nil`.
  public var cursor: Int?

  /// A field with its text; without the keys, by default.
  public init(_ title: String, text: Binding<String>, prompt: String? = nil, cursor: Int? = nil) {
    self.title = title
    self.text = text
    self.prompt = prompt
    self.cursor = cursor
  }

  /// A field that shows an input and its insertion point.
  ///
  /// - Parameters:
  ///   - title: what it is for.
  ///   - id: the field's name in events.
  ///   - input: what has been typed.
  ///   - prompt: what it shows while it is empty; `nil` is the title.
  ///   - isFocused: whether it has the keys, and so shows its insertion point.
  public init(_ title: String, id: String, input: TextInput, prompt: String? = nil, isFocused: Bool) {
    self.init(
      title, text: Binding(id, input.text), prompt: prompt, cursor: isFocused ? input.cursor : nil)
  }

  /// The text on its plate, at least 44 points high.
  public var body: some View {
    EnvironmentReader { environment in
      let isPlain = environment.textFieldStyle == .plain
      let shape = RoundedRectangle(cornerRadius: .concentric(minimum: 12))
      line(environment)
        .font(environment.controlSize.font)
        .padding(.horizontal, isPlain ? 0 : environment.controlSize.padding(environment.layout.typeSize))
        .padding(.vertical, isPlain ? 0 : 8)
        .frame(minWidth: 60, minHeight: isPlain ? nil : max(environment.controlSize.height, 44))
        .background {
          if !isPlain {
            ZStack {
              shape
              shape.strokeBorder(
                environment.isEnabled ? .primary : .secondary,
                lineWidth: cursor != nil && environment.isEnabled ? 2.5 : 1)
            }
          }
        }
        .accessibilityLabel(title)
        .accessibilityValue(text.value)
        .accessibilityRole(.textField)
    }.id(text.id)
  }

  private func line(_ environment: ViewEnvironment) -> ViewNode {
    let isEmpty = text.value.isEmpty
    return ZStack(alignment: .leading) {
      if isEmpty { Text(prompt ?? title).lineLimit(1).foregroundStyle(.secondary).id("prompt") }
      ViewNode(.field(EditedText(text: text.value, cursor: environment.isEnabled ? cursor : nil)))
        .foregroundStyle(environment.isEnabled ? .primary : .secondary).id("line")
    }.frame(maxWidth: .infinity, alignment: .leading)
  }
}
