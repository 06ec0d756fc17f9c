import Foundation
import Settings
import Testing

@testable import dualcam

@Suite("docs/commands.md", .timeLimit(.minutes(1)))
struct CommandsDocumentTests {
  /// A setting's row in a table.
  private static func row(_ setting: Setting) -> String {
    let form = ([setting.short.map { "-\($0)" }].compactMap(\.self) + [setting.form]).joined(separator: ", ")
    var text = setting.help
    // What the text names already.
    if !setting.words.allSatisfy(text.contains) {
      text += " One of \(setting.words.joined(separator: ", "))."
    }
    if let value = setting.defaultText, !text.contains("default") { text += " Default: \(value)." }
    func cell(_ text: String) -> String { text.replacing("|", with: "\\|").replacing("\n", with: " ") }
    return "| `\(cell(form))` | \(cell(text)) |\n"
  }

  /// The page from its marker on.
  private static func made() -> String {
    let commands = Dualcam.configuration.subcommands.map { command in
      (command.configuration, command.settings.filter { !$0.isHidden }.map(row))
    }
    var text = ""
    var users: [String: [String]] = [:]
    var order: [String] = []
    for (command, rows) in commands {
      for row in rows {
        if users[row] == nil { order.append(row) }
        users[row, default: []].append(command.name)
      }
    }
    // What at least three commands have word for word.
    let common = order.filter { (users[$0] ?? []).count >= 3 }
    for (command, rows) in commands {
      text += "\n## dualcam \(command.name)\n\n\(command.abstract)\n"
      let discussion = command.discussion.components(separatedBy: "EXAMPLES\n")
      let prose = discussion[0].trimmingCharacters(in: .whitespacesAndNewlines)
      if !prose.isEmpty { text += "\n\(prose)\n" }
      if discussion.count > 1 {
        let lines = discussion[1].split(separator: "\n", omittingEmptySubsequences: false)
        text +=
          "\n```sh\n" + lines.map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n")
          + "\n```\n"
      }
      let own = rows.filter { !common.contains($0) }
      if !own.isEmpty { text += "\n| Option | Does |\n|---|---|\n" + own.joined() }
      if own.count < rows.count { text += "\nAlso: [common options](#common-options).\n" }
    }
    text += "\n## Common options\n"
    var groups: [[String]] = []
    for row in common {
      if let names = users[row], !groups.contains(names) { groups.append(names) }
    }
    for names in groups {
      text += "\n\(names.map { "`\($0)`" }.joined(separator: ", ")):\n\n| Option | Does |\n|---|---|\n"
      text += common.filter { users[$0] == names }.joined()
    }
    return text
  }

  @Test("the page has every option of --help, word for word, and no other")
  func isCurrent() throws {
    let file = Executable.repository.appendingPathComponent("docs/commands.md")
    var written = try String(contentsOf: file, encoding: .utf8)
    let marker = try #require(written.range(of: "CommandsDocumentTests -->\n"))
    let made = Self.made()
    if ProcessInfo.processInfo.environment["DUALCAM_WRITE_DOCS"] != nil {
      written = String(written[..<marker.upperBound]) + made
      try written.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(
      String(written[marker.upperBound...]) == made,
      "regenerate it: DUALCAM_WRITE_DOCS=1 swift test --filter CommandsDocumentTests")
  }

  @Test(
    "every page that the README names is there, and every exit code of the help is on the page of commands")
  func links() throws {
    let root = Executable.repository
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let links = readme.matches(of: /\]\(([^)#]+)\)/).map { String($0.1) }.filter { !$0.hasPrefix("http") }
    #expect(links.count > 10)
    for link in links {
      #expect(FileManager.default.fileExists(atPath: root.appendingPathComponent(link).path), "\(link)")
    }
    let page = try String(contentsOf: root.appendingPathComponent("docs/commands.md"), encoding: .utf8)
    let help = Dualcam.configuration.discussion
    let codes = try #require(help.range(of: "EXIT CODES"))
    for code in help[codes.upperBound...].matches(of: /\b([0-9]+) [a-z]/) {
      #expect(page.contains("| \(code.1) |"), "\(code.1)")
    }
  }
}
