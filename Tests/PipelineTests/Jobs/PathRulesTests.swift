import CaptureKit
import TestSupport
import Testing

@testable import Pipeline

@Suite("Paths that a job may use")
struct PathRulesTests {
  private static func settings(_ source: String) throws -> JobSettings {
    JobSettings(pace: .live, sources: [.init(specification: try SourceSpecification(parsing: source))])
  }

  /// What the settings add to what any command may.
  private static func added(_ settings: JobSettings) -> [String: PathRules.Access] {
    let common = PathRules().access
    return PathRules(settings).access.filter { common[$0.key] != $0.value }
  }

  @Test("without anything only the system's own is there to be read, and nothing to be written")
  func common() {
    let access = PathRules().access
    #expect(access["/usr"] == [.reads, .lists] && access["/"] == nil && access["/dev"] == nil)
    for (path, access) in access where !access.isSubset(of: [.reads, .lists]) {
      #expect(path == "/dev/null" || path == "/dev/zero")
    }
    // A home's fonts, not the home.
    for path in access.keys { #expect(!path.hasPrefix("/home/") || path.contains("font"), "\(path)") }
  }

  @Test("sources are read: files, folders, a glob's folder; of scenes there is nothing")
  func sources() throws {
    #expect(try Self.added(Self.settings("synth:coast")).isEmpty)
    #expect(try Self.added(Self.settings("file:in/clip.avi")) == ["in/clip.avi": [.reads, .lists]])
    #expect(
      try Self.added(Self.settings("file:in/a*/b[0-9].jpg")) == [
        "in": [.reads, .lists], "in/a*/b[0-9].jpg": [.reads, .lists],
      ])
    #expect(try Self.added(Self.settings("file:*.jpg"))["."] == [.reads, .lists])
  }

  @Test("a camera has all of /dev, where it may come back under another number, and where it was named")
  func cameras() throws {
    let access = try Self.added(Self.settings("v4l2:/srv/cam"))
    #expect(access["/dev"] == [.reads, .lists, .writes, .controls])
    #expect(access["/srv/cam"] == [.reads, .writes, .controls])
  }

  @Test("output folders are the job's own; of the others' folders only new files are its")
  func outputs() throws {
    var settings = try Self.settings("synth:coast")
    settings.folder = "out/a"
    settings.sinks = [.stills("stills"), .latest("/tmp/now.jpg")]
    settings.control = "control.sock"
    settings.service = ServiceSettings()
    settings.service?.metrics = "/metrics.prom"
    settings.paths.readAgain("/etc/dualcam/config.toml")
    #expect(
      Self.added(settings) == [
        "out/a": .owns, "stills": .owns, "/tmp": [.lists, .writes, .creates], ".": [.lists, .listens],
        "/": [.lists, .writes, .creates], "/etc/dualcam": [.reads, .lists],
      ])
  }

  @Test("rules cover others where they allow as much at the same place or above it, also through links")
  func covering() throws {
    let scratch = try TestFolder()
    try scratch.make("a")
    try scratch.make("a/b")
    try scratch.make("ab")
    try scratch.link("link", to: "a/b")
    var rules = PathRules()
    rules.own(scratch.file("a"))
    rules.read(scratch.file("ab"))
    func missing(_ path: String, _ add: (inout PathRules, String) -> Void) -> Bool {
      var other = PathRules()
      add(&other, scratch.file(path))
      return rules.firstMissing(of: other) != nil
    }
    for name in ["a/x", "a/b/x", "a/none/x", "link/x", "ab/../a/x", "a//x"] {
      #expect(!missing(name) { $0.write($1) }, "\(name)")
    }
    for name in ["x", "ab/x", "abc/x", "a/../x", "none/x"] {
      #expect(missing(name) { $0.write($1) }, "\(name)")
    }
    #expect(!missing("ab") { $0.read($1) } && missing("ab") { $0.own($1) })
    rules.own("/")
    #expect(rules.firstMissing(of: PathRules()) == nil && !missing("x") { $0.write($1) })
  }
}
