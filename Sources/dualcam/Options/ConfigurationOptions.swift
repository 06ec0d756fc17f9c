import ArgumentParser

/// Where settings come from besides the command line.
struct ConfigurationOptions: ParsableArguments {
  // Read by `Invocation`, before the command line is parsed; declared here to be known to help and parser.
  @Option(
    help: ArgumentHelp(
      "Take settings from a file: the same names without dashes, also in tables as [record]. What is given here wins.",
      valueName: "file.toml"))
  var config: String?
}
