import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Recordings that are killed")
struct KillTests {
  /// Kills at random moments, ten in one folder. `tools/faults/kills` kills all kinds in every check, between any two file calls too.
  @Test(
    "after ten kills, and restarts in the same folder, only whole files are there and nothing is lost",
    arguments: Share.of(
      [
        "--durability none", "--durability file", "--segment 40kB", "--durability none --keep-source",
        "--segment 20kB --budget 60kB",
      ], oneIn: 5))
  func kills(options: String) throws {
    let scratch = try TestFolder()
    let line = "record --primary synth:coast?w=64&h=64&fps=500 -o r --no-hud --no-chrome \(options)"
    var microseconds: UInt32 = 11
    var before: [String: Data] = [:]
    for _ in 0..<10 {
      // Some are killed while they start and repair, most while they record.
      microseconds = (microseconds &* 1_103_515_245 &+ 12345) % 400_000
      let running = try scratch.start("\(line) --duration 60s")
      usleep(20_000 + microseconds)
      running.send(SIGKILL)
      #expect(running.wait().wasSignalled)
      let now = try manifests(scratch.file("r"))
      for (name, lines) in before {
        // A segment goes whole when it is freed.
        guard let after = now[name] else {
          #expect(options.contains("--budget"), "\(name) is gone")
          continue
        }
        #expect(after.starts(with: lines), "\(name) has lost lines")
      }
      before = now
    }
    try scratch.run("\(line) --frames 1")
    try scratch.run("verify r --json")
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
