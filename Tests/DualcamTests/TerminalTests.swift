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
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
    let source = "synth:grey?w=64&h=64&fps=10"
    process.arguments = [
      "-qec",
      "'\(try Executable.path())' record --primary '\(source)' --layout single --frames \(frames) -o '\(scratch.file("r"))'",
      "/dev/null",
    ]
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("\(frames) frames"))
    let session = try scratch.text("r/session.json")
    #expect(session.contains("\"totals\""))
  }
}
