/// Why a command line or a settings file isn't understood.
package enum ParseError: Error, CustomStringConvertible {
  case unknownOption(String, nearest: String?)
  case missingValue(Setting, spelling: String)
  case needlessValue(spelling: String, value: String)
  case invalidValue(Setting, spelling: String?, value: String)
  case outOfBounds(Setting, value: String, bounds: String)
  case missing(Setting)
  case unexpected([String])
  case twice(Setting)
  case together(Setting, Setting)
  case without(Setting, String)

  /// The settings that were given wrongly.
  package var settings: [Setting] {
    switch self {
    case .missingValue(let setting, _), .invalidValue(let setting, _, _), .outOfBounds(let setting, _, _),
      .without(let setting, _), .twice(let setting):
      [setting]
    case .together(let one, let other): [one, other]
    default: []
    }
  }

  package var description: String { reason }

  private var reason: String {
    switch self {
    case .unknownOption(let option, let nearest):
      return "Unknown option '\(option)'" + (nearest.map { ". Did you mean '\($0)'?" } ?? "")
    case .missingValue(let setting, let spelling):
      return "Missing value for '\(spelling) <\(setting.valueName)>'"
    case .needlessValue(let spelling, let value):
      return "The option '\(spelling)' does not take any value, but '\(value)' was specified."
    case .invalidValue(let setting, let spelling, let value):
      let form = (spelling.map { "\($0) " } ?? "") + "<\(setting.valueName)>"
      return "The value '\(value)' is invalid for '\(form)'" + Self.list(setting.words)
    case .outOfBounds(let setting, let value, let bounds):
      return "\(setting.spelling) is \(value); it must be \(bounds)"
    case .missing(let setting):
      return "Missing expected argument '\(setting.form)\(setting.isRepeating ? " ..." : "")'"
    case .unexpected(let words):
      return words.count == 1
        ? "Unexpected argument '\(words[0])'"
        : "\(words.count) unexpected arguments: '\(words.joined(separator: "', '"))'"
    case .twice(let setting): return "\(setting.spelling) is given twice; it takes one value"
    case .together(let one, let other): return "\(one.spelling) and \(other.spelling) can't be used together"
    case .without(let setting, let needed): return "\(setting.spelling) requires --\(needed)"
    }
  }

  private static func list(_ words: [String]) -> String {
    if words.isEmpty { return "" }
    let quoted = words.map { "'\($0)'" }
    if words.count > 5 {
      return ". Please provide one of the following:\n" + words.map { "  - \($0)" }.joined(separator: "\n")
    }
    let list =
      words.count < 3
      ? quoted.joined(separator: " and ")
      : quoted.dropLast().joined(separator: ", ") + " or " + (quoted.last ?? "")
    return ". Please provide one of \(list)."
  }
}
