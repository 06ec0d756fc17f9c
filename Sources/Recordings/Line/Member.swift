import HostResources

/// A member of an object in a line: its key, what it holds and what it means. Whatever knows lines is made from these.
package struct Member: Sendable {
  /// What a member holds.
  package indirect enum Kind: Sendable {
    /// An integer that is never negative.
    case integer
    /// An integer that counts: 0 ... 2⁵⁰.
    case count
    /// An integer of either sign.
    case difference
    /// Nanoseconds of a clock.
    case nanoseconds
    /// A number; the most decimals that it is written with.
    case number(decimals: Int)
    /// A number from 0 to 1.
    case share(decimals: Int)
    /// A lower and an upper bound.
    case interval
    case flag
    case text
    /// One of these words.
    case word([String])
    /// A moment in UTC: `2026-11-24T06:37:05.123456Z`.
    case moment
    /// A list of words.
    case words
    /// Counts, and numbers, by these names.
    case counts([(name: String, meaning: String)])
    case amounts([String])
    case object([Member])
    case list([Member])
  }

  /// What a member tells a list of pictures: see ``LineBrief``.
  package enum Role: Sendable {
    case index, file, deleted, photo, marks, values
    case camera, cameraState, nanoseconds, clock, utc
    /// A guide's state, which counts if its object has no target or one that isn't `null`.
    case target, guideState
  }

  package let key: String
  package let kind: Kind
  /// As a clause, with Markdown's code marks.
  package let meaning: String
  /// Whether a line without it can't be used.
  package fileprivate(set) var isRequired = false
  package fileprivate(set) var role: Role?
  /// Its name where objects are flattened; `nil`: made from its key and its objects'.
  package fileprivate(set) var flatName: String?
  /// What is known without it, where a value must stand; whether a value must stand in tables, too.
  package fileprivate(set) var absent: Double?
  package fileprivate(set) var isAlwaysKnown = false
  /// Its key in messages about one camera, where the members of picture, frame and guides stand side by side; `nil` if they
  /// don't have it.
  package fileprivate(set) var exportedKey: String?

  package init(_ key: String, _ kind: Kind, _ meaning: String) {
    (self.key, self.kind, self.meaning, exportedKey) = (key, kind, meaning, key)
  }

  /// What is known without it.
  package var known: LineValue? { absent.map { .number($0) } }

  /// The meaning without Markdown.
  package var plainMeaning: String { meaning.filter { $0 != "`" } }
}

/// How a member is written, whatever its type.
// SAFETY: nothing in it changes once it is made.
package class AnyField<Facts>: @unchecked Sendable {
  package let member: Member
  /// Writes key and value, or nothing.
  let put: @Sendable (Facts, inout JSONBytes) -> Void
  let columns: [Column<Facts>]

  fileprivate init(
    _ member: Member, _ put: @escaping @Sendable (Facts, inout JSONBytes) -> Void, _ columns: [Column<Facts>]
  ) { (self.member, self.put, self.columns) = (member, put, columns) }
}

/// A member with its type in Swift, and how it is written.
///
/// - Parameters:
///   - Facts: what its object is written from.
///   - Value: what reading gives; optional unless the member is required.
// SAFETY: as of its superclass.
package final class Field<Facts, Value>: AnyField<Facts>, @unchecked Sendable {
  let unwrap: @Sendable (LineValue?) -> Value
  let wrap: @Sendable (Value) -> LineValue?

  init(
    _ member: Member, columns: [Column<Facts>] = [],
    put: @escaping @Sendable (Facts, inout JSONBytes) -> Void,
    unwrap: @escaping @Sendable (LineValue?) -> Value, wrap: @escaping @Sendable (Value) -> LineValue?
  ) {
    (self.unwrap, self.wrap) = (unwrap, wrap)
    super.init(member, put, columns)
  }

  /// Lists of pictures need it for this.
  func role(_ role: Member.Role) -> Field { changed { $0.role = role } }

  /// Its name where objects are flattened.
  func flat(_ name: String) -> Field { changed { $0.flatName = name } }

  /// What is known without it.
  func absent(_ value: Double, inTables: Bool = false) -> Field {
    changed { ($0.absent, $0.isAlwaysKnown) = (value, inTables) }
  }

  /// Its key in messages about one camera; `nil`: they leave it out.
  func exported(as key: String?) -> Field { changed { $0.exportedKey = key } }

  private func changed(_ change: (inout Member) -> Void) -> Field {
    var member = member
    change(&member)
    return Field(member, columns: columns, put: put, unwrap: unwrap, wrap: wrap)
  }

  /// Tables for people show it.
  ///
  /// - Parameter width: of the column, in characters.
  func shown(
    _ title: String, _ width: Int, of target: ColumnTarget = .all, missing: String = "",
    _ cell: @escaping @Sendable (Facts) -> TableCell?
  ) -> Field {
    let column = Column(title: title, width: width, target: target, missing: missing, cell: cell)
    return Field(member, columns: [column], put: put, unwrap: unwrap, wrap: wrap)
  }

  /// A line without it can't be used.
  func required<Wrapped>() -> Field<Facts, Wrapped> where Value == Wrapped? {
    var member = member
    member.isRequired = true
    let (unwrap, wrap) = (unwrap, wrap)
    // Decoding refuses objects without it.
    return Field<Facts, Wrapped>(
      member, columns: columns, put: put, unwrap: { unwrap($0)! }, wrap: { wrap($0) })
  }
}

/// A column of a table for people.
package struct Column<Facts>: Sendable {
  package let title: String
  /// In characters.
  package let width: Int
  package let target: ColumnTarget
  package let missing: String
  package let cell: @Sendable (Facts) -> TableCell?
}

/// When there is such a column.
package enum ColumnTarget: Sendable { case all, templates }

/// A value in a table for people.
package enum TableCell: Sendable {
  /// Degrees, with how far the truth may be off in nine cases of ten.
  case degrees(Double, margin: Double? = nil)
  case margin(Double)
  case percent(Double)
}
