import Foundation
import TestSupport
import Testing

/// Every file that a command writes: who may read it, what happens to one that is there, and to a write that fails.
@Suite("Files that are written")
struct OutputFilesTests {
  private static let sources = "--primary synth:coast?w=160&h=96 --secondary synth:walker?w=96&h=64"

  /// Each file and folder below one, with its permissions.
  private static func modes(_ scratch: TestFolder) throws -> [String: Int] {
    var found: [String: Int] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: scratch.path) {
      let about = try FileManager.default.attributesOfItem(atPath: scratch.file(name))
      guard [.typeRegular, .typeDirectory].contains(about[.type] as? FileAttributeType) else { continue }
      found[name] =
        (about[.posixPermissions] as? Int ?? 0)
        | (about[.type] as? FileAttributeType == .typeDirectory ? 0o1000 : 0)
    }
    return found
  }

  private static let writers = [
    "record \(sources) --frames 4 -o rec --keep-source --describe --segment 30kB --sink a.mkv --sink a.mcap --sink b.mcap?ros2"
      + " --latest now.jpg --metrics m.prom --publish p.sock",
    "annotate --primary synth:city?w=160&h=96&frames=3 -o out", "library out keep 1", "library out delete 2",
    "pack out",
    "unpack out", "analyze synth:coast?w=160&h=96 --frames 2 --overlay over",
    "bench \(sources) --frames 2 --loaded 2 --report r.html --trace t.json -o made",
    "library out sheet -o sheet.jpg", "export out -o e.mkv", "export out -o e.mcap",
    "plan out --pictures -o p.plan",
  ]

  @Test("what they are is up to the umask alone", arguments: [0o000, 0o077])
  func umask(mask: Int) throws {
    let scratch = try TestFolder()
    for line in Self.writers {
      let script = "umask \(String(mask, radix: 8)); exec \"$0\" \"$@\""
      try Executable.start(shell: script, line, folder: scratch.path).wait().expect(0)
    }
    let modes = try Self.modes(scratch)
    for name in [
      "rec/000000/000000.jpg", "now.jpg", "m.prom", "a.mkv", "b.mcap", "out/kept.json", "r.html", "t.json",
      "sheet.jpg", "e.mcap", "p.plan",
    ] {
      #expect(modes[name] != nil, "\(name)")
    }
    // Files' are never more than 644: what only their owner writes, others may not either.
    for (name, mode) in modes {
      #expect(mode == (mode > 0o777 ? 0o1755 : 0o644) & ~mask, "\(name) has \(String(mode, radix: 8))")
    }
  }

  /// Commands that replace a file when it is there, and that file.
  private static let replacing = [
    ("record \(sources) --frames 2 -o rec --latest now.jpg", "now.jpg"),
    ("run \(sources) --frames 2 --metrics m.prom", "m.prom"),
    ("bench \(sources) --frames 2 --loaded 2 --report r.html", "r.html"),
    ("library old sheet -o sheet.jpg", "sheet.jpg"), ("sync beats -o offsets.json", "offsets.json"),
    ("library old keep 1", "old/kept.json"),
  ]

  /// A recording of two cameras that see twelve beats.
  private static func beats(_ scratch: TestFolder) throws {
    var film: [UInt8] = []
    for (name, scene) in [("a", "coast"), ("b", "city")] {
      try scratch.run("annotate --primary synth:\(scene)?w=64&h=64&frames=1 --no-chrome --no-hud -o \(name)")
    }
    for frame in 0..<208 { film += try scratch.bytes(frame / 17 % 2 == 0 ? "a/000000.jpg" : "b/000000.jpg") }
    try scratch.put(film, "film.mjpeg")
    try scratch.run(
      "annotate --primary file:film.mjpeg?fps=30 --secondary file:film.mjpeg?fps=30 --no-chrome --no-hud --keep-source -o beats"
    )
  }

  @Test(
    "a file that is there is replaced whole, and stays as private as it was; a write that fails leaves it")
  func replaced() throws {
    let scratch = try TestFolder()
    try scratch.run("annotate --primary synth:city?w=160&h=96&frames=3 -o old")
    try Self.beats(scratch)
    for (line, name) in Self.replacing {
      try scratch.run(line)
      let first = try scratch.bytes(name)
      // A second time it is replaced.
      try scratch.put(name.hasSuffix("json") ? first : Array("old".utf8), name)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: scratch.file(name))
      try scratch.run(line)
      let about = try FileManager.default.attributesOfItem(atPath: scratch.file(name))
      #expect(about[.posixPermissions] as? Int == 0o600, "\(name)")
      #expect(try scratch.bytes(name) != Array("old".utf8), "\(name)")
      // No file may have a byte.
      let before = try scratch.bytes(name)
      let failed = try Executable.start(
        shell: "ulimit -f 0; exec \"$0\" \"$@\"", line.replacing("keep 1", with: "keep 2"),
        folder: scratch.path
      ).wait()
      #expect(failed.status != 0 || name == "m.prom", "\(name): \(failed)")
      #expect(try scratch.bytes(name) == before, "\(name)")
      #expect(try !scratch.names().contains { $0.contains("tmp") }, "\(name)")
    }
  }

  @Test("offsets of which one is unknown aren't kept")
  func failedSync() throws {
    let scratch = try TestFolder()
    try scratch.run(
      "annotate --primary synth:coast?w=64&h=64&frames=12 --secondary synth:walker?w=64&h=64&frames=12 --keep-source -o rec"
    )
    try scratch.run("sync rec -o offsets.json", status: 64, says: "fewer than 8 beats")
    #expect(!scratch.exists("offsets.json"))
  }
}
