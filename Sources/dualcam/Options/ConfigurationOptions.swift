import Settings
import Synchronization

/// Where settings come from besides the command line.
struct ConfigurationOptions: SettingGroup {
  /// What a user should know who named no file and got one; set once, when the process starts.
  static let note = Mutex<String?>(nil)

  // `Invocation` reads it before the command line is parsed; declared here for the help and the parser.
  @Option(
    "config",
    help: Help(
      "Read settings from a file: option names without dashes, also in tables such as [record]. The command line wins. Without it: dualcam.toml in ~/.config or /etc, if there is one; none reads no file.",
      valueName: "file.toml"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  /// The file, if one is read.
  var file: String? { config == DefaultSettings.none ? nil : config }
}
