/// Builds views from statements, with `if`, `if`–`else`, `switch` and `for`.
///
/// Positions are kept: what an `if` leaves out still counts, so that its neighbours stay who they are. Both branches
/// have one identity: what one shows flows into what the other shows.
@resultBuilder
public enum ViewBuilder {
  public static func buildExpression(_ view: some View) -> ViewNode { view.node }
  public static func buildBlock() -> ViewNode { .empty }
  public static func buildBlock(_ node: ViewNode) -> ViewNode { node }
  public static func buildBlock(_ nodes: ViewNode...) -> ViewNode { ViewNode(.list(nodes)) }
  public static func buildOptional(_ node: ViewNode?) -> ViewNode { node ?? .empty }
  public static func buildEither(first node: ViewNode) -> ViewNode { node }
  public static func buildEither(second node: ViewNode) -> ViewNode { node }
  public static func buildArray(_ nodes: [ViewNode]) -> ViewNode { ViewNode(.list(nodes)) }
  public static func buildLimitedAvailability(_ node: ViewNode) -> ViewNode { node }
}
