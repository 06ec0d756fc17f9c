import Foundation
import TestSupport
import Testing

/// Runs commands on a pseudo-terminal, as people do: there, progress is reported until the last picture.
@Suite("A job on a terminal")
struct TerminalTests {
  private static let hasScript = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

  @Test(
    "ends well and with its totals, whether or not progress was the last thing it said",
    .enabled(if: hasScript, "it takes script(1)"), arguments: [64, 65])
  func ends(frames: Int) throws {
    let scratch = try TestFolder()
    let record = "record --primary \"synth:grey?w=64&h=64&fps=10\" --layout single --frames \(frames) -o r"
    let outcome = try Executable.Running(
      "/usr/bin/script", ["-qec", "'\(try Executable.path())' \(record)", "/dev/null"], folder: scratch.path
    ).wait()
    outcome.expect(0)
    #expect(outcome.text.contains("\(frames) frames"), "\(outcome.text)")
    #expect(try scratch.text("r/session.json").contains("\"totals\""))
  }
}
