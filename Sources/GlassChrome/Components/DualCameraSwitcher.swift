/// Chooses which camera is seen: front, back or both.
public struct DualCameraSwitcher: View {
  /// The cameras to be seen; `dual` is both.
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    case front, back, dual

    var title: String {
      switch self {
      case .front: "Front camera"
      case .back: "Back camera"
      case .dual: "Both cameras"
      }
    }
  }

  /// The choice in use; its id names the control, and raw values name the choices in events.
  public var choice: Binding<Choice>

  /// A switcher that shows this choice.
  public init(_ choice: Binding<Choice>) { self.choice = choice }

  /// Three segments with icons, on a capsule of glass.
  public var body: some View {
    SegmentedControl(
      "Cameras",
      Choice.allCases.map {
        SegmentedControl.Segment($0.rawValue, title: $0.title, icon: "camera.\($0)", showsIconAlone: true)
      }, selection: Binding(choice.id, choice.value.rawValue)
    ).onGlass()
  }
}
