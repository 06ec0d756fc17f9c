/// Space that grows as far as it can along the enclosing stack.
public struct Spacer: View {
  /// Empty space; it gets what the stack's other views leave.
  public let body: ViewNode

  /// A flexible gap.
  ///
  /// - Parameter minLength: least length in points; `nil` is 8.
  public init(minLength: Double? = nil) {
    body = ViewNode(.spacer(minLength: max((minLength ?? 8).finite, 0)))
  }
}

/// A hairline across the enclosing stack: about one point thick, in whole pixels.
public struct Divider: View {
  /// The hairline, in the neutral plate tone.
  public let body = ViewNode(.divider)

  /// A hairline as long as the stack is wide or high.
  public init() {}
}
