import Batch
import CaptureKit
import Compositor
import Foundation
import GlassChrome
import HostResources
import JPEGCodec
import Pipeline
import PixelTypes
import SettingsFile
import Testing
import Viewer

/// `docs/messages.md` is made from the source and the errors' own texts:
///
///     DUALCAM_WRITE_DOCS=1 swift test --filter MessagesDocumentTests
struct MessagesDocumentTests {
  /// One error of each kind, with `…` in place of what it names.
  private static let kinds: [(name: String, error: any ExplainedError)] = [
    ("ValidationError", PipelineError.usage(reason: "…")), ("usage", PipelineError.usage(reason: "…")),
    ("layout", CompositorError.layout(reason: "…")),
    ("badSource", CaptureError.badSource(text: "…", reason: "…")),
    ("badLayout", GlassError.badLayout("…")), ("badPicture", GlassError.badPicture("…")),
    ("malformed", JPEGError.malformed(reason: "…")), ("unsupported", JPEGError.unsupported(reason: "…")),
    ("segment", JPEGError.segment(marker: 0xC4, offset: 0, reason: "…")),
    ("badFile", CaptureError.badFile(path: "…", reason: "…")),
    ("unfit", FileError.unfit(path: "…", reason: "…")), ("misused", FileError.misused(reason: "…")),
    ("badScript", PipelineError.badScript(path: "…", reason: "…")),
    ("notFound", CaptureError.notFound(path: "…", hint: "…")),
    ("notACamera", CaptureError.notACamera(path: "…", reason: "…")),
    ("notAnOutput", CaptureError.notAnOutput(path: "…", reason: "…")),
    ("noFormat", CaptureError.noFormat(path: "…", asked: "…", offered: "…")),
    ("bandwidth", CaptureError.bandwidth(path: "…", bus: "…")),
    ("disconnected", CaptureError.disconnected(path: "…")),
    ("stalled", CaptureError.stalled(path: "…", seconds: 10)),
    ("noProgram", PipelineError.noProgram(reason: "…")),
    ("noFrames", PipelineError.noFrames(reason: "…")),
    ("cameraLost", PipelineError.cameraLost(reason: "…")),
    ("noFont", GlassError.noFont(families: ["…"])),
    ("noLetters", GlassError.noLetters(language: .chinese)),
    ("address", ViewError.address("…", reason: "…")), ("token", ViewError.token(path: "…", reason: "…")),
    ("unprotected", ViewError.unprotected("…")), ("recordings", ViewError.recordings(path: "…", reason: "…")),
    ("plan", BatchError.plan(path: "…", reason: "…")), ("nothing", BatchError.nothing(reason: "…")),
    ("otherTool", BatchError.otherTool(reason: "…")),
    ("changed", BatchError.changed(path: "…", reason: "…")),
    ("missing", BatchError.missing(path: "…", reason: "…")),
    ("job", BatchError.job(piece: "…", reason: "…", code: 75)),
    ("differs", BatchError.differs(piece: "…", reason: "…")), ("again", BatchError.again(reason: "…")),
    ("cannotCreate", FileError.cannotCreate(path: "…", reason: "…")),
    ("noRoom", FileError.noRoom(path: "…", reason: "…")),
    ("fileTooLarge", FileError.fileTooLarge(path: "…", reason: "…")),
    ("io", FileError.io(path: "…", reason: "…")),
    ("system", CaptureError.system(call: "…", path: "…", code: 5)),
    ("busy", FileError.busy(path: "…", reason: "…")),
    ("busy camera", CaptureError.busy(path: "…", holder: "…")),
    ("permission", CaptureError.permission(path: "…", hint: "…")),
    ("notAsAsked", CaptureError.notAsAsked(path: "…", differences: ["…"])),
    ("ConfigurationError", ConfigurationError(path: "…", line: nil, reason: "…")),
    ("shortage", ResourceShortage(what: "…", limit: .none)), ("sandbox", PipelineError.sandbox(reason: "…")),
  ]

  private static let meanings: [Int32: String] = [
    64: "the command line", 65: "bad data", 66: "an input isn't there", 69: "something is missing",
    70: "two results differ",
    71: "no thread or memory", 73: "no room, or can't be created",
    74: "input or output failed", 75: "in use", 77: "no permission", 78: "configuration",
  ]

