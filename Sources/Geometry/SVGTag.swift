/// One tag of an SVG document, without its brackets.
struct SVGTag {
  /// The name without its namespace prefix.
  let name: Substring
  /// True for `</g>`.
  let isEnd: Bool
  /// True for `<path … />`, which has no content.
  let isWhole: Bool
  private let attributes: Substring

  init(_ text: Substring) {
    isEnd = text.first == "/"
    isWhole = text.last == "/"
    let body = isEnd ? text.dropFirst() : text
    let full = body.prefix { !$0.isWhitespace && $0 != "/" }
    name = full.lastIndex(of: ":").map { full[full.index(after: $0)...] } ?? full
    attributes = body.dropFirst(full.count)
  }

  /// The value of an attribute, in either kind of quotes.
  subscript(name: String) -> Substring? {
    // By bytes: path data are long, and characters slow.
    var rest = attributes.utf8
    while true {
      rest = rest.drop(while: Self.isSpace)
      let key = rest.prefix { $0 != UInt8(ascii: "=") && !Self.isSpace($0) }
      rest = rest[key.endIndex...].drop(while: Self.isSpace)
      guard rest.first == UInt8(ascii: "=") else {
        if rest.isEmpty || key.isEmpty { return nil }
        continue
      }
      rest = rest.dropFirst().drop(while: Self.isSpace)
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        return nil
      }
      let value = rest.dropFirst().prefix { $0 != quote }
      if key.elementsEqual(name.utf8) { return Substring(value) }
      rest = rest[value.endIndex...].dropFirst()
    }
  }

  /// White space as XML knows it.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }

  /// A length in user units, with or without `px`; 0 if missing or in any other unit.
  private func length(_ name: String) -> Double { lengthIfGiven(name) ?? 0 }

  private func lengthIfGiven(_ name: String) -> Double? {
    guard var text = self[name] else { return nil }
    if text.hasSuffix("px") { text = text.dropLast(2) }
    guard let value = Double(String(text)), value.isFinite else { return nil }
    return value
  }

  /// The `viewBox`, or a rectangle of `width` × `height` without one.
  var viewBox: Rect? {
    var box = Rect(x: 0, y: 0, width: length("width"), height: length("height"))
    if let text = self["viewBox"] {
      let n = Self.numbers(text)
      if n.count == 4 { box = Rect(x: n[0], y: n[1], width: n[2], height: n[3]) }
    }
    return box.width > 0 && box.height > 0 ? box : nil
  }

  /// Numbers separated by commas and white space.
  static func numbers(_ text: Substring) -> [Double] {
    text.split { $0 == "," || $0.isWhitespace }.compactMap { Double(String($0)) }.filter(\.isFinite)
  }

  /// What the tag draws; `nil` if nothing (https://www.w3.org/TR/SVG2/shapes.html).
  ///
  /// - Throws: `GeometryError` if path data is malformed.
  var shape: Path? {
    get throws(GeometryError) {
      switch name {
      case "path":
        guard let data = self["d"], data != "none" else { return nil }
        return try Path(svg: String(data))
      case "rect": return rect
      case "circle":
        let radius = length("r")
        return radius > 0 ? .circle(center: Point(length("cx"), length("cy")), radius: radius) : nil
      case "ellipse":
        let (rx, ry) = (lengthIfGiven("rx") ?? length("ry"), lengthIfGiven("ry") ?? length("rx"))
        guard rx > 0, ry > 0 else { return nil }
        return .ellipse(
          in: Rect(x: length("cx") - rx, y: length("cy") - ry, width: 2 * rx, height: 2 * ry))
      case "line":
        var path = Path()
        path.line(from: Point(length("x1"), length("y1")), to: Point(length("x2"), length("y2")))
        return path
      case "polyline", "polygon":
        let n = Self.numbers(self["points"] ?? "")
        guard n.count >= 4 else { return nil }
        var path = Path()
        path.move(to: Point(n[0], n[1]))
        for i in stride(from: 2, to: n.count - 1, by: 2) { path.line(to: Point(n[i], n[i + 1])) }
        if name == "polygon" { path.close() }
        return path
      default: return nil
      }
    }
  }

  private var rect: Path? {
    let box = Rect(x: length("x"), y: length("y"), width: length("width"), height: length("height"))
    guard box.width > 0, box.height > 0 else { return nil }
    let rx = min(max(0, lengthIfGiven("rx") ?? length("ry")), box.width / 2)
    let ry = min(max(0, lengthIfGiven("ry") ?? length("rx")), box.height / 2)
    guard rx > 0, ry > 0 else { return .rect(box) }
    // Round corners of one radius, in a box stretched until both radii agree.
    let stretch = rx / ry
    let tall = Rect(x: box.x, y: box.y * stretch, width: box.width, height: box.height * stretch)
    return Path.roundedRect(tall, radius: rx).transformed(by: .scale(1, 1 / stretch))
  }
}
