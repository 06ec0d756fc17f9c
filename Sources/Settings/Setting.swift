/// Something that can be set on a command line or in a settings file: all that is known about it, declared once.
///
/// The parser, the help pages, the completions, the settings file's schema and the manual follow from these.
package struct Setting: Sendable {
  package enum Kind: String, Sendable {
    /// `--name VALUE`
    case option
    /// `--name`
    case flag
    /// `VALUE`
    case positional
  }

  package let kind: Kind
  /// Without dashes; the key in a settings file. Of a positional one, what its place is called.
  package let name: String
  /// One letter.
  package let short: Character?
  /// What help calls its value.
  package let valueName: String
  package let help: String
  /// The section of the help that it stands in; empty for the last.
  package internal(set) var section: String
  /// What it is when nothing is given, as help shows it.
  package let defaultText: String?
  /// The words that it takes, if it takes no others.
  package let words: [String]
  /// What a value of its must be, in words.
  package let expected: String
  package let isRequired: Bool
  package let isRepeating: Bool
  package let isHidden: Bool
  /// The value of an option that stands alone; `nil` if it can't.
  package let alone: String?
  let bounds: SettingBounds?
  let rules: [SettingRule]
  package let completion: Completion
  /// The words that are a value of it even without its name; of several settings, the first that has none takes one.
  let unnamed: (@Sendable (String) -> Bool)?
  /// The value of a text; `nil` if it isn't one.
  let accept: @Sendable (String) -> (any Sendable)?

  /// `--output`, or for a positional one nothing.
  package var spelling: String { kind == .positional ? "" : "--\(name)" }

  /// `--output`, `-o`.
  package var spellings: [String] {
    kind == .positional ? [] : (short.map { ["-\($0)"] } ?? []) + ["--\(name)"]
  }

  /// `--output <dir>`, `--json`, `<dir>`.
  package var form: String {
    switch kind {
    case .option: alone == nil ? "\(spelling) <\(valueName)>" : "\(spelling) [<\(valueName)>]"
    case .flag: spelling
    case .positional: "<\(valueName)>"
    }
  }
}

/// The values that a number may have.
package struct SettingBounds: Sendable {
  /// In words: `1 to 100`.
  let text: String
  let holds: @Sendable (any Sendable) -> Bool

  package static func range<Value: SettingValue & Comparable>(
    _ range: ClosedRange<Value>, unit: String = ""
  ) -> SettingBounds {
    let text = "\(short(range.lowerBound)) to \(short(range.upperBound))" + (unit.isEmpty ? "" : " \(unit)")
    return SettingBounds(text: text) { ($0 as? Value).map(range.contains) ?? false }
  }

  package static func atLeast<Value: SettingValue & Comparable>(_ least: Value) -> SettingBounds {
    SettingBounds(text: "at least \(short(least))") { ($0 as? Value).map { $0 >= least } ?? false }
  }

  package static func among<Value: SettingValue & Equatable>(_ values: [Value]) -> SettingBounds {
    let words = values.map(short)
    return SettingBounds(text: words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")) {
      ($0 as? Value).map(values.contains) ?? false
    }
  }

  /// Without a zero before its point.
  private static func short(_ value: some SettingValue) -> String {
    value.shownText.hasPrefix("0.") ? String(value.shownText.dropFirst()) : value.shownText
  }
}

/// What else may or must be given with a setting, by its name.
package enum SettingRule: Sendable, Equatable {
  case excludes(String)
  case requires(String)
}

/// A setting's help, and what it calls the value.
package struct Help: Sendable, ExpressibleByStringInterpolation {
  package let text: String
  let valueName: String?
  let isHidden: Bool

  package init(_ text: String, valueName: String? = nil) {
    (self.text, self.valueName, isHidden) = (text, valueName, false)
  }

  package init(stringLiteral text: String) { self.init(text) }

  private init() { (text, valueName, isHidden) = ("", nil, true) }

  /// Of a setting that no page shows.
  package static let hidden = Help()
}

/// A value on a command line or in a settings file.
package protocol SettingValue: Sendable, SendableMetatype {
  /// - Returns: `nil` for a text that isn't such a value.
  init?(argument: String)
  /// The texts that are, if there are no others.
  static var allValueStrings: [String] { get }
  /// What a text must be for that, in words.
  static var expected: String { get }
  /// As help and messages show it.
  var shownText: String { get }
}

extension SettingValue {
  package static var allValueStrings: [String] { [] }
  package static var expected: String { allValueStrings.joined(separator: ", ") }
  package var shownText: String { "\(self)" }
}

extension SettingValue where Self: RawRepresentable, RawValue == String {
  package init?(argument: String) { self.init(rawValue: argument) }
  package var shownText: String { rawValue }
}

extension SettingValue where Self: RawRepresentable, RawValue == String, Self: CaseIterable {
  package static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

extension String: SettingValue {
  package init?(argument: String) { self = argument }
}

extension Int: SettingValue {
  package static var expected: String { "a whole number" }

  package init?(argument: String) { self.init(argument) }
}

extension Double: SettingValue {
  package static var expected: String { "a number" }

  /// A whole number without its decimals.
  package var shownText: String { Int(exactly: self).map(String.init) ?? "\(self)" }

  package init?(argument: String) { self.init(argument) }
}

/// Flags of which each stands for a value: `--slurm`, `--parallel`.
package protocol FlagValue: CaseIterable, RawRepresentable, Sendable, SendableMetatype
where RawValue == String {
  var help: String { get }
}
