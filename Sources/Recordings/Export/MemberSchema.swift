import HostResources

/// A member's JSON schema (draft 7).
struct MemberSchema: Encodable, Sendable {
  private indirect enum Part: Encodable, Sendable {
    case text(String)
    case integer(Int)
    case texts([String])
    case schema(MemberSchema)
    case schemas([String: MemberSchema])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let value): try container.encode(value)
      case .integer(let value): try container.encode(value)
      case .texts(let value): try container.encode(value)
      case .schema(let value): try container.encode(value)
      case .schemas(let value): try container.encode(value)
      }
    }
  }

  private var parts: [String: Part]

  private init(_ type: String, _ parts: [String: Part] = [:]) {
    self.parts = parts
    self.parts["type"] = .text(type)
  }

  init(_ member: Member) {
    self.init(member.kind)
    parts["description"] = .text(member.plainMeaning)
  }

  /// An object's.
  ///
  /// - Parameter members: by key.
  init(title: String, _ meaning: String, required: [String], _ members: [String: MemberSchema]) {
    self.init(
      "object",
      [
        "$schema": .text("http://json-schema.org/draft-07/schema#"), "title": .text(title),
        "description": .text(meaning), "required": .texts(required), "properties": .schemas(members),
      ])
  }

  /// A time in seconds and nanoseconds, as Foxglove has it.
  static let time: MemberSchema = {
    let sec = MemberSchema("integer", ["minimum": .integer(0)])
    let nsec = MemberSchema("integer", ["minimum": .integer(0), "maximum": .integer(999_999_999)])
    return MemberSchema(
      "object",
      [
        "title": .text("time"), "required": .texts(["sec", "nsec"]),
        "properties": .schemas(["sec": sec, "nsec": nsec]),
      ])
  }()

  static let text = MemberSchema("string")

  private init(_ kind: Member.Kind) {
    switch kind {
    case .integer, .difference, .nanoseconds: self.init("integer")
    case .count: self.init("integer", ["minimum": .integer(0)])
    case .number: self.init("number")
    case .share: self.init("number", ["minimum": .integer(0), "maximum": .integer(1)])
    case .interval:
      self.init(
        "array",
        ["items": .schema(MemberSchema("number")), "minItems": .integer(2), "maxItems": .integer(2)])
    case .flag: self.init("boolean")
    case .text, .moment: self.init("string")
    case .word(let words): self.init("string", ["enum": .texts(words)])
    case .words: self.init("array", ["items": .schema(MemberSchema("string"))])
    case .counts(let names): self.init(names.map(\.name), "integer")
    case .amounts(let names): self.init(names, "number")
    case .object(let members): self.init(members)
    case .list(let members): self.init("array", ["items": .schema(MemberSchema(members))])
    }
  }

  private init(_ names: [String], _ type: String) {
    self.init(
      "object",
      ["properties": .schemas(Dictionary(uniqueKeysWithValues: names.map { ($0, MemberSchema(type)) }))])
  }

  private init(_ members: [Member]) {
    self.init(
      "object",
      ["properties": .schemas(Dictionary(uniqueKeysWithValues: members.map { ($0.key, MemberSchema($0)) }))])
    let required = members.filter(\.isRequired).map(\.key)
    if !required.isEmpty { parts["required"] = .texts(required) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(parts)
  }
}
