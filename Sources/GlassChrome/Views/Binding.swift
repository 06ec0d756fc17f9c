/// A value with the name under which events change it.
///
/// A view shows the value; whoever owns it makes a new view when an event has come for `id`.
public struct Binding<Value: Sendable & Hashable>: Sendable, Hashable {
  /// Last part of the control's ``ElementID``.
  public let id: String
  public var value: Value

  public init(_ id: String, _ value: Value) {
    self.id = id
    self.value = value
  }
}
