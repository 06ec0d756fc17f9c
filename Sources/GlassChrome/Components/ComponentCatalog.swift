/// Every component in every state, by name: for lists, for the wall, and for checks that must leave none out.
public struct ComponentCatalog: Sendable {
  /// A component in one of its states, on glass, ready to be laid out.
  public struct State: Sendable {
    public let name: String
    public let view: ViewNode

    init(_ name: String, _ view: some View) {
      self.name = name
      self.view = view.node
    }
  }

  public struct Entry: Sendable {
    /// As the command line calls it, in kebab case.
    public let name: String
    public let states: [State]

    init(_ name: String, _ states: [State]) {
      self.name = name
      self.states = states
    }

    /// The same with some of its states, in another order or more than once; `nil` where there is no such state.
    public func showing(_ names: [String]) -> Entry? {
      let shown = names.compactMap { name in states.first { $0.name == name } }
      return shown.count == names.count ? Entry(name, shown) : nil
    }
  }

  /// In the order in which they are shown.
  public static let entries: [Entry] = bars + capture + adjustments + panels + controls + buttons + signs

  public static var names: [String] { entries.map(\.name) }

  public static func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

  /// Glass for what has none of its own.
  static func panel(_ view: some View) -> ViewNode {
    view.padding(20).frame(idealWidth: 320, maxWidth: 360).fixedSize(horizontal: false, vertical: true)
      .glassEffect(in: .rect(cornerRadius: 28)).id("panel")
  }

  /// The same with and without events taken.
  static func states(_ name: String, _ view: some View) -> [State] {
    [State(name, view), State(name + "-disabled", view.disabled())]
  }
}
