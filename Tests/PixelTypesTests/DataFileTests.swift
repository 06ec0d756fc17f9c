import Foundation
import Testing

@testable import PixelTypes

@Suite("Data is in the program as it is in its files")
struct DataFileTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources")

  @Test("each file's bytes are those in the tree", arguments: DataFile.names)
  func bytes(name: String) throws {
    let stored = [UInt8](try Data(contentsOf: Self.sources.appending(path: name)))
    #expect(DataFile.bytes(name) == stored, "\(name) has changed: build again")
    #expect(!stored.isEmpty)
  }

  @Test("each file is taken in once, in order, and none is forgotten")
  func names() throws {
    let kinds: Set = ["bash", "fish", "html", "jpg", "json", "sh", "svg", "yaml", "zsh"]
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
    let found = paths.filter { kinds.contains(URL(filePath: $0).pathExtension) }
    #expect(found.sorted() == DataFile.names)
  }

  @Test("text is read as UTF-8")
  func text() { #expect(DataFile.text("Screen/Words/zh.json").contains("相机")) }
}
