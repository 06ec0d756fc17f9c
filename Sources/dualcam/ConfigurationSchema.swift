import Settings

/// What a settings file may contain: the commands' own settings.
enum ConfigurationSchema {
  /// The commands that take ``ConfigurationOptions``.
  static let commands = ["run", "record", "annotate", "analyze", "bench"]

  static func settings(of command: String) -> [Setting] {
    let command = Dualcam.configuration.subcommands.first { $0.commandName == command }
    // What it names says where settings come from.
    return command?.settings.filter { $0.kind != .positional && $0.name != "config" } ?? []
  }

  static func setting(_ name: String, of command: String) -> Setting? {
    settings(of: command).first { $0.name == name }
  }

  /// The commands that have a setting of this name.
  static func commands(with name: String) -> [String] {
    commands.filter { setting(name, of: $0) != nil }
  }
}
