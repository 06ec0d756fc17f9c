/// The little of an SVG document that a template needs: its `viewBox` and its paths' data.
///
/// Text that holds no `<` is path data itself.
struct SVGDocument {
  private(set) var pathData: [String] = []
  private(set) var viewBox: Rect?
  let isDocument: Bool

  init(_ text: String) {
    isDocument = text.contains("<")
    guard isDocument else {
      pathData = [text]
      return
    }
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      let tag = rest[rest.index(after: start)...]
      if tag.hasPrefix("!--") {
        rest = Self.after("-->", in: tag)
        continue
      }
      let end = tag.firstIndex(of: ">") ?? tag.endIndex
      read(tag[..<end])
      rest = tag[end...]
    }
  }

  private mutating func read(_ tag: Substring) {
    let name = tag.prefix { !$0.isWhitespace && $0 != "/" }
    if name == "path", let data = Self.attribute("d", of: tag) { pathData.append(String(data)) }
    if name == "svg", viewBox == nil, let box = Self.attribute("viewBox", of: tag) {
      let numbers = box.split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
      if numbers.count == 4, numbers[2] > 0, numbers[3] > 0 {
        viewBox = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      }
    }
  }

  /// The value of an attribute, in either kind of quotes.
  private static func attribute(_ name: String, of tag: Substring) -> Substring? {
    var rest = tag.drop { !$0.isWhitespace }
    while true {
      rest = rest.drop { $0.isWhitespace }
      let key = rest.prefix { $0 != "=" && !$0.isWhitespace }
      rest = rest.dropFirst(key.count).drop { $0.isWhitespace }
      guard rest.first == "=" else {
        if rest.isEmpty || key.isEmpty { return nil }
        continue
      }
      rest = rest.dropFirst().drop { $0.isWhitespace }
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
      let value = rest.dropFirst().prefix { $0 != quote }
      if key == name { return value }
      rest = rest.dropFirst(value.count + 2)
    }
  }

  private static func after(_ mark: String, in text: Substring) -> Substring {
    var rest = text
    while !rest.isEmpty, !rest.hasPrefix(mark) { rest = rest.dropFirst() }
    return rest.dropFirst(mark.count)
  }
}
