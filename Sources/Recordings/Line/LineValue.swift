import HostResources

/// A value in a line.
package enum LineValue: Sendable, Equatable {
  case integer(Int)
  case number(Double)
  case flag(Bool)
  case text(String)
  case numbers([Double])
  case words([String])
  case counts([String: Int])
  case amounts([String: Double])
  case object(LineObject)
  case list([LineObject])
}

/// An object in a line, by its members' keys.
package struct LineObject: Sendable, Equatable {
  package var values: [String: LineValue] = [:]

  package init() {}

  package subscript(key: String) -> LineValue? { values[key] }
}

// MARK: - JSON

/// A member's key.
struct LineKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ key: String) { stringValue = key }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

extension LineObject: Encodable {
  typealias Values = KeyedDecodingContainer<LineKey>

  /// Reads these members; others may be there.
  ///
  /// - Throws: `DecodingError` if one has the wrong type, or a required one is missing.
  init(_ container: Values, _ members: [Member]) throws {
    for member in members {
      let key = LineKey(member.key)
      if !member.isRequired, try !container.contains(key) || container.decodeNil(forKey: key) { continue }
      values[member.key] = try Self.value(container, key, member.kind)
    }
  }

  private static func value(_ container: Values, _ key: LineKey, _ kind: Member.Kind) throws -> LineValue {
    switch kind {
    case .integer, .count, .difference, .nanoseconds:
      return .integer(try container.decode(Int.self, forKey: key))
    case .number, .share: return .number(try container.decode(Double.self, forKey: key))
    case .flag: return .flag(try container.decode(Bool.self, forKey: key))
    case .text, .word, .moment: return .text(try container.decode(String.self, forKey: key))
    case .interval: return .numbers(try container.decode([Double].self, forKey: key))
    case .words: return .words(try container.decode([String].self, forKey: key))
    case .counts: return .counts(try container.decode([String: Int].self, forKey: key))
    case .amounts: return .amounts(try container.decode([String: Double].self, forKey: key))
    case .object(let members):
      return .object(try LineObject(container.nestedContainer(keyedBy: LineKey.self, forKey: key), members))
    case .list(let members):
      var list = try container.nestedUnkeyedContainer(forKey: key)
      var objects: [LineObject] = []
      while !list.isAtEnd {
        objects.append(try LineObject(list.nestedContainer(keyedBy: LineKey.self), members))
      }
      return .list(objects)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: LineKey.self)
    for (key, value) in values { try container.encode(value, forKey: LineKey(key)) }
  }
}

extension LineValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .flag(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .numbers(let value): try container.encode(value)
    case .words(let value): try container.encode(value)
    case .counts(let value): try container.encode(value)
    case .amounts(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    }
  }
}
