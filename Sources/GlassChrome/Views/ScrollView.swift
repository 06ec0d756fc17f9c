/// Shows part of content that is longer than its space; a finger or an event moves it.
///
/// It is as long as its content, and at most as long as its space. Content that continues past an edge fades there. An
/// element selected or named by an event scrolls into view. Scroll views can't be nested.
public struct ScrollView: View {
  /// Where a scroll view may come to rest.
  public enum TargetBehavior: Sendable, Hashable {
    /// Anywhere.
    case free
    /// Where one of the views of its outermost stack begins, or at the end.
    case viewAligned
  }

  private let axis: Axis
  private let behavior: TargetBehavior
  private let content: ViewNode

  /// Content that scrolls along an axis, by default vertically.
  public init(_ axis: Axis = .vertical, @ViewBuilder content: () -> some View) {
    self.init(axis, .free, content().node)
  }

  private init(_ axis: Axis, _ behavior: TargetBehavior, _ content: ViewNode) {
    (self.axis, self.behavior, self.content) = (axis, behavior, content)
  }

  /// Sets where it may come to rest.
  public func scrollTargetBehavior(_ behavior: TargetBehavior) -> ScrollView {
    ScrollView(axis, behavior, content)
  }

  /// The content behind its window.
  public var body: ViewNode { ViewNode(.scroll(axis, behavior), content) }
}
