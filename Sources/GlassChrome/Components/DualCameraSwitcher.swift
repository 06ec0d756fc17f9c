/// Which camera is seen: the front one, the back one, or both.
public struct DualCameraSwitcher: View {
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

  public var choice: Binding<Choice>

  public init(_ choice: Binding<Choice>) { self.choice = choice }

  public var body: some View {
    SegmentedControl(
      "Cameras",
      Choice.allCases.map {
        SegmentedControl.Segment($0.rawValue, title: $0.title, icon: "camera.\($0)", showsIconAlone: true)
      }, selection: Binding(choice.id, choice.value.rawValue)
    ).onGlass()
  }
}
