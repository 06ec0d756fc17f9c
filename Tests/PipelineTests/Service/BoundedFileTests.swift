import Foundation
import Glibc
import HostResources
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Recordings

@Suite("Files that people name")
struct BoundedFileTests {
  private static func read(_ path: String, limit: Int = 100) -> Result<[UInt8], FileError> {
    Result { () throws(FileError) in
      try BoundedFile.read(path, limit: limit)
    }
  }

  private static func isUnfit(_ result: Result<[UInt8], FileError>) -> Bool {
    if case .failure(.unfit) = result { true } else { false }
  }

  @Test("a file is read whole up to the limit and refused above it")
  func limit() throws {
    let folder = try TestFolder()
    try folder.put([UInt8](repeating: 7, count: 100), "a")
    #expect(try Self.read(folder.file("a")).get() == [UInt8](repeating: 7, count: 100))
    try folder.put([UInt8](repeating: 7, count: 101), "a")
    #expect(Self.isUnfit(Self.read(folder.file("a"))))
  }

  @Test("what has no end, blocks or is no file is refused at once")
  func endless() throws {
    let folder = try TestFolder()
    unsafe mkfifo(folder.file("pipe"), 0o600)
    for path in ["/dev/zero", "/dev/random", folder.file("pipe"), folder.path] {
      #expect(Self.isUnfit(Self.read(path)), "\(path)")
    }
    // Its size is 0, and it is longer.
    #expect(Self.isUnfit(Self.read("/proc/self/status")))
    guard case .failure(.io) = Self.read(folder.file("nothing")) else {
      Issue.record("a file that isn't there was read")
      return
    }
  }

  @Test(
    "what is no file is never replaced, whatever leads there",
    arguments: ["/dev/null", "/dev/stdout", "/dev/zero", "/tmp"])
  func devices(path: String) {
    #expect(throws: FileError.self) { try WholeFile.write([1], to: path) }
    #expect(throws: FileError.self) { try LatestSink(path: path) }
    var status = stat()
    // SAFETY: writes to `status` only.
    #expect(unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG)
  }

  @Test("a link to a file that is open, as /dev/stdout may be, stays")
  func open() throws {
    let folder = try TestFolder()
    let file = try FileHandle(forReadingFrom: URL(filePath: folder.put("precious", "target")))
    let path = "/proc/self/fd/\(file.fileDescriptor)"
    try folder.link("out", to: path)
    #expect(throws: FileError.self) { try WholeFile.write([1], to: folder.file("out")) }
    #expect(throws: FileError.self) { try LatestSink(path: folder.file("out")) }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("out")) == path)
  }

  @Test("a link to a file is replaced itself; the file stays as it is")
  func links() throws {
    let folder = try TestFolder()
    try folder.put("precious", "target")
    for name in ["report", "latest"] {
      try folder.link(name, to: folder.file("target"))
    }
    try WholeFile.write(Array("new".utf8), to: folder.file("report"))
    let frame = Picture(capacity: 16)
    _ = try LatestSink(path: folder.file("latest")).write(Issue(frame))
    #expect(try folder.text("target") == "precious")
    #expect(try folder.text("report") == "new")
    #expect(try folder.bytes("latest").isEmpty)
  }

  @Test("what can't be removed from under the temporary name is passed by")
  func blocked() throws {
    let folder = try TestFolder()
    for name in ["now.jpg.dualcam-tmp", ".report.tmp", ".figures.tmp"] {
      // As a stranger's file in /tmp, a folder with something in it can't be unlinked.
      try folder.make(name + "/full")
    }
    let frame = Picture(capacity: 16)
    let latest = try LatestSink(path: folder.file("now.jpg"))
    let metrics = try ReplacedFile(folder.file("figures"))
    for round in 0..<3 {
      _ = try latest.write(Issue(frame))
      try WholeFile.write(Array("\(round)".utf8), to: folder.file("report"))
      #expect(metrics.write("\(round)") == 0)
    }
    #expect(try folder.text("report") == "2" && folder.text("figures") == "2")
    #expect(
      try folder.names() == [
        ".figures.tmp", ".report.tmp", "figures", "now.jpg", "now.jpg.dualcam-tmp", "report",
      ])
  }

  @Test(
    "what a stranger puts under the temporary name is neither written to nor followed",
    arguments: [true, false])
  func planted(isLink: Bool) throws {
    let folder = try TestFolder()
    try folder.put("precious", "target")
    let trap = folder.file("now.jpg.dualcam-tmp")
    if isLink {
      try FileManager.default.createSymbolicLink(atPath: trap, withDestinationPath: folder.file("target"))
    } else {
      unsafe link(folder.file("target"), trap)
    }
    _ = try LatestSink(path: folder.file("now.jpg")).write(Issue(Picture(capacity: 16)))
    #expect(try folder.text("target") == "precious")
    #expect(try folder.names() == ["now.jpg", "target"])
  }

  @Test("a manifest of nothing but line ends is told of in a bounded list")
  func emptyLines() throws {
    let folder = try TestFolder()
    try folder.put([UInt8](repeating: 10, count: 5_000), "frames.jsonl")
    let index = try RecordingIndex(FolderHandle(folder.path))
    #expect(index.problems.count == ManifestReader.mostProblems + 1)
    #expect(index.problems.last?.what == "4000 more lines that can't be read")
  }

  @Test("a description or list of kept frames without end is refused before it is read")
  func hugeDescriptions() throws {
    let folder = try TestFolder()
    try folder.put("", "frames.jsonl")
    for (name, size) in [("session.json", 65 << 20), ("kept.json", 65 << 20)] {
      try folder.put("", name)
      // A hole: the size is there, the room isn't taken.
      #expect(unsafe truncate(folder.file(name), size) == 0)
    }
    #expect(throws: FileError.self) { _ = try RecordingLibrary(folder.path).keep(.all) }
    let summary = try #require(try RecordingLibrary(folder.path).list().first)
    #expect(summary.problems.contains { $0.what.contains("larger than 64 MiB") })
  }
}
