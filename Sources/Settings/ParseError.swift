/// Why a command line or a settings file isn't understood.
package enum ParseError: Error, CustomStringConvertible {
  case unknownOption(String, nearest: String?)
  case missingValue(Setting, spelling: String)
  case needlessValue(spelling: String, value: String)
  case invalidValue(Setting, spelling: String?, value: String)
  case missing(Setting)
  case unexpected([String])
  case bothFlags(String, String)

  /// The setting whose value is wrong or missing.
  package var setting: Setting? {
    switch self {
    case .missingValue(let setting, _), .invalidValue(let setting, _, _): setting
    default: nil
    }
  }

  package var description: String {
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
    case .missing(let setting):
      return "Missing expected argument '\(setting.form)\(setting.isRepeating ? " ..." : "")'"
    case .unexpected(let words):
      return words.count == 1
        ? "Unexpected argument '\(words[0])'"
        : "\(words.count) unexpected arguments: '\(words.joined(separator: "', '"))'"
    case .bothFlags(let first, let second):
      return "Value to be set with flag '\(second)' had already been set with flag '\(first)'"
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
