/// A command's help: prose filled to the terminal's width, examples unchanged, and only the usual ones of many options.
package struct HelpPage {
  /// Requests every option.
  package static let allFlag = "--help-all"

  private let root: any Command.Type
  private let command: any Command.Type
  private let showsAll: Bool

  /// The page that some arguments ask for.
  package init(_ arguments: [String], of root: any Command.Type) {
    let name = arguments.first { $0 != "help" }
    self.root = root
    command = root.configuration.subcommands.first { $0.commandName == name } ?? root
    showsAll = arguments.contains(Self.allFlag)
  }

  package init(_ command: any Command.Type, of root: any Command.Type, showsAll: Bool = false) {
    (self.command, self.root, self.showsAll) = (command, root, showsAll)
  }

  private var isRoot: Bool { command == root }
  private var path: String { (isRoot ? "" : root.commandName + " ") + command.commandName }

  /// - Parameter columns: the terminal's columns; fewer than 48 count as 48.
  package func text(columns: Int) -> String {
    let columns = max(columns, 48)
    let configuration = command.configuration
    let shown = command.settings.filter { !$0.isHidden }
    var left = 0
    let isShort = !showsAll && !command.usual.isEmpty
    var sections: [(title: String, rows: [(label: String, text: String)])] = []
    func add(_ title: String, _ label: String, _ text: String) {
      if let place = sections.firstIndex(where: { $0.title == title }) {
        sections[place].rows.append((label, text))
      } else {
        sections.append((title, [(label, text)]))
      }
    }
    for setting in shown where setting.kind == .positional {
      add("Arguments", setting.form, Self.text(setting))
    }
    for isTitled in [true, false] {
      for setting in shown where setting.kind != .positional && setting.section.isEmpty != isTitled {
        if isShort, !command.usual.contains(setting.name) {
          left += 1
        } else {
          add(isTitled ? setting.section : "Options", Self.label(setting), Self.text(setting))
        }
      }
    }
    if !isShort { add("Options", "--version", "Show the version.") }
    add("Options", "-h, --help", "Show help information.")
    for one in configuration.subcommands { add("Subcommands", one.commandName, one.configuration.abstract) }

    var parts = [
      Self.filled("\(configuration.abstract)\n\n\(configuration.discussion)", columns), usage(shown, columns),
    ]
    parts += sections.map { section in
      "\(section.title.uppercased()):\n"
        + section.rows.map { Self.row($0.label, $0.text, columns) }.joined(separator: "\n")
    }
    if left > 0 { parts.append("  See '\(path) \(Self.allFlag)' for \(left) more options.") }
    if !configuration.subcommands.isEmpty {
      parts.append("  See '\(path) help <subcommand>' for detailed help.")
    }
    return parts.joined(separator: "\n\n")
  }

  /// With `[<options>]` for the optional parts if it has no room for them.
  private func usage(_ settings: [Setting], _ columns: Int) -> String {
    func synopsis(_ setting: Setting) -> String {
      let form = setting.form + (setting.isRepeating && setting.kind != .flag ? " ..." : "")
      return setting.isRequired ? form : "[\(form)]"
    }
    var needed = settings.filter { $0.isRequired || $0.kind == .positional }.map(synopsis)
    if let unnamed = settings.first(where: { $0.unnamed != nil }) {
      needed.append("[<\(unnamed.valueName)> ...]")
    }
    let last = command.configuration.subcommands.isEmpty ? [] : ["<subcommand>"]
    let whole = (["USAGE: \(path)"] + settings.map(synopsis) + last).joined(separator: " ")
    if settings.count <= 12, whole.count <= columns { return whole }
    return (["USAGE: \(path)", "[<options>]"] + needed + last).joined(separator: " ")
  }

  private static func label(_ setting: Setting) -> String {
    (setting.short.map { "-\($0), " } ?? "") + setting.form
  }

  private static func text(_ setting: Setting) -> String {
    let values = [
      setting.words.isEmpty ? nil : "values: \(setting.words.joined(separator: ", "))",
      setting.defaultText.flatMap { $0.isEmpty ? nil : "default: \($0)" },
    ].compactMap(\.self)
    return setting.help + (values.isEmpty ? "" : " (\(values.joined(separator: "; ")))")
  }

  /// A label, and its text beside it or below.
  private static func row(_ label: String, _ text: String, _ columns: Int) -> String {
    let margin = 26
    let lines = filled(text, columns - margin).split(separator: "\n").map(String.init)
    let head = "  " + label
    let indent = String(repeating: " ", count: margin)
    guard head.count < margin, let first = lines.first else {
      return ([head] + lines.map { indent + $0 }).joined(separator: "\n")
    }
    let gap = String(repeating: " ", count: margin - head.count)
    return ([head + gap + first] + lines.dropFirst().map { indent + $0 }).joined(separator: "\n")
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
    return lines.joined(separator: "\n").trimmedOfNewlines
  }
}

extension String {
  fileprivate var trimmedOfNewlines: String {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
