import Foundation
import Glibc
import Testing

/// A sanitizer's library has to come before any other that is preloaded.
private let hasTools =
  ["/usr/bin/cc", "/usr/bin/python3"].allSatisfy(FileManager.default.isExecutableFile)
  && ["__asan_init", "__tsan_init"].allSatisfy { (name: String) in unsafe dlsym(nil, name) == nil }

/// Runs the scripts that need a C compiler and Python, in short form.
@Suite(
  "A disk that fails", .serialized,
  .enabled(
    if: hasTools,
    "it takes cc and python3, and no sanitizer, whose library can't be preloaded after"))
struct FailingDiskTests {
  private func run(_ script: String, _ arguments: [String]) throws -> [String: Any] {
    let outcome = try Executable.Running(
      "/usr/bin/env",
      [
        "DUALCAM=\(try Executable.path())", "/usr/bin/python3",
        "\(Executable.repository.path)/tools/faults/\(script)",
      ] + arguments, folder: nil
    ).wait()
    outcome.expect(0)
    return try Executable.json(outcome.text)
  }

  @Test(
    "slower than the cameras: pictures go on being made, what was not written is counted, and a warning says so"
  )
  func slow() throws {
    let report = try run("disk/run", ["slow"])
    #expect(report["droppedByWriter"] as? Int ?? 0 > 0)
    #expect(report["problems"] as? [String] == [])
  }

  @Test(
    "cut off at any call, with every picture synchronised, no line is without its whole picture")
  func powerCuts() throws {
    let report = try run("disk/run", ["power", "100"])
    let violations = try #require(report["violations"] as? [String: Int])
    #expect(
      violations["file"] == 0 && violations["file and budget"] == 0 && violations["file and segments"] == 0)
  }

  @Test(
    "really full, the recording ends with 73 and is good, and goes on where the oldest may go")
  func full() throws {
    let report = try run("disk/run", ["full"])
    #expect(report["problems"] as? [String] == [])
  }
}
