/// Room that grows as far as it can along the stack that it stands in.
public struct Spacer: View {
  public let body: ViewNode

  /// - Parameter minLength: points that it never goes under; `nil` is 8.
  public init(minLength: Double? = nil) {
    body = ViewNode(.spacer(minLength: minLength.map { max($0.finite, 0) }))
  }
}

/// A hairline across the stack that it stands in.
public struct Divider: View {
  public let body = ViewNode(.divider)

  public init() {}
}
