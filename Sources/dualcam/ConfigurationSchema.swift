import ArgumentParser
import Foundation

/// What a settings file may contain: the commands' own flags, as the parser knows them. It knows those of the other commands,
/// too.
struct ConfigurationSchema: Sendable {
  /// The commands that take ``ConfigurationOptions``.
  static let commands = ["run", "record", "annotate", "analyze", "bench"]

  /// One flag of a command.
  struct Setting: Sendable {
    /// Without dashes; the key in a file.
    var name: String
    /// As on the command line: `--output`, `-o`.
    var spellings: [String]
    /// Takes no value.
    var isSwitch: Bool
    /// May be repeated.
    var isRepeating: Bool

    /// The one to pass to the parser.
    var spelling: String { spellings.first { $0.hasPrefix("--") } ?? spellings.first ?? "" }
  }

  /// Made once: it takes the parser dumping all its help.
  static let current = ConfigurationSchema()

  private let settings: [String: [Setting]]

  // Not settings: these say where settings come from, or print something.
  private static let excluded: Set<String> = ["help", "version", "config"]

  private init() {
    struct Tool: Decodable { var command: Command }
    struct Command: Decodable {
      var commandName: String
      var subcommands: [Command]?
      var arguments: [Argument]?
    }
    struct Argument: Decodable {
      struct Name: Decodable { var kind, name: String }
      var kind: String
      var isRepeating: Bool
      var names: [Name]?
    }
    // What --experimental-dump-help prints.
    let tool = try? JSONDecoder().decode(Tool.self, from: Data(Dualcam._dumpHelp().utf8))
    var settings: [String: [Setting]] = [:]
    for command in tool?.command.subcommands ?? [] {
      settings[command.commandName] = (command.arguments ?? []).compactMap { argument in
        guard argument.kind != "positional", let names = argument.names else { return nil }
        guard let name = (names.first { $0.kind == "long" } ?? names.first)?.name,
          !Self.excluded.contains(name)
        else { return nil }
        return Setting(
          name: name, spellings: names.map { ($0.kind == "long" ? "--" : "-") + $0.name },
          isSwitch: argument.kind == "flag", isRepeating: argument.isRepeating)
      }
    }
    self.settings = settings
  }

  func settings(of command: String) -> [Setting] { settings[command] ?? [] }

  func setting(_ name: String, of command: String) -> Setting? {
    settings(of: command).first { $0.name == name }
  }

  /// The setting that a command-line argument names: `--grid`, `--grid=phi`, `-o`, `-oDIR`.
  func setting(spelled argument: String, of command: String) -> Setting? {
    let head = argument.split(separator: "=", maxSplits: 1).first.map(String.init) ?? argument
    return settings(of: command).first { setting in
      setting.spellings.contains { spelling in
        spelling.hasPrefix("--") ? spelling == head : !head.hasPrefix("--") && head.hasPrefix(spelling)
      }
    }
  }

  /// The commands that have a setting of this name.
  func commands(with name: String) -> [String] {
    Self.commands.filter { setting(name, of: $0) != nil }
  }
}
