import ArgumentParser
import Pipeline

/// A command whose job runs until it is asked to end, and can change its settings meanwhile.
protocol LiveCommand: ParsableCommand {
  /// What the flags mean. Opens nothing.
  func jobSettings() throws -> JobSettings
}
