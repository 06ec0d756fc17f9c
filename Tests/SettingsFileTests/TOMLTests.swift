import Foundation
import TestSupport
import Testing

@testable import SettingsFile

@Suite("Files of settings")
struct TOMLTests {
  private func parse(_ text: String) throws -> TOMLDocument {
    try TOMLDocument(parsing: Array(text.utf8), path: "x.toml")
  }

  @Test("a file gives its settings in order, with tables and lines")
  func document() throws {
    let document = try parse(
      """
      # a comment
      grid = "phi"   # another
      frames = 1_000

      [record]
      "every" = '5s'
      assist = [
        "zebra", # one
        "peaking",
      ]
      [run]
      json = true
      fps = 29.97
      """)
    #expect(document.tables.map(\.name) == ["record", "run"])
    #expect(document.tables.map(\.line) == [5, 11])
    #expect(document.entries.map(\.key) == ["grid", "frames", "every", "assist", "json", "fps"])
    #expect(document.entries.map(\.table) == [nil, nil, "record", "record", "run", "run"])
    #expect(document.entries.map(\.line) == [2, 3, 6, 7, 12, 13])
    #expect(
      document.entries.map(\.value) == [
        .string("phi"), .integer(1000), .string("5s"), .array([.string("zebra"), .string("peaking")]),
        .boolean(true), .float(29.97),
      ])
  }

  @Test(
    "values are TOML's",
    arguments: [
      ("0", .integer(0)), ("-0", .integer(0)), ("+17", .integer(17)), ("-1_0", .integer(-10)),
      ("0xFf_0", .integer(0xFF0)), ("0o17", .integer(15)), ("0b1_1", .integer(3)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("1e3", .float(1000)), ("-0.5", .float(-0.5)), ("6.2_5E-1", .float(0.625)), ("false", .boolean(false)),
      ("\"\"", .string("")), ("''", .string("")), (#""a\tb\\\"\u00e9\U0001F600""#, .string("a\tb\\\"é😀")),
      (#"'C:\n'"#, .string("C:\\n")), ("\"\"\"\na\r\nb\"\"\"", .string("a\nb")),
      ("'''a''b'''", .string("a''b")), ("\"\"\"\"a\"\"\"\"\"", .string("\"a\"\"")),
      ("\"\"\"a \\\n   \n  b\"\"\"", .string("a b")), ("[]", .array([])),
      ("[1,2,]", .array([.integer(1), .integer(2)])),
      ("[ 'a' , # c\n 2.5\n]", .array([.string("a"), .float(2.5)])),
    ] as [(String, TOMLDocument.Value)])
  func values(text: String, value: TOMLDocument.Value) throws {
    #expect(try parse("x = \(text)").entries.map(\.value) == [value])
  }

  @Test(
    "what is wrong is told with its line, and what to do",
    arguments: [
      ("a = 1\na = 2", 2, "line 1"), ("[run]\n[run]", 2, "line 1"), ("a", 1, "a = …"), ("a =", 1, "missing"),
      ("= 1", 1, "expected"), ("a = b", 1, "\"b\""), ("a = 01", 1, "neither"), ("a = 1__0", 1, "neither"),
      ("a = .5", 1, "neither"), ("a = 5.", 1, "neither"), ("a = inf", 1, "neither"), ("a = 1_", 1, "neither"),
      ("a = 0x", 1, "neither"), ("a = 0x-1", 1, "neither"), ("a = +0b+1", 1, "neither"),
      ("a = 9223372036854775808", 1, "neither"), ("a = 1e999", 1, "neither"), ("a = True", 1, "neither"),
      ("a = 2024-01-01", 1, "neither"), ("a = 1 b = 2", 1, "own line"), ("\n\na = \"x", 3, "closing"),
      ("a = \"\"\"\n\n", 1, "closing"), ("a = 'x\ny'", 1, "closing"), (#"a = "\q""#, 1, "escape"),
      (#"a = "\ud800""#, 1, "no such character"), (#"a = "\u0000""#, 1, "no such character"),
      (#"a = "\u12"#, 1, "hexadecimal"), (#"a = "\uFFé9""#, 1, "hexadecimal"), ("a = [1\n2]", 2, "comma"),
      ("\na = [1,", 2, "]"),
      ("a = [[1]]", 1, "nested"), ("a = {b = 1}", 1, "table"), ("a.b = 1", 1, "dot"),
      ("[a.b]", 1, "nested"), ("[[a]", 1, "]]"), ("[a]\n[[a]]", 2, "line 1"), ("[[a]]\n[a]", 2, "line 1"),
      ("[a", 1, "]"), ("[]", 1, "expected"),
      ("a = \"\u{1}\"", 1, "control"), ("# \u{7F}", 1, "control"), ("a = 1\rb = 2", 1, "own line"),
      ("é = 1", 1, "expected"), ("\"\"\"a\"\"\" = 1", 1, "one line"), ("a = \u{0}", 1, "missing"),
    ])
  func problems(text: String, line: Int, says: String) {
    let error = #expect(throws: ConfigurationError.self) { try parse(text) }
    #expect(error?.path == "x.toml" && error?.line == line)
    #expect(error?.reason.contains(says) == true)
  }

  @Test("bytes that are no UTF-8 are told with their line")
  func notText() {
    let error = #expect(throws: ConfigurationError.self) {
      try TOMLDocument(parsing: Array("a = 1\nb = '".utf8) + [0xC3, 0x28], path: "x")
    }
    #expect("\(error, default: "")".hasPrefix("x:2: "))
  }

  @Test(
    "depth and length that end other readers are refused in good time",
    arguments: ["a.", "[", "x=[", "{a=", "\"\"\""])
  func deep(part: String) {
    let text = String(repeating: part, count: TOMLDocument.largestFile / part.utf8.count)
    #expect(throws: ConfigurationError.self) { _ = try parse(text) }
    #expect(throws: ConfigurationError.self) { _ = try parse("x = " + text) }
  }

  @Test("bytes changed at random never do more than fail")
  func garbled() throws {
    var random = Seeded(77)
    let whole = Array(
      "grid = \"phi\" # c\n[record]\nx = [1, 'a', \"\\u00e9\", 2.5e3]\ny = \"\"\"a\\\n b\"\"\"\nz = 0x1F\n"
        .utf8)
    let bytes = Array("\"'[]=.#\\\n\r\t {}0x_eu".utf8) + [0, 0xC3, 0xFF]
    var good = 0
    for _ in 0..<20_000 {
      var text = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text.remove(at: place)
        case 1: text[place] = bytes.randomElement(using: &random) ?? 0
        default: text.insert(bytes.randomElement(using: &random) ?? 0, at: place)
        }
      }
      if (try? TOMLDocument(parsing: text, path: "x")) != nil { good += 1 }
    }
    #expect(good > 100 && good < 19_000)
  }

  @Test("only a regular file of reasonable size is read")
  func files() throws {
    let folder = try TestFolder()
    let path = try folder.put("grid = 'phi'", "a.toml")
    #expect(try TOMLDocument(reading: path).entries.count == 1)
    try folder.link("link", to: path)
    let comment = String(repeating: "#", count: TOMLDocument.largestFile)
    try folder.put(comment + "#", "large")
    try folder.put(comment, "just")
    #expect(try TOMLDocument(reading: folder.file("just")).entries.isEmpty)
    #expect(unsafe mkfifo(folder.file("pipe"), 0o600) == 0)
    for (name, says) in [
      ("none", "No such file"), ("link", "link"), ("large", "1024 KiB"), ("pipe", "regular"),
      (".", "regular"),
    ] {
      let error = #expect(throws: ConfigurationError.self) { try TOMLDocument(reading: folder.file(name)) }
      #expect(error?.exitCode == 78 && "\(error, default: "")".contains(says))
    }
  }
}
