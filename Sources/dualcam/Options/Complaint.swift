import CaptureKit
import Foundation
import HostResources
import Pipeline
import PixelTypes
import Settings

/// What ``ParseError`` says, with what would have been right.
enum Complaint {
  /// - Parameters:
  ///   - arguments: the command line, if it is to blame.
  ///   - command: the one that it names.
  static func text(
    _ message: String, arguments: [String] = [], of command: (any Command.Type)? = nil
  ) -> String {
    if let unknown = message.prefixMatch(
      of: /Unknown option '--([a-z0-9-]+)'(?:\. Did you mean '--([a-z0-9-]+)'\?)?/)
    {
      let name = String(unknown.1)
      let tried = command?.tried[name]
      // The parser's nearest may be too far off to help.
      if tried != nil || unknown.2.map({ Spelling.nearest(name, among: [String($0)]) == nil }) ?? false {
        return "unknown option '--\(name)'" + (tried.map { "; \($0)" } ?? "")
      }
    }
    if let line = line(message, arguments, of: command) {
      return message.prefix(1).lowercased() + message.dropFirst() + "; write \(line)"
    }
    let starts = ["The value ", "The option ", "Unknown ", "Missing ", "Unexpected ", "Value to "]
    guard starts.contains(where: message.hasPrefix) else { return message }
    let text = message.prefix(1).lowercased() + message.dropFirst()
    guard let right = right(message, arguments) else {
      return text + (why(message, of: command).map { "; \($0)" } ?? "")
    }
    return "\(text); write \(right)"
  }

  private static func right(_ message: String, _ arguments: [String]) -> String? {
    if let match = message.wholeMatch(of: /The value '(.*)' is invalid for '(?:-\S+ )?<([^>]*)>'/) {
      let value = String(match.1)
      switch match.2 {
      case "time": return time(value) ?? "a time, such as 10s, 5m or 1h"
      case "all|leader|time": return time(value) ?? "all, leader, or a time up to 1s, such as 20ms"
      case "size": return bytes(value) ?? "a size, such as 500MB or 2GB"
      case "time|size": return time(value) ?? bytes(value) ?? "a time or a size, such as 10m or 2GB"
      case "WxH": return pixels(value) { PixelSize(parsing: $0) != nil } ?? "a size, such as 1280x720"
      case "WxH+X+Y":
        return pixels(value) { CropArgument(argument: $0) != nil } ?? "size and place, such as 640x480+16+8"
      case "x,y,w,h|file.svg": return MaskArgument.expected
      case "±time": return "a time with a sign, such as -1.5s, +200ms or 2h"
      case "snapped|motion|camera-lost|event|condition": return RecordingTrigger.expected
      default: return nil
      }
    }
    if message == missingOutput { return "-o DIR" }
    guard let word = message.wholeMatch(of: /Unexpected argument '(.*)'/)?.1,
      let place = arguments.firstIndex(of: String(word)), place > 0
    else { return nil }
    // A number and its unit as separate words.
    if Double(arguments[place - 1]) != nil {
      let value = arguments[place - 1] + word
      if let right = time(value) ?? bytes(value) { return right }
    }
    return nil
  }

  /// Why a word that looks like a path isn't a source.
  private static func why(_ message: String, of command: (any Command.Type)?) -> String? {
    guard let word = message.wholeMatch(of: /Unexpected argument '(.*[.\/].*)'/)?.1,
      command?.settings.contains(where: { $0.name == "primary" }) ?? false
    else { return nil }
    do { _ = try SourceSpecification(parsing: String(word)) } catch {
      if case .badSource(_, let reason) = error { return reason }
    }
    return nil
  }

  private static let missingOutput = "Missing expected argument '--output <dir>'"

  /// The whole command line as it should have been, where that can be told.
  private static func line(
    _ message: String, _ arguments: [String], of command: (any Command.Type)?
  ) -> String? {
    guard let command, let name = arguments.first else { return nil }
    if message == missingOutput {
      let left = command.left(Array(arguments.dropFirst()))
      guard left.count == 1, let place = arguments.lastIndex(of: left[0]) else { return nil }
      return ShellWords.line(["dualcam"] + arguments[..<place] + ["-o"] + arguments[place...])
    }
    guard let option = message.prefixMatch(of: /Unknown option '([^']*)'/)?.1,
      inputs.contains(String(option)) || joined(String(option)) != nil
    else { return nil }
    let namesCameras = command.settings.contains { $0.name == "primary" }
    guard namesCameras || command.settings.contains(where: { $0.kind == .positional }) else { return nil }
    // As they would have been given, by their names or places.
    var names = ["--primary", "--secondary"].filter { name in
      !arguments.contains { $0 == name || $0.hasPrefix(name + "=") }
    }
    var words = ["dualcam", name]
    for word in arguments.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      let joined = joined(word)
      guard joined != nil || inputs.contains(parts.first ?? "") else {
        words.append(word)
        continue
      }
      if namesCameras { words.append(names.isEmpty ? "--camera" : names.removeFirst()) }
      if let value = joined ?? parts.dropFirst().first { words.append(value) }
    }
    return ShellWords.line(words)
  }

  /// What other programs call the option that names a camera or a file.
  private static let inputs = [
    "-d", "-i", "--device", "--dev", "--input", "--source", "--src", "--video",
  ]

  /// `/dev/video0` of `-d/dev/video0`.
  private static func joined(_ word: String) -> String? {
    ["-d/", "-i/"].contains(where: word.hasPrefix) ? String(word.dropFirst(2)) : nil
  }

  /// `5m` for `5 min`, `90s` for `1m30s`.
  private static func time(_ text: String) -> String? {
    let units = [
      ("ms", "milliseconds", 0.001), ("s", "seconds", 1), ("m", "minutes", 60), ("h", "hours", 3600),
      ("d", "days", 86400),
    ]
    let text = text.lowercased().filter { !$0.isWhitespace }
    if let number = Double(text), (0..<1e8).contains(number) {
      return "it with a unit: \(text)s or \(text)ms"
    }
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
