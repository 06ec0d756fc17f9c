import Settings

/// Where settings come from besides the command line.
struct ConfigurationOptions: SettingGroup {
  // `Invocation` reads it before the command line is parsed; declared here for the help and the parser.
  @Option(
    "config",
    help: Help(
      "Read settings from a file: option names without dashes, also in tables such as [record]. The command line wins.",
      valueName: "file.toml"),
    completion: .file(extensions: ["toml"]))
  var config: String?
}
