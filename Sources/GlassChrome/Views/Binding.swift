/// A value and the id by which events change it.
///
/// A view shows the value; its owner makes a new view after an event for `id`.
public struct Binding<Value: Sendable & Hashable>: Sendable, Hashable {
  /// Last part of the control's ``ElementID``.
  public let id: String
  /// The value to show.
  public var value: Value

  /// A value for the control with this id.
  public init(_ id: String, _ value: Value) {
    self.id = id
    self.value = value
  }
}
