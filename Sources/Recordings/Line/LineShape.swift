import HostResources

/// The members of an object in a line, as the properties of a value: each a ``Field``, in the order of writing.
package protocol LineShape: Sendable {
  /// What such an object is written from.
  associatedtype Facts
  static var shape: ValueShape<Self> { get }
}

/// What follows from a list of fields.
package struct ValueShape<Fields: LineShape>: Sendable {
  package let fields: Fields
  package let members: [Member]
  package let columns: [Column<Fields.Facts>]
  private let writers: [@Sendable (Fields.Facts, inout JSONBytes) -> Void]

  init(_ fields: Fields) {
    let all = Mirror(reflecting: fields).children.map { child in
      guard let field = child.value as? AnyField<Fields.Facts> else {
        preconditionFailure("\(child.label ?? "") of \(Fields.self) isn't one of its fields")
      }
      return field
    }
    self.fields = fields
    members = all.map { $0.member }
    columns = all.flatMap { $0.columns }
    writers = all.map { $0.put }
  }

  /// Writes the members that the facts have. Allocates nothing.
  package func write(_ facts: Fields.Facts, to line: inout JSONBytes) {
    for write in writers { write(facts, &line) }
  }
}

/// An object that was read from a line, with its members as properties.
@dynamicMemberLookup
package struct LineRecord<Fields: LineShape>: Codable, Sendable, Equatable {
  package var object: LineObject

  init(_ object: LineObject) { self.object = object }

  package init(from decoder: any Decoder) throws {
    object = try LineObject(decoder.container(keyedBy: LineKey.self), Fields.shape.members)
  }

  package func encode(to encoder: any Encoder) throws { try object.encode(to: encoder) }

  package subscript<Value>(dynamicMember path: KeyPath<Fields, Field<Fields.Facts, Value>>) -> Value {
    get {
      let field = Fields.shape.fields[keyPath: path]
      return field.unwrap(object[field.member.key])
    }
    set {
      let field = Fields.shape.fields[keyPath: path]
      object.values[field.member.key] = field.wrap(newValue)
    }
  }
}
