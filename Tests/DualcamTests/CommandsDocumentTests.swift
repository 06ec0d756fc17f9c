import Foundation
import Testing

@testable import dualcam

@Suite("docs/commands.md", .timeLimit(.minutes(1)))
struct CommandsDocumentTests {
  private struct Tool: Decodable { var command: Command }

  private struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var subcommands: [Command]?
    var arguments: [Argument]?

    var shown: [Argument] {
      (arguments ?? []).filter { $0.shouldDisplay && !["help", "version"].contains($0.valueName) }
    }
  }

  private struct Argument: Decodable, Hashable {
    struct Name: Decodable, Hashable { var kind, name: String }
    var kind: String
    var shouldDisplay: Bool
    var names: [Name]?
    var valueName: String?
    var abstract: String?
    var defaultValue: String?
    var allValues: [String]?
    var sectionTitle: String?

    var row: String {
      let spellings = (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
      let value = "<\(valueName ?? "")>"
      let form =
        kind == "positional"
        ? value : spellings.joined(separator: ", ") + (kind == "option" ? " \(value)" : "")
      var text = abstract ?? ""
      // What the text names already.
      if let allValues, !allValues.allSatisfy(text.contains) {
        text += " One of \(allValues.joined(separator: ", "))."
      }
      if let defaultValue, !text.contains("default") { text += " Default: \(defaultValue)." }
      return "| `\(Self.cell(form))` | \(Self.cell(text)) |\n"
    }

    private static func cell(_ text: String) -> String {
      text.replacingOccurrences(of: "|", with: "\\|").replacingOccurrences(of: "\n", with: " ")
    }
  }

  /// The page from its marker on.
  private static func made() throws -> String {
    let tool = try JSONDecoder().decode(Tool.self, from: Data(Dualcam._dumpHelp().utf8))
    let commands = (tool.command.subcommands ?? []).filter { $0.commandName != "help" }
    var text = ""
    var users: [Argument: [String]] = [:]
    var order: [Argument] = []
    for command in commands {
      for var argument in command.shown {
        argument.sectionTitle = nil
        if users[argument] == nil { order.append(argument) }
        users[argument, default: []].append(command.commandName)
      }
    }
    // What at least three commands have word for word.
    let common = order.filter { (users[$0] ?? []).count >= 3 }
    for command in commands {
      text += "\n## dualcam \(command.commandName)\n\n\(command.abstract ?? "")\n"
      let discussion = (command.discussion ?? "").components(separatedBy: "EXAMPLES\n")
      let prose = discussion[0].trimmingCharacters(in: .whitespacesAndNewlines)
      if !prose.isEmpty { text += "\n\(prose)\n" }
      if discussion.count > 1 {
        let lines = discussion[1].split(separator: "\n", omittingEmptySubsequences: false)
        text +=
          "\n```sh\n" + lines.map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n")
          + "\n```\n"
      }
      var own: [Argument] = []
      var hasCommon = false
      for var argument in command.shown {
        argument.sectionTitle = nil
        if common.contains(argument) { hasCommon = true } else { own.append(argument) }
      }
      if !own.isEmpty { text += "\n| Option | Does |\n|---|---|\n" + own.map(\.row).joined() }
      if hasCommon { text += "\nAlso: [common options](#common-options).\n" }
    }
    text += "\n## Common options\n"
    var groups: [[String]] = []
    for argument in common {
      if let names = users[argument], !groups.contains(names) { groups.append(names) }
    }
    for names in groups {
      text += "\n\(names.map { "`\($0)`" }.joined(separator: ", ")):\n\n| Option | Does |\n|---|---|\n"
      text += common.filter { users[$0] == names }.map(\.row).joined()
    }
    return text
  }

  @Test("the page has every option of --help, word for word, and no other")
  func isCurrent() throws {
    let file = Executable.repository.appendingPathComponent("docs/commands.md")
    var written = try String(contentsOf: file, encoding: .utf8)
    let marker = try #require(written.range(of: "CommandsDocumentTests -->\n"))
    let made = try Self.made()
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
