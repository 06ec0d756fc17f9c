/// The part of an SVG document that templates and icons need: its `viewBox`, and the outlines of its paths and basic
/// shapes, placed by their own transforms and those of the groups around them.
///
/// Definitions (`defs`, `symbol`, `clipPath`, `mask`, `marker`, `pattern`) and anything hidden by `display="none"` are
/// skipped. Style sheets, `use` and text are not supported. Text without `<` is itself path data.
package struct SVGDocument {
  /// All outlines.
  package private(set) var path = Path()
  /// Those that are filled.
  package private(set) var fills = Path()
  /// Those with `fill="none"`, their own or a group's around them.
  package private(set) var lines = Path()
  package private(set) var viewBox: Rect?
  /// The words of its `data-assist`.
  package private(set) var assists: [String] = []
  package let isDocument: Bool

  /// An open element, and what applies inside it.
  private struct Scope {
    let name: Substring
    let transform: AffineTransform
    let isHidden: Bool
    let isFilled: Bool
  }

  private var scopes: [Scope] = []
  /// Limits the work: each end tag searches all open elements.
  private static let deepest = 256
  /// Limits the work: the outline is drawn and compared with each frame; FreeType takes 32,000 points.
  private static let mostElements = 10_000

  /// - Throws: `GeometryError` if path data is malformed.
  package init(_ text: String) throws(GeometryError) {
    isDocument = text.utf8.contains(UInt8(ascii: "<"))
    guard isDocument else {
      path = try Path(svg: text)
      guard path.elements.count <= Self.mostElements else {
        throw .tooLarge(reason: "more than \(Self.mostElements) lines and curves: simplify the drawing")
      }
      return
    }
    var rest = text[...]
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
      let tag = rest[rest.utf8.index(after: start)...]
      if tag.hasPrefix("!--") {
        rest = Self.after("-->", in: tag)
      } else if tag.hasPrefix("![CDATA[") {
        rest = Self.after("]]>", in: tag)
      } else {
        let end = Self.end(of: tag)
        try read(SVGTag(tag[..<end]))
        rest = tag[end...]
      }
    }
  }

  private mutating func read(_ tag: SVGTag) throws(GeometryError) {
    if tag.isEnd {
      // An end tag without a start is ignored; the parent's end tag supplies a missing one.
      if let open = scopes.lastIndex(where: { $0.name == tag.name }) { scopes.removeSubrange(open...) }
      return
    }
    guard !tag.name.hasPrefix("!"), !tag.name.hasPrefix("?") else { return }
    let around = scopes.last
    let here = tag["transform"].map { AffineTransform(svg: $0) } ?? .identity
    let scope = Scope(
      name: tag.name, transform: here.then(around?.transform ?? .identity),
      isHidden: around?.isHidden == true || Self.unseen.contains(tag.name) || tag["display"] == "none",
      isFilled: tag["fill"].map { $0 != "none" } ?? around?.isFilled ?? true)
    if !scope.isHidden, let shape = try tag.shape?.transformed(by: scope.transform) {
      path.append(shape)
      if scope.isFilled { fills.append(shape) } else { lines.append(shape) }
    }
    if tag.name == "svg", viewBox == nil { viewBox = tag.viewBox }
    if tag.name == "svg", let names = tag["data-assist"] {
      assists += names.split { $0.isWhitespace }.map(String.init)
    }
    if !tag.isWhole { scopes.append(scope) }
    guard scopes.count <= Self.deepest else {
      throw .tooLarge(reason: "elements nested more than \(Self.deepest) deep")
    }
    guard path.elements.count <= Self.mostElements else {
      throw .tooLarge(reason: "more than \(Self.mostElements) lines and curves: simplify the drawing")
    }
  }

  private static let unseen: Set<Substring> = ["defs", "symbol", "clipPath", "mask", "marker", "pattern"]

  /// The end of a tag: the first `>` outside quotes.
  private static func end(of tag: Substring) -> Substring.Index {
    var quote: UInt8?
    for (byte, i) in zip(tag.utf8, tag.utf8.indices) {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return i
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    }
    return tag.endIndex
  }

  private static func after(_ mark: String, in text: Substring) -> Substring {
    var rest = text
    while !rest.isEmpty, !rest.hasPrefix(mark) { rest = rest.dropFirst() }
    return rest.dropFirst(mark.count)
  }
}
