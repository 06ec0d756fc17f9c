import GlassChrome

/// Every component in every state, by name: for lists, for the wall, and for checks that must miss none.
package struct ComponentCatalog: Sendable {
  /// A component in one of its states, on glass, ready for layout.
  package struct State: Sendable {
    /// The state's name on the command line.
    package let name: String
    /// The component in this state.
    package let view: ViewNode

    init(_ name: String, _ view: some View) {
      self.name = name
      self.view = view.node
    }
  }

  /// A component and its states.
  package struct Entry: Sendable {
    /// The component's name on the command line, in kebab case.
    package let name: String
    /// The states, in the order they are shown.
    package let states: [State]

    init(_ name: String, _ states: [State]) {
      self.name = name
      self.states = states
    }

    /// The component with only these states, in this order, even repeated; `nil` if it lacks one.
    package func showing(_ names: [String]) -> Entry? {
      let shown = names.compactMap { name in states.first { $0.name == name } }
      return shown.count == names.count ? Entry(name, shown) : nil
    }
  }

  /// All components, in the order they are shown.
  package static let entries: [Entry] =
    bars + capture + adjustments + panels + library + controls + language + buttons + signs

  /// Names of all components, in the order they are shown.
  package static var names: [String] { entries.map(\.name) }

  /// The component with this name, or `nil`.
  package static func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

  /// A glass panel for a view that has no glass of its own.
  static func panel(_ view: some View) -> ViewNode {
    view.padding(20).frame(idealWidth: 320, maxWidth: 360).fixedSize(horizontal: false, vertical: true)
      .glassEffect(in: .rect(cornerRadius: 28)).id("panel")
  }

  /// A state and the same disabled.
  static func states(_ name: String, _ view: some View) -> [State] {
    [State(name, view), State(name + "-disabled", view.disabled())]
  }
}
