/// Turns one line of text into glyphs from left to right: first directions, then scripts and faces,
/// then HarfBuzz run by run.
///
/// The first face draws all it can; for characters it lacks, the first system font with the whole
/// grapheme steps in (spaces stay with the text before them). Only characters in no font become a
/// box. A grapheme is never split between faces. For one thread at a time.
final class LineShaper {
  struct Glyph {
    /// Index for `face(_:)`.
    var face: Int
    var glyph: UInt32
    /// From the line's start to the right and from the baseline downwards, in pixels.
    var x: Double
    var y: Double
  }

  struct Line {
    var glyphs: [Glyph] = []
    /// How far the pen moves, in pixels.
    var advance = 0.0
    var isRightToLeft = false
  }

  private let pixels: Double
  private let fallbacks: FontFallbacks
  private let analyzer: TextAnalyzer
  private var faces: [FontFace]
  /// Index in `faces` of a file's face; `nil` for an unusable one.
  private var places: [FontFile: Int?] = [:]

  init(_ face: FontFace, pixels: Double, fallbacks: FontFallbacks, analyzer: TextAnalyzer) {
    self.pixels = pixels
    self.fallbacks = fallbacks
    self.analyzer = analyzer
    faces = [face]
  }

  func face(_ index: Int) -> FontFace { faces[index] }

  func shape(_ text: some Sequence<Character>, direction: TextDirection) -> Line {
    var units: [UInt16] = []
    var styles: [Style] = []
    var isPlain = direction == .automatic || direction == .leftToRight
    for character in text {
      let style = style(of: character, after: styles.last)
      for unit in character.utf16 {
        units.append(unit)
        styles.append(style)
      }
      isPlain = isPlain && character.isASCII && style.face == 0
    }
    guard !units.isEmpty else { return Line(isRightToLeft: direction == .rightToLeft) }
    var line = Line()
    if isPlain {
      append(Run(range: 0..<units.count, style: Style(face: 0, script: TextAnalyzer.latin)), units, &line)
      return line
    }
    settleScripts(&styles)
    let order = analyzer.order(units, direction: direction)
    line.isRightToLeft = order.isRightToLeft
    for run in order.runs { append(run, units, styles, &line) }
    return line
  }

  private struct Style: Equatable {
    var face: Int
    /// ISO 15924; `nil` takes the neighbour's.
    var script: UInt32?
  }

  private struct Run {
    var range: Range<Int>
    var style: Style
    var isRightToLeft = false
  }

  private func style(of character: Character, after previous: Style?) -> Style {
    // Plain ASCII is the common case, and every first face has it.
    if character.isASCII, let byte = character.asciiValue, byte > 32, faces[0].has(Unicode.Scalar(byte)) {
      return Style(face: 0, script: TextAnalyzer.script(of: Unicode.Scalar(byte)))
    }
    if let previous, character.isWhitespace, has(character, previous.face) {
      return Style(face: previous.face, script: nil)
    }
    let script = character.unicodeScalars.lazy.compactMap(TextAnalyzer.script(of:)).first
    if has(character, 0) { return Style(face: 0, script: script) }
    guard let file = fallbacks.font(for: character) else { return Style(face: 0, script: script) }
    return Style(face: place(of: file) ?? 0, script: script)
  }

  private func has(_ character: Character, _ face: Int) -> Bool {
    character.unicodeScalars.allSatisfy { $0.properties.isDefaultIgnorableCodePoint || faces[face].has($0) }
  }

  /// Whether a character has a glyph in some font.
  func draws(_ character: Character) -> Bool {
    has(character, 0) || (fallbacks.font(for: character).flatMap(place).map { has(character, $0) } ?? false)
  }

  private func place(of file: FontFile) -> Int? {
    if let known = places[file] { return known }
    var place: Int?
    if let face = try? FontFace(file, pixels: pixels) {
      place = faces.count
      faces.append(face)
    }
    places[file] = place
    return place
  }

  /// Characters common to all scripts take the script before them or, at the start, the one after.
  private func settleScripts(_ styles: inout [Style]) {
    var current = styles.lazy.compactMap(\.script).first ?? TextAnalyzer.latin
    for i in styles.indices {
      current = styles[i].script ?? current
      styles[i].script = current
    }
  }

  /// Adds a run of one direction, split where face or script changes, its parts from left to right.
  private func append(_ run: TextAnalyzer.Run, _ units: [UInt16], _ styles: [Style], _ line: inout Line) {
    var parts: [Run] = []
    var start = run.range.lowerBound
    for i in run.range where i + 1 == run.range.upperBound || styles[i + 1] != styles[i] {
      parts.append(Run(range: start..<i + 1, style: styles[i], isRightToLeft: run.isRightToLeft))
      start = i + 1
    }
    if run.isRightToLeft { parts.reverse() }
    for part in parts { append(part, units, &line) }
  }

  private func append(_ run: Run, _ units: [UInt16], _ line: inout Line) {
    let face = run.style.face
    var pen = line.advance
    var glyphs: [Glyph] = []
    faces[face].shape(
      units, run.range, script: run.style.script ?? TextAnalyzer.latin, isRightToLeft: run.isRightToLeft
    ) { glyph, x, y, advance in
      glyphs.append(Glyph(face: face, glyph: glyph, x: pen + x, y: -y))
      pen += advance
    }
    line.glyphs += glyphs
    line.advance = pen
  }
}
