import Foundation
import Testing

@Suite("The first example")
struct HelloGlassTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(
    "it has no more than twenty lines, and the docs show it as it is compiled",
    arguments: [
      "README.md", "docs/glass.md",
    ])
  func shown(page: String) throws {
    let source = try Self.text("Examples/HelloGlass/main.swift")
    #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 21)
    #expect(try Self.text(page).contains("```swift\n\(source)```\n"))
  }

  @Test("it makes its picture")
  func picture() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hello-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Executable.Running(
      Executable.path(of: "HelloGlass"), [], folder: folder.path
    ).wait()
    #expect(outcome.status == 0, "\(outcome)")
    let png = try [UInt8](Data(contentsOf: folder.appendingPathComponent("hello-glass.png")))
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    func number(_ at: Int) -> Int { png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(number(16) == 1120 && number(20) == 300)
  }
}
