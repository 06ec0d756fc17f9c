/// Breaks text into lines that fit a width.
///
/// Lines end where Unicode allows (UAX #14, by ICU, also in scripts without spaces), always at line
/// separators, and within a word only if the word alone is too wide. Text that doesn't fit in the
/// last line is cut with "…". Each line is ordered independently (UAX #9) in its paragraph's
/// direction. An isolate that continues across a line end is reopened on the next line, in its
/// overall direction; signs without a direction at such an end take the paragraph's.
struct TextLayout {
  /// A line, broken off but not drawn.
  struct Row: Equatable {
    var text: String
    /// In pixels, without the spaces at the line's end.
    var advance: Double
    var isRightToLeft: Bool
  }

  let face: Typeface

  /// The lines of a text, measured but not drawn.
  ///
  /// - Parameters:
  ///   - maximum: width in pixels; only a line of a single wide grapheme exceeds it.
  ///   - limit: number of lines.
  func rows(
    _ text: String, maximum: Double, limit: Int, direction: TextDirection = .automatic
  ) -> [Row] {
    var rows: [Row] = []
    var paragraphs = DisplayText(text).paragraphs
    while let last = paragraphs.last, last.isEmpty { paragraphs.removeLast() }
    for (index, paragraph) in paragraphs.enumerated() where rows.count < limit {
      let more = index + 1 < paragraphs.count
      append(paragraph, maximum: maximum, limit: limit, direction: direction, hasMore: more, to: &rows)
    }
    return rows
  }

  private func append(
    _ paragraph: [Character], maximum: Double, limit: Int, direction: TextDirection, hasMore: Bool,
    to rows: inout [Row]
  ) {
    let whole = face.metrics(String(paragraph), direction)
    let settled: TextDirection = whole.isRightToLeft ? .rightToLeft : .leftToRight
    let ends = ends(of: paragraph)
    let isolates = TextIsolates(paragraph, analyzer: face.analyzer)
    var rest = paragraph[...]
    repeat {
      let opened = isolates.openings(at: rest.startIndex)
      if rows.count == limit - 1 {
        let last = face.fitted(
          opened + Self.trimmed(rest), maximum: maximum, direction: settled, isCut: hasMore)
        rows.append(row(last.text, settled))
        return
      }
      let end = firstEnd(of: rest, ends: ends, maximum: maximum, settled)
      rows.append(row(String(opened) + Self.shown(rest[..<end]), settled))
      rest = rest[end...]
      // Spaces at a line's end hang beyond it; they don't begin the next one.
      rest = rest.drop { $0.isWhitespace }
    } while !rest.isEmpty && rows.count < limit
  }

  /// Where the first line ends: at the last allowed place that fits, else within the word, after at least one grapheme.
  private func firstEnd(
    of rest: ArraySlice<Character>, ends: [Int], maximum: Double, _ direction: TextDirection
  ) -> Int {
    func fits(_ end: Int) -> Bool {
      face.metrics(Self.shown(rest[..<end]), direction).advance <= maximum
    }
    let open = ends.drop { $0 <= rest.startIndex }
    let count = face.largest(upTo: open.count) { fits(open[open.startIndex + $0 - 1]) }
    if count > 0 { return open[open.startIndex + count - 1] }
    let most = (open.first ?? rest.endIndex) - rest.startIndex
    return rest.startIndex + max(face.largest(upTo: most) { fits(rest.startIndex + $0) }, min(1, rest.count))
  }

  /// Places where lines may end, as positions in the paragraph, without those inside a grapheme.
  private func ends(of paragraph: [Character]) -> [Int] {
    var units: [UInt16] = []
    var positions: [Int: Int] = [:]
    for (index, character) in paragraph.enumerated() {
      units.append(contentsOf: character.utf16)
      positions[units.count] = index + 1
    }
    return face.analyzer.breaks(units).compactMap { positions[$0] }
  }

  private func row(_ text: String, _ direction: TextDirection) -> Row {
    Row(
      text: text, advance: face.metrics(text, direction).advance, isRightToLeft: direction == .rightToLeft)
  }

  /// A line as shown: without spaces at its end, and with a hyphen for a soft one.
  private static func shown(_ line: ArraySlice<Character>) -> String {
    let line = trimmed(line)
    return line.last == "\u{AD}" ? String(line.dropLast()) + "-" : String(line)
  }

  private static func trimmed(_ line: ArraySlice<Character>) -> ArraySlice<Character> {
    var line = line
    while line.last?.isWhitespace == true { line.removeLast() }
    return line
  }
}
