import HostResources

/// The arguments that the program was given, names of files as ``NameText`` has them.
enum GivenArguments {
  static var all: [String] {
    // SAFETY: the process's own, which end with NULs and stay as they are.
    (1..<max(1, Int(CommandLine.argc))).compactMap { number in
      unsafe CommandLine.unsafeArgv[number].map { unsafe NameText.text($0) }
    }
  }
}
