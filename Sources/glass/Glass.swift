import ArgumentParser
import Glibc
import PixelTypes
import Terminal

/// Shows the glass and measures it, for those who change it; not installed.
@main
struct Glass: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "glass", abstract: "Look at the glass, and measure its contrast and its optics.",
    subcommands: [Wall.self, Contrast.self, Optics.self])

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      guard let known = error as? any ExplainedError else { exit(withError: error) }
      Console.error("\(known)")
      Glibc.exit(known.exitCode)
    }
  }
}
