import ArgumentParser

/// A command with more options than a newcomer can take in.
protocol ManyOptions: ParsableCommand {
  /// Names of the ten that most people need, for the short help.
  static var usual: [String] { get }
}
