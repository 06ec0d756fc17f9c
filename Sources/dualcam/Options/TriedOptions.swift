import ArgumentParser

/// A command that knows options it doesn't have, but people try.
protocol TriedOptions: ParsableCommand {
  /// By their names without dashes, what does the same.
  static var tried: [String: String] { get }
}
