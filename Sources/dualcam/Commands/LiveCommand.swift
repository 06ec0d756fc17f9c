import ArgumentParser
import Pipeline

/// A command whose job goes on until it is asked to end, and takes other settings meanwhile.
protocol LiveCommand: ParsableCommand {
  /// What the flags mean. Opens nothing.
  func jobSettings() throws -> JobSettings
}
