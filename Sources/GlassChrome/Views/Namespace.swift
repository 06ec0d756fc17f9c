/// A scope of identities, as SwiftUI code declares it.
///
/// Here the scope is a ``GlassEffectContainer``, so all namespaces are equal.
@propertyWrapper
public struct Namespace: Sendable {
  /// A scope's identity.
  public struct ID: Sendable, Hashable {}

  /// A scope.
  public init() {}
  /// The scope's identity.
  public var wrappedValue: ID { ID() }
}

extension View {
  /// Identifies the glass within its container: ``glassEffectID(_:)`` with the id's description.
  public func glassEffectID(
    _ id: some Hashable & CustomStringConvertible, in namespace: Namespace.ID
  ) -> ViewNode { glassEffectID(id.description) }

  /// Unites glass in a container: ``glassEffectUnion(id:)`` with the id's description.
  public func glassEffectUnion(
    id: some Hashable & CustomStringConvertible, namespace: Namespace.ID
  ) -> ViewNode { glassEffectUnion(id: id.description) }

  /// Gives the view one identity on its glass: ``matchedGeometryEffect(id:)`` with the id's description.
  public func matchedGeometryEffect(
    id: some Hashable & CustomStringConvertible, in namespace: Namespace.ID
  ) -> ViewNode { matchedGeometryEffect(id: id.description) }
}
