import Foundation
import TestSupport
import Testing

@Suite("--language")
struct LanguageTests {
  private static func annotate(_ language: String, _ folder: TestFolder, fonts: String) throws
    -> Executable.Outcome
  {
    let settings = try folder.put(
      """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><dir>\(fonts)</dir><cachedir>\(folder.path)/cache</cachedir></fontconfig>
      """, "fonts.conf")
    let line =
      "annotate --primary synth:grey?w=640&h=480 --frames 1 -o out --script script.json --describe --language"
    return try Executable.Running(
      "/usr/bin/env",
      ["FONTCONFIG_FILE=\(settings)", try Executable.path()] + Executable.words(line) + [language],
      folder: folder.path
    ).wait()
  }

  private static let dejaVu = "/usr/share/fonts/truetype/dejavu"

  @Test("changes what controls are called, not their names in events")
  func labels() throws {
    let scratch = try TestFolder()
    try scratch.put(#"{"events":[{"at":0,"toggle":"settings"}]}"#, "script.json")
    try Self.annotate("ar", scratch, fonts: Self.dejaVu).expect(0)
    let screen = try scratch.text("out/screen.jsonl")
    #expect(screen.contains(#"/close","role":"button","label":"إغلاق""#), "\(screen.prefix(2000))")
  }

  @Test("without a font for it is an error that names a package")
  func noFont() throws {
    let scratch = try TestFolder()
    try scratch.put(#"{"events":[]}"#, "script.json")
    try Self.annotate("zh", scratch, fonts: Self.dejaVu).expect(69, says: ["fonts-noto-cjk"])
  }
}
