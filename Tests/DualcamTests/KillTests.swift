import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Recordings that are killed")
struct KillTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    var options: [String]
    var testDescription: String { name }
  }

  static let kinds = [
    Kind(name: "plain", options: ["--durability", "none"]),
    Kind(name: "synchronised", options: ["--durability", "file"]),
    Kind(name: "segments", options: ["--segment", "40kB"]),
    Kind(name: "with the cameras' frames", options: ["--durability", "none", "--keep-source"]),
    Kind(name: "segments within a budget", options: ["--segment", "20kB", "--budget", "60kB"]),
  ]

  /// Kills at random moments, ten in one folder. `tools/faults/kills` does hundreds, between any two file calls too.
  @Test(
    "after ten kills, and restarts in the same folder, only whole files are there and nothing is lost",
    arguments: kinds)
  func kills(kind: Kind) throws {
    let scratch = try TestFolder()
    let folder = scratch.file("r")
    let arguments = [
      "record", "--primary", "synth:coast?w=64&h=64&fps=500", "-o", folder, "--no-hud", "--no-chrome",
    ]
    var microseconds: UInt32 = 11
    var before: [String: Data] = [:]
    for _ in 0..<10 {
      // Some are killed while they start and repair, most while they record.
      microseconds = (microseconds &* 1_103_515_245 &+ 12345) % 400_000
      let running = try Executable.start(arguments + ["--duration", "60s"] + kind.options)
      usleep(20_000 + microseconds)
      kill(running.process.processIdentifier, SIGKILL)
      #expect(running.wait().wasSignalled)
      let now = try manifests(folder)
      for (name, lines) in before {
        // A segment goes whole when it is freed.
        guard let after = now[name] else {
          #expect(kind.options.contains("--budget"), "\(name) is gone")
          continue
        }
        #expect(after.starts(with: lines), "\(name) has lost lines")
      }
      before = now
    }
    let last = try Executable.run(arguments + ["--frames", "1"] + kind.options)
    #expect(last.status == 0, "\(last.testDescription)")
    let verify = try Executable.run(["verify", folder, "--json"])
    #expect(verify.status == 0, "\(verify.text)")
  }

  /// The whole lines of each manifest, by its folder's name.
  private func manifests(_ folder: String) throws -> [String: Data] {
    var result: [String: Data] = [:]
    for name in [""] + ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []) {
      guard !name.hasPrefix("."),
        let data = FileManager.default.contents(atPath: "\(folder)/\(name)/frames.jsonl")
      else { continue }
      result[name] = data.prefix(
        upTo: data.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? data.startIndex)
    }
    return result
  }
}
