/// JSON schemas (draft 7) of what messages have.
enum MemberSchema {
  /// A member's.
  static func of(_ member: Member) -> LineObject {
    var schema = of(member.kind)
    schema.values["description"] = .text(member.plainMeaning)
    return schema
  }

  /// The schema of a whole message.
  ///
  /// - Parameter members: by key.
  static func of(
    title: String, _ meaning: String, required: [String], _ members: [String: LineObject]
  ) -> LineObject {
    var schema = object(members, required: required)
    schema.values["$schema"] = .text("http://json-schema.org/draft-07/schema#")
    schema.values["title"] = .text(title)
    schema.values["description"] = .text(meaning)
    return schema
  }

  /// A time in seconds and nanoseconds, as Foxglove has it.
  static var time: LineObject {
    let sec = type("integer", ["minimum": .integer(0)])
    let nsec = type("integer", ["minimum": .integer(0), "maximum": .integer(999_999_999)])
    var schema = object(["sec": sec, "nsec": nsec], required: ["sec", "nsec"])
    schema.values["title"] = .text("time")
    return schema
  }

  static var text: LineObject { type("string") }

  private static func of(_ kind: Member.Kind) -> LineObject {
    switch kind {
    case .integer, .difference, .nanoseconds: type("integer")
    case .count: type("integer", ["minimum": .integer(0)])
    case .number: type("number")
    case .share: type("number", ["minimum": .integer(0), "maximum": .integer(1)])
    case .interval: list(of: type("number"), ["minItems": .integer(2), "maxItems": .integer(2)])
    case .flag: type("boolean")
    case .text, .moment: text
    case .word(let words): type("string", ["enum": .words(words)])
    case .words: list(of: text)
    case .counts(let names): object(of(names.map { Member($0.name, .integer, $0.meaning) }))
    case .amounts(let names): object(Dictionary(uniqueKeysWithValues: names.map { ($0, type("number")) }))
    case .object(let members): object(of(members), required: members.filter(\.isRequired).map(\.key))
    case .list(let members): list(of: of(.object(members)))
    }
  }

  private static func of(_ members: [Member]) -> [String: LineObject] {
    Dictionary(uniqueKeysWithValues: members.map { ($0.key, of($0)) })
  }

  private static func type(_ name: String, _ more: [String: LineValue] = [:]) -> LineObject {
    var schema = LineObject()
    schema.values = more
    schema.values["type"] = .text(name)
    return schema
  }

  private static func list(of items: LineObject, _ more: [String: LineValue] = [:]) -> LineObject {
    var schema = type("array", more)
    schema.values["items"] = .object(items)
    return schema
  }

  private static func object(_ members: [String: LineObject], required: [String] = []) -> LineObject {
    var (schema, properties) = (type("object"), LineObject())
    properties.values = members.mapValues { .object($0) }
    schema.values["properties"] = .object(properties)
    if !required.isEmpty { schema.values["required"] = .words(required) }
    return schema
  }
}
