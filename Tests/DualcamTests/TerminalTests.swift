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

  @Test(
    "deleting asks before it takes all, and takes what is named or meant",
    .enabled(if: hasScript, "it takes script(1)"))
  func asks() throws {
    let scratch = try TestFolder()
    try scratch.run("record --primary synth:grey?w=64&h=64 --frames 4 -o r")
    func left(_ words: String, answer: String) throws -> Int {
      let done = try scratch.shell(
        "(sleep 1; echo \(answer)) | script -qec \"'$0' library r delete \(words)\" /dev/null")
      done.expect(0)
      return try scratch.names("r").count { $0.hasSuffix(".jpg") }
    }
    #expect(try left("all", answer: "no") == 4)
    #expect(try left("3", answer: "") == 3)
    #expect(try left("all", answer: "yes") == 0)
  }
}
