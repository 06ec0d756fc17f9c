/// Builds views from statements, with `if`, `if`–`else`, `switch` and `for`.
///
/// Positions are kept: a view that an `if` leaves out still counts, so its neighbours keep their
/// identities. Both branches share one identity: what one shows flows into what the other shows.
@resultBuilder
public enum ViewBuilder {
  /// A view in a statement.
  public static func buildExpression(_ view: some View) -> ViewNode { view.node }
  /// No statements: nothing.
  public static func buildBlock() -> ViewNode { .empty }
  /// One statement: its view alone.
  public static func buildBlock(_ node: ViewNode) -> ViewNode { node }
  /// Several statements: a list of their views.
  public static func buildBlock(_ nodes: ViewNode...) -> ViewNode { ViewNode(.list(nodes)) }
  /// An `if` without `else`; when false, it still counts as an element.
  public static func buildOptional(_ node: ViewNode?) -> ViewNode { node ?? .empty }
  /// The `if` branch, or one of a `switch`.
  public static func buildEither(first node: ViewNode) -> ViewNode { node }
  /// The `else` branch, or another of a `switch`.
  public static func buildEither(second node: ViewNode) -> ViewNode { node }
  /// A `for` loop: a list of what its iterations made.
  public static func buildArray(_ nodes: [ViewNode]) -> ViewNode { ViewNode(.list(nodes)) }
  /// The views inside an `if #available`.
  public static func buildLimitedAvailability(_ node: ViewNode) -> ViewNode { node }
}
