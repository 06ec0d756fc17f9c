import Foundation
import TestSupport
import Testing

@Suite("--language")
struct LanguageTests {
  private static func annotate(_ language: String, _ folder: TestFolder, fonts: String) throws
    -> Executable.Outcome
  {
    let settings = folder.path + "/fonts.conf"
    try Data(
      """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><dir>\(fonts)</dir><cachedir>\(folder.path)/cache</cachedir></fontconfig>
      """.utf8
    ).write(to: URL(fileURLWithPath: settings))
    return try Executable.Running(
      "/usr/bin/env",
      [
        "FONTCONFIG_FILE=\(settings)", try Executable.path(), "annotate", "--primary",
        "synth:grey?w=640&h=480",
        "--frames", "1", "-o", folder.path + "/out", "--language", language, "--script",
        folder.path + "/script.json",
        "--describe",
      ], folder: folder.path
    ).wait()
  }

  private static let dejaVu = "/usr/share/fonts/truetype/dejavu"

  @Test("changes what controls are called, not their names in events")
  func labels() throws {
    let scratch = try TestFolder()
    try Data(#"{"events":[{"at":0,"toggle":"settings"}]}"#.utf8)
      .write(to: URL(fileURLWithPath: scratch.path + "/script.json"))
    let outcome = try Self.annotate("ar", scratch, fonts: Self.dejaVu)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let screen = try String(contentsOfFile: scratch.path + "/out/screen.jsonl", encoding: .utf8)
    #expect(screen.contains(#"/close","role":"button","label":"إغلاق""#), "\(screen.prefix(2000))")
  }

  @Test("without a font for it is an error that names a package")
  func noFont() throws {
    let scratch = try TestFolder()
    try Data(#"{"events":[]}"#.utf8).write(to: URL(fileURLWithPath: scratch.path + "/script.json"))
    let outcome = try Self.annotate("zh", scratch, fonts: Self.dejaVu)
    #expect(outcome.status == 69 && outcome.errors.contains("fonts-noto-cjk"), "\(outcome.errors)")
  }
}
