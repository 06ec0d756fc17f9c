/// A description of part of a screen: a value, cheap to make and discard.
///
/// It reads as in SwiftUI: a view is composed of other views in its `body`, and modifiers wrap
/// views in views. ``DisplayLayout`` turns it into a ``DisplayList``; nothing here runs per frame.
public protocol View: Sendable {
  associatedtype Body: View
  /// What the view consists of.
  @ViewBuilder var body: Body { get }
  /// The view lowered to the language's primitive elements. Don't implement it.
  var node: ViewNode { get }
}

extension View {
  /// The body's node.
  public var node: ViewNode { body.node }
}
