import Foundation
import Testing

@testable import Recordings

/// The table in `docs/recordings.md` and the Python package's members are made from the fields of a line:
///
///     DUALCAM_WRITE_DOCS=1 swift test --filter LineDocumentsTests
@Suite("What is made from a line's fields")
struct LineDocumentsTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Holds a file against what it should be, or writes it.
  private func check(_ path: String, _ wanted: String) throws {
    let url = Self.root.appendingPathComponent(path)
    if ProcessInfo.processInfo.environment["DUALCAM_WRITE_DOCS"] != nil {
      try wanted.write(to: url, atomically: true, encoding: .utf8)
    }
    let found = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    #expect(found == wanted, "\(path): DUALCAM_WRITE_DOCS=1 swift test --filter LineDocumentsTests")
  }

  // MARK: - docs/recordings.md

  @Test("the page has a row for each member")
  func page() throws {
    let path = "docs/recordings.md"
    let text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    let (begin, end) = ("<!-- line: \(Self.origin) -->\n\n", "\n<!-- /line -->")
    let start = try #require(text.range(of: begin)?.upperBound)
    let stop = try #require(text.range(of: end)?.lowerBound)
    let table = "| Key | Type | Is |\n|---|---|---|\n" + Self.rows(LineFields.shape.members, "").joined()
    try check(path, text[..<start] + table + text[stop...])
  }

  private static let origin = "made from Sources/Recordings/Line/LineFields.swift"

  private static func rows(_ members: [Member], _ prefix: String) -> [String] {
    members.flatMap { member -> [String] in
      let key = prefix + member.key
      let own = "| `\(key)` | \(type(member.kind)) | \(meaning(member)) |\n"
      switch member.kind {
      case .object(let parts): return [own] + rows(parts, key + ".")
      case .list(let parts): return [own] + rows(parts, key + "[].")
      default: return [own]
      }
    }
  }

  private static func type(_ kind: Member.Kind) -> String {
    switch kind {
    case .integer, .count, .difference, .nanoseconds: "integer"
    case .number(let decimals): "number, \(decimals) decimal\(decimals == 1 ? "" : "s")"
    case .share(let decimals): "0 … 1, \(decimals) decimals"
    case .interval: "two numbers"
    case .flag: "flag"
    case .text: "text"
    case .word(let words): words.count > 4 ? "word" : words.map { "`\($0)`" }.joined(separator: ", ")
    case .moment: "UTC"
    case .words: "words"
    case .counts: "integers by name"
    case .amounts: "numbers by name"
    case .object: "object"
    case .list: "list"
    }
  }

  private static func meaning(_ member: Member) -> String {
    guard case .counts(let names) = member.kind else { return member.meaning }
    return member.meaning + ": " + names.map { "`\($0.name)` (\($0.meaning))" }.joined(separator: ", ")
  }

  // MARK: - python/src/dualcam/members.py

  @Test("the Python package has a class for each object, and a field for each member")
  func python() throws {
    var text =
      "\"\"\"The members of a line, \(Self.origin): don't edit.\"\"\"\n\n" + """
        from collections.abc import Mapping
        from dataclasses import dataclass, field
        from datetime import datetime

        from . import jsonvalues as j
        from .member import bound, coordinate, known, member, needed, numbers

        """
    let own = LineFields.shape.members.filter {
      if case .list = $0.kind { false } else { $0.role != .index && $0.role != .file }
    }
    text += Self.class("PictureMembers", "What a line says of the whole picture.", own)
    text += Self.class(
      "CameraLine", "One camera's frame in a picture. Values the line lacks are ``None``.",
      CameraFields.shape.members)
    text += Self.class("Control", "A V4L2 control as the driver read it back.", ControlFields.shape.members)
    text += Self.class(
      "NamedValue", "What a program or an instrument said. Values that are too old are ``None``.",
      ValueFields.shape.members)
    var parts: [(key: String, name: String)] = []
    for member in GuidesFields.shape.members {
      switch member.kind {
      case .object(let members):
        parts.append((member.key, member.key.capitalized))
        text += Self.class(member.key.capitalized, Self.sentence(member.meaning), members)
      case .list(let members):
        text += Self.class("One" + member.key.capitalized.dropLast(), "One of several.", members)
      default: break
      }
    }
    text += "\n\nPARTS: dict[str, type] = {"
    text += parts.map { "\"\($0.key)\": \($0.name)" }.joined(separator: ", ")
    text += "}\n\"\"\"The guides by key, in their order.\"\"\"\n"
    text += "\n\n@dataclass(frozen=True, slots=True)\nclass GuideParts:\n"
    text += "    \"\"\"One camera's guides; those the line lacks are ``None``.\"\"\"\n\n"
    for part in parts { text += "    \(part.key): \(part.name) | None\n" }
    try check("python/src/dualcam/members.py", text)
  }

  private static func `class`(_ name: String, _ meaning: String, _ members: [Member]) -> String {
    var text = "\n\n@dataclass(frozen=True, slots=True)\nclass \(name):\n    \"\"\"\(meaning)\"\"\"\n\n"
    text += members.flatMap(fields).joined()
    for member in members {
      guard case .moment = member.kind else { continue }
      text += """

            @property
            def \(member.key)(self) -> datetime | None:
                \"\"\"\(sentence(member.meaning))\"\"\"
                return j.moment(self.\(member.key)_ns)

        """
    }
    return text
  }

  private static func sentence(_ meaning: String) -> String {
    meaning.prefix(1).uppercased() + meaning.dropFirst() + "."
  }

  /// A member's field, or several.
  private static func fields(_ member: Member) -> [String] {
    let name = member.role == .camera ? "camera" : snake(member.key)
    func field(_ name: String, _ type: String, _ kind: String, _ meaning: String, _ read: String? = nil)
      -> String
    {
      let meaning = meaning.replacingOccurrences(of: "\"", with: "\\\"")
      return
        "    \(name): \(type) = field(\n        metadata=member(\"\(member.key)\", \"\(kind)\", \"\(meaning)\"\(read.map { ", " + $0 } ?? ""))\n    )\n"
    }
    func plain(_ kind: String, _ type: String) -> [String] {
      let isNeeded =
        if case .text = member.kind { member.isRequired } else { member.role == .cameraState }
      if isNeeded { return [field(name, type, kind, member.meaning, "needed(\"\(kind)\")")] }
      guard member.isAlwaysKnown, let absent = member.absent else {
        return [field(name, type + " | None", kind, member.meaning)]
      }
      let value = kind == "bool" ? "False" : "\(absent)"
      return [field(name, type, kind, member.meaning, "known(\"\(kind)\", \(value))")]
    }
    switch member.kind {
    case .integer, .count, .difference, .nanoseconds: return plain("int", "int")
    case .number, .share: return plain("float", "float")
    case .flag: return plain("bool", "bool")
    case .text, .word: return plain("text", "str")
    case .moment: return [field(name + "_ns", "int | None", "time", member.meaning)]
    case .words:
      return [
        field(
          name, "tuple[str, ...] | None", "text", "names with commas between them: " + member.meaning,
          "j.texts")
      ]
    case .interval:
      let base = name.replacingOccurrences(of: "interval90", with: "")
      return [("low", 0), ("high", 1)].map { word, index in
        field(
          "\(base)\(word)_deg", "float | None", "float", "\(member.meaning): the \(word)er bound",
          "bound(\(index))")
      }
    case .counts, .amounts:
      let (kind, type) = if case .counts = member.kind { ("int", "int") } else { ("float", "float") }
      return [field(name, "Mapping[str, \(type)]", kind, member.meaning, "numbers(\"\(kind)\")")]
    case .object(let parts):
      return parts.map { part in
        field(
          "\(name)_\(part.key)", "float | None", "float", "\(member.meaning): \(part.meaning)",
          "coordinate(\"\(part.key)\")")
      }
    case .list: return []
    }
  }

  /// In Python's spelling, with degrees' unit as columns have it.
  private static func snake(_ key: String) -> String {
    key.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
      .replacingOccurrences(of: "_degrees", with: "_deg")
  }
}
