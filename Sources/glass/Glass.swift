import Glibc
import PixelTypes
import Settings
import Terminal

/// Shows the glass and measures it, for those who change it; not installed.
@main
struct Glass: Command {
  static let configuration = CommandDescription(
    "glass", abstract: "Look at the glass, and measure its contrast and its optics.",
    subcommands: [Wall.self, Contrast.self, Optics.self])

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      var command = try parse(line: words)
      try command.run()
    } catch let exit as ExitCode {
      Glibc.exit(exit.code)
    } catch is Wish {
      print(HelpPage(words, of: Self.self).text(columns: Console.outputWidth))
    } catch {
      Console.error("\(error)")
      Glibc.exit((error as? any ExplainedError)?.exitCode ?? EX_USAGE)
    }
  }

  func run() throws { throw Wish.help }
}
