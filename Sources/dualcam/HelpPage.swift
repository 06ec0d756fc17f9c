import ArgumentParser
import Foundation

/// A command's help: the parser's, with prose filled to the terminal's width, examples unchanged,
/// and only the usual ones of many options.
struct HelpPage {
  /// Requests every option.
  static let allFlag = "--help-all"

  let command: any ParsableCommand.Type
  var showsAll = false

  /// The page for some arguments, once the parser sees them as a request for help.
  init(_ arguments: [String], among commands: [any ParsableCommand.Type]) {
    let name = arguments.first { $0 != "help" }
    command = commands.first { $0._commandName == name } ?? Dualcam.self
    showsAll = arguments.contains(Self.allFlag)
  }

  init(_ command: any ParsableCommand.Type, showsAll: Bool = false) {
    (self.command, self.showsAll) = (command, showsAll)
  }

  /// - Parameter columns: the terminal's columns; fewer than 48, the least that the parser can fill, count as 48.
  func text(columns: Int) -> String {
    let columns = max(columns, 48)
    let configuration = command.configuration
    let page = Dualcam.helpMessage(for: command, columns: columns).trimmingCharacters(in: .newlines)
    let options = page.firstRange(of: "\n\nUSAGE: ").map { page[$0.upperBound...] } ?? page[...]
    var sections = options.split(separator: "\n\n").map(String.init)
    let usage = Self.usage(sections.removeFirst(), columns)
    var left = 0
    if !showsAll, let usual = (command as? any ManyOptions.Type)?.usual {
      sections = sections.compactMap { Self.shortened($0, to: usual, &left) }
    }
    var text =
      [Self.filled("\(configuration.abstract)\n\n\(configuration.discussion)", columns), usage] + sections
    if left > 0 {
      text.append("  See 'dualcam \(command._commandName) \(Self.allFlag)' for \(left) more options.")
    }
    return text.joined(separator: "\n\n")
  }

  /// The usage line, with `[<options>]` for the optional parts if it has no room for them.
  private static func usage(_ line: String, _ columns: Int) -> String {
    let whole = "USAGE: \(line)"
    guard whole.count > columns else { return whole }
    let words = line.replacing(/\ \[-[^\]]*\]/, with: "").split(separator: " ", maxSplits: 2)
    return "USAGE: " + (words.prefix(2) + ["[<options>]"] + words.dropFirst(2)).joined(separator: " ")
  }

  /// A section with only the usual options; `nil` if it has none.
  private static func shortened(_ section: String, to usual: [String], _ left: inout Int) -> String? {
    var lines: [Substring] = []
    var isShown = true
    for line in section.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  -"), let name = line.firstMatch(of: /--([a-z0-9-]+)/)?.1 {
        isShown = usual.contains(String(name)) || name == "help"
        if !isShown, name != "version" { left += 1 }
      }
      if isShown { lines.append(line) }
    }
    return lines.count > 1 ? lines.joined(separator: "\n") : nil
  }

  /// Paragraphs filled to a width; headings and indented lines stay unchanged.
  static func filled(_ text: String, _ columns: Int) -> String {
    var lines: [String] = []
    var isProse = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isFilled = !line.isEmpty && !line.hasPrefix(" ")
      guard isFilled, !line.allSatisfy({ $0.isUppercase || $0 == " " }) else {
        lines.append(String(line))
        isProse = false
        continue
      }
      for word in line.split(separator: " ") {
        if isProse, let last = lines.last, last.count + 1 + word.count <= columns {
          lines[lines.count - 1] += " " + word
        } else {
          lines.append(String(word))
        }
        isProse = true
      }
    }
    return lines.joined(separator: "\n")
  }
}