  private static func scan() throws -> Set<MessageScanner.Message> {
    let folder = Executable.repository.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var found: Set<MessageScanner.Message> = []
    while let file = files?.nextObject() as? URL {
      // Help and scripts for shells are no messages.
      guard file.pathExtension == "swift", !["HelpPage", "Completion"].contains(where: file.path.contains)
      else {
        continue
      }
      found.formUnion(MessageScanner(try String(contentsOf: file, encoding: .utf8)).messages())
    }
    return found
  }

  private static func document() throws -> String {
    let found = try scan()
    var text = """
      # Messages

      Every error message of dualcam by exit code, with its remedy. If a message itself says what to do, try that first; the
      remedy above a group applies to all of its kind. “…” stands for what a message names: a path, a value, the system's own
      words. On a terminal, an error is one line on standard error after `dualcam: `; with `--log-format json`, it is an object
      that also has the remedy.

      This file is generated from the source (`DUALCAM_WRITE_DOCS=1 swift test --filter MessagesDocumentTests`); a test fails
      if it is out of date.

      """
    for code in Set(kinds.map(\.error.exitCode)).sorted() {
      text += "\n## Exit code \(code): \(meanings[code] ?? "")\n"
      var told = ""
      for kind in kinds where kind.error.exitCode == code {
        if kind.error.remedy != told { text += "\n*What to do:* \(kind.error.remedy).\n\n" }
        told = kind.error.remedy
        let said = found.filter { $0.kind == kind.name }.map(\.text).sorted()
        let frame = "\(kind.error)"
        let texts =
          said.isEmpty
          ? [frame]
          : said.map { reason in
            // The last place is the reason's; what comes before names the thing.
            guard let place = frame.range(of: "…", options: .backwards) else { return frame }
            return frame.replacingCharacters(in: place, with: reason)
          }
        for item in texts where item.contains(where: \.isLetter) {
          text += "- \(item.trimmingCharacters(in: .whitespaces))\n"
        }
      }
    }
    text += "\n## Warnings and notes\n\nNone of these ends a job.\n\n"
    for item in found.filter({ $0.kind == "warning" }).map(\.text).sorted() {
      text += "- \(item.trimmingCharacters(in: .whitespaces))\n"
    }
    let elsewhere = Set(found.filter { $0.kind != "part" }.map(\.text))
    text += "\n## Parts of messages\n\nReasons and hints that appear above as “…”.\n\n"
    for item in Set(found.filter({ $0.kind == "part" }).map(\.text)).subtracting(elsewhere).sorted() {
      text += "- \(item.trimmingCharacters(in: .whitespaces))\n"
    }
    return text
  }

  @Test("the list of messages is the source's")
  func isCurrent() throws {
    let file = Executable.repository.appendingPathComponent("docs/messages.md")
    let made = try Self.document()
    if ProcessInfo.processInfo.environment["DUALCAM_WRITE_DOCS"] != nil {
      try made.write(to: file, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOf: file, encoding: .utf8)
    #expect(
      written == made,
      "regenerate it: DUALCAM_WRITE_DOCS=1 swift test --filter MessagesDocumentTests")
  }

  @Test("texts are found where they are said, put together, with a place for what is named")
  func scanner() {
    let source = #"""
      guard a else { throw .io(path: "\(p)/x y", reason: "no \(what("a b")) left" + "; try (again)") }
      // throw .usage(reason: "in a comment")
      case .usage(let reason): "a pattern \(reason)"
      throw PipelineError.usage(reason: isOdd ? "an odd one" : "an even one")
      events(.warning("\(camera) is gone: \(reason)"))
      """#
    let found = Set(MessageScanner(source).messages())
    #expect(
      found == [
        .init(kind: "io", text: "…/x y"), .init(kind: "io", text: "no … left; try (again)"),
        .init(kind: "usage", text: "an odd one"), .init(kind: "usage", text: "an even one"),
        .init(kind: "warning", text: "… is gone: …"),
      ])
  }

  @Test("every kind of error has a remedy of its own, a line without a full stop")
  func remedies() {
    for kind in Self.kinds {
      let remedy = kind.error.remedy
      #expect(remedy.count > 20 && !remedy.contains("\n") && !remedy.hasSuffix("."), "\(kind.name)")
    }
  }
}
