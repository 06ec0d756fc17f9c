import HostResources
import PixelTypes

/// Makes the fields of an object that is written from `Facts`.
///
/// A closure that returns `nil` leaves its member out, or with `orNull` writes `null`; `when` says whether there is such a
/// member at all.
enum Fields<Facts> {
  typealias Get<Value> = @Sendable (Facts) -> Value?
  typealias When = @Sendable (Facts) -> Bool

  /// Any kind.
  ///
  /// - Parameter write: writes the value, after the key.
  static func field<Value>(
    _ key: StaticString, _ kind: Member.Kind, when: @escaping When, _ meaning: String,
    write: @escaping @Sendable (Facts, inout JSONBytes) -> Void,
    unwrap: @escaping @Sendable (LineValue?) -> Value?, wrap: @escaping @Sendable (Value) -> LineValue
  ) -> Field<Facts, Value?> {
    Field(
      Member("\(key)", kind, meaning),
      put: { facts, line in
        guard when(facts) else { return }
        line.key(key)
        write(facts, &line)
      }, unwrap: unwrap, wrap: { $0.map(wrap) })
  }

  private static func optional<Value, Written>(
    _ key: StaticString, _ kind: Member.Kind, _ orNull: Bool, _ when: When?, _ meaning: String,
    columns: [Column<Facts>] = [], _ get: @escaping Get<Written>,
    write: @escaping @Sendable (Written, inout JSONBytes) -> Void,
    unwrap: @escaping @Sendable (LineValue?) -> Value?, wrap: @escaping @Sendable (Value) -> LineValue
  ) -> Field<Facts, Value?> {
    Field(
      Member("\(key)", kind, meaning), columns: columns,
      put: { facts, line in
        if let when, !when(facts) { return }
        if let value = get(facts) {
          line.key(key)
          write(value, &line)
        } else if orNull {
          line.key(key)
          line.null()
        }
      }, unwrap: unwrap, wrap: { $0.map(wrap) })
  }

  static func integer(
    _ key: StaticString, as kind: Member.Kind = .integer, orNull: Bool = false, when: When? = nil,
    _ meaning: String, _ get: @escaping Get<Int>
  ) -> Field<Facts, Int?> {
    optional(
      key, kind, orNull, when, meaning, get, write: { $1.value($0) },
      unwrap: { if case .integer(let value) = $0 { value } else { nil } }, wrap: { .integer($0) })
  }

  static func number(
    _ key: StaticString, _ kind: Member.Kind, orNull: Bool = false, when: When? = nil, _ meaning: String,
    _ get: @escaping Get<Double>
  ) -> Field<Facts, Double?> {
    let decimals =
      switch kind {
      case .number(let decimals), .share(let decimals): decimals
      default: 0
      }
    return optional(
      key, kind, orNull, when, meaning, get, write: { $1.value($0, decimals: decimals) },
      unwrap: { if case .number(let value) = $0 { value } else { nil } }, wrap: { .number($0) })
  }

  static func interval(
    _ key: StaticString, when: When? = nil, _ meaning: String, _ get: @escaping Get<ClosedRange<Double>>
  ) -> Field<Facts, [Double]?> {
    optional(
      key, .interval, true, when, meaning, get,
      write: { interval, line in
        line.beginArray()
        line.value(interval.lowerBound, decimals: 2)
        line.value(interval.upperBound, decimals: 2)
        line.endArray()
      }, unwrap: { if case .numbers(let value) = $0 { value } else { nil } }, wrap: { .numbers($0) })
  }

  static func flag(_ key: StaticString, _ meaning: String, _ get: @escaping Get<Bool>) -> Field<Facts, Bool?>
  {
    optional(
      key, .flag, false, nil, meaning, get, write: { $1.value($0) },
      unwrap: { if case .flag(let value) = $0 { value } else { nil } }, wrap: { .flag($0) })
  }

  static func text(
    _ key: StaticString, as kind: Member.Kind = .text, orNull: Bool = false, when: When? = nil,
    _ meaning: String, _ get: @escaping Get<String>
  ) -> Field<Facts, String?> {
    optional(
      key, kind, orNull, when, meaning, get, write: { $1.value($0) }, unwrap: text, wrap: { .text($0) })
  }

  /// A text that needs no escaping.
  static func name(
    _ key: StaticString, as kind: Member.Kind = .text, _ meaning: String, _ get: @escaping Get<StaticString>
  ) -> Field<Facts, String?> {
    optional(
      key, kind, false, nil, meaning, get, write: { $1.value($0) }, unwrap: text, wrap: { .text($0) })
  }

  /// A text that `append` writes byte by byte, without anything that needs escaping.
  static func bytes(
    _ key: StaticString, as kind: Member.Kind = .text, orNull: Bool = false, when: @escaping When,
    _ meaning: String, append: @escaping @Sendable (Facts, inout [UInt8]) -> Void
  ) -> Field<Facts, String?> {
    Field(
      Member("\(key)", kind, meaning),
      put: { facts, line in
        guard when(facts) else {
          if orNull {
            line.key(key)
            line.null()
          }
          return
        }
        line.key(key)
        line.string { append(facts, &$0) }
      }, unwrap: text, wrap: { $0.map { .text($0) } })
  }

  /// A list of words; an empty one leaves the member out.
  static func words(_ key: StaticString, _ meaning: String, _ get: @escaping @Sendable (Facts) -> [String])
    -> Field<Facts, [String]?>
  {
    field(
      key, .words, when: { !get($0).isEmpty }, meaning,
      write: { facts, line in
        line.beginArray()
        for word in get(facts) { line.value(word) }
        line.endArray()
      }, unwrap: { if case .words(let words) = $0 { words } else { nil } }, wrap: { .words($0) })
  }

  private static func text(_ value: LineValue?) -> String? {
    if case .text(let value) = value { value } else { nil }
  }

  /// An object that is written from facts of its own.
  static func object<Part: LineShape>(
    _ key: StaticString, _ part: ValueShape<Part>, orNull: Bool = false, _ meaning: String,
    _ get: @escaping Get<Part.Facts>
  ) -> Field<Facts, LineRecord<Part>?> {
    let columns = part.columns.map { column in
      Column<Facts>(
        title: column.title, width: column.width, target: column.target, missing: column.missing
      ) { get($0).flatMap { column.cell($0) } }
    }
    return optional(
      key, .object(part.members), orNull, nil, meaning, columns: columns, get,
      write: { facts, line in
        line.beginObject()
        part.write(facts, to: &line)
        line.endObject()
      }, unwrap: { if case .object(let value) = $0 { LineRecord(value) } else { nil } },
      wrap: { .object($0.object) })
  }

  /// A list of objects.
  ///
  /// - Parameter each: calls its last argument with each one's facts.
  static func list<Part: LineShape>(
    _ key: StaticString, _ part: ValueShape<Part>, when: @escaping When = { _ in true }, _ meaning: String,
    each: @escaping @Sendable (Facts, (Part.Facts) -> Void) -> Void
  ) -> Field<Facts, [LineRecord<Part>]?> {
    field(
      key, .list(part.members), when: when, meaning,
      write: { facts, line in
        line.beginArray()
        each(facts) { one in
          line.beginObject()
          part.write(one, to: &line)
          line.endObject()
        }
        line.endArray()
      },
      unwrap: { if case .list(let value) = $0 { value.map { LineRecord($0) } } else { nil } },
      wrap: { .list($0.map { $0.object }) })
  }
}
