import Foundation
import TestSupport
import Testing

@Suite("The first examples")
struct HelloTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Executable.repository.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(
    "they have no more than twenty lines, and the pages show or name them as they are compiled",
    arguments: ["HelloGlass", "HelloRing", "HelloHorizon"])
  func shown(name: String) throws {
    let source = try Self.text("Examples/\(name)/main.swift")
    #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 21)
    #expect(try Self.text("README.md").contains("(Examples/\(name)/main.swift)"))
    guard name == "HelloGlass" else { return }
    for page in ["README.md", "docs/glass.md"] {
      #expect(try Self.text(page).contains("```swift\n\(source)```\n"))
    }
  }

  @Test("the ring counts what gave way, the horizon rises by 5°")
  func figures() throws {
    let ring = try TestFolder().run("", of: "HelloRing")
    #expect(ring.lines.last == "3 dropped" && ring.lines.count == 3, "\(ring.text)")
    let horizon = try TestFolder().run("", of: "HelloHorizon")
    let degrees = try #require(Double(horizon.text.prefix { $0 != "°" }))
    #expect((4.5...5.5).contains(degrees), "\(horizon.text)")
  }

  @Test("the glass makes its picture")
  func picture() throws {
    let folder = try TestFolder()
    try folder.run("", of: "HelloGlass")
    let png = try folder.bytes("hello-glass.png")
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    func number(_ at: Int) -> Int { png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(number(16) == 1120 && number(20) == 300)
  }
}
