import Foundation
import PixelTypes

/// The argument parser's complaints in this program's words, with what would have been right.
enum Complaint {
  /// - Parameter arguments: the command line, if it is to blame.
  static func text(_ message: String, arguments: [String] = []) -> String {
    let starts = ["The value ", "The option ", "Unknown ", "Missing ", "Unexpected ", "Value to "]
    guard starts.contains(where: message.hasPrefix) else { return message }
    let text = message.prefix(1).lowercased() + message.dropFirst()
    guard let right = right(message, arguments) else { return text }
    return "\(text); write \(right)"
  }

  private static func right(_ message: String, _ arguments: [String]) -> String? {
    if let match = message.wholeMatch(of: /The value '(.*)' is invalid for '(?:-\S+ )?<([^>]*)>'/) {
      let value = String(match.1)
      switch match.2 {
      case "time": return time(value) ?? "a time, such as 10s, 5m or 1h"
      case "size": return bytes(value) ?? "a size, such as 500MB or 2GB"
      case "time|size": return time(value) ?? bytes(value) ?? "a time or a size, such as 10m or 2GB"
      case "WxH": return pixels(value) { PixelSize(parsing: $0) != nil } ?? "a size, such as 1280x720"
      case "WxH+X+Y":
        return pixels(value) { CropArgument(argument: $0) != nil } ?? "size and place, such as 640x480+16+8"
      default: return nil
      }
    }
    // A number and its unit as separate words.
    guard let word = message.wholeMatch(of: /Unexpected argument '(.*)'/)?.1,
      let place = arguments.firstIndex(of: String(word)), place > 0, Double(arguments[place - 1]) != nil
    else { return nil }
    let value = arguments[place - 1] + word
    return time(value) ?? bytes(value)
  }

  /// `5m` for `5 min`, `90s` for `1m30s`.
  private static func time(_ text: String) -> String? {
    let units = [
      ("ms", "milliseconds", 0.001), ("s", "seconds", 1), ("m", "minutes", 60), ("h", "hours", 3600),
      ("d", "days", 86400),
    ]
    let text = text.lowercased().filter { !$0.isWhitespace }
    var (seconds, rest) = (0.0, text[...])
    var smallest: (String, Double)?
    while let part = rest.prefixMatch(of: /([0-9.]+)([a-z]+)/) {
      let word = part.2 == "hr" || part.2 == "hrs" ? "h" : String(part.2)
      let unit =
        units.first { $0.0 == word }
        ?? units.first {
          word.count > 1 && ($0.1.hasPrefix(word) || $0.1.hasPrefix(word.dropLast()) && word.hasSuffix("s"))
        }
      guard let unit, let number = Double(part.1) else { return nil }
      seconds += number * unit.2
      smallest = (unit.0, unit.2)
      rest = rest[part.range.upperBound...]
    }
    guard rest.isEmpty, let smallest else { return nil }
    let right = String(format: "%.10g", seconds / smallest.1) + smallest.0
    return DurationArgument(argument: right) == nil ? nil : right
  }

  /// `2GB` for `2 gb`.
  private static func bytes(_ text: String) -> String? {
    var right = text.uppercased().filter { !$0.isWhitespace }.replacing("IB", with: "iB")
    if !right.hasSuffix("B") { right += "B" }
    return ByteCountArgument(argument: right) == nil ? nil : right
  }

  /// `1280x720` for `1280*720`.
  private static func pixels(_ text: String, _ isRight: (String) -> Bool) -> String? {
    let right = String(text.lowercased().filter { !$0.isWhitespace }.map { "*×,:".contains($0) ? "x" : $0 })
    return isRight(right) ? right : nil
  }
}
