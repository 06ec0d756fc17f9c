// The grammar of path data: https://www.w3.org/TR/SVG2/paths.html#PathDataBNF
// Arcs: https://www.w3.org/TR/SVG2/implnote.html#ArcConversionEndpointToCenter

extension Path {
  /// The largest magnitude of a number in SVG: no drawing needs more, and anything computed from it stays finite.
  package static let farthest = 1e6

  /// Reads SVG path data: every command, relative or absolute, and all short forms of numbers (`1.5.5-3e2`).
  ///
  /// It accepts slightly more than the grammar: `1.` for `1`, as SVG 1.1 allowed, and negative
  /// radii, by their magnitude.
  ///
  /// - Throws: ``GeometryError`` at the first byte that isn't path data, since half a template
  ///   helps nobody. ``readingPrefix(ofSVG:)`` keeps what came before.
  public init(svg: String) throws(GeometryError) {
    var parser = SVGPathParser(bytes: Array(svg.utf8))
    try parser.parse()
    self = parser.path
  }

  /// Reads SVG path data as a browser does: up to, but not including, the first command with an error
  /// (https://www.w3.org/TR/SVG2/paths.html#PathDataErrorHandling).
  public static func readingPrefix(ofSVG svg: String) -> (path: Path, error: GeometryError?) {
    var parser = SVGPathParser(bytes: Array(svg.utf8))
    do throws(GeometryError) {
      try parser.parse()
      return (parser.path, nil)
    } catch {
      return (parser.path, error)
    }
  }
}

/// Reads path data byte by byte.
struct SVGPathParser {
  let bytes: [UInt8]
  private var offset = 0
  /// Whether a comma may come next: only between two numbers.
  private var allowsComma = false
  /// What has been read so far: whole commands only.
  private(set) var path = Path()
  /// The last curve's last control point, which `S` and `T` mirror; `nil` after other commands.
  private var cubicControl: Point?
  private var quadControl: Point?

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func parse() throws(GeometryError) {
    skipSpace()
    var command: UInt8 = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      if Self.commands.contains(byte) {
        guard command != 0 || byte | 32 == ascii("m") else {
          throw .unexpectedByte(byte, offset: offset)
        }
        command = byte
        offset += 1
        allowsComma = false
      } else if command == 0 || command | 32 == ascii("z") {
        throw .unexpectedByte(byte, offset: offset)
      } else if command | 32 == ascii("m") {
        command = command == ascii("m") ? ascii("l") : ascii("L")  // further pairs after a move are lines
      }
      try step(command)
      skipSpace()
    }
  }

  private static let commands: Set<UInt8> = Set("MmZzLlHhVvCcSsQqTtAa".utf8)

  private mutating func step(_ command: UInt8) throws(GeometryError) {
    let isRelative = command & 32 != 0
    let pen = path.currentPoint
    let origin = isRelative ? pen : .zero
    var cubic: Point?
    var quad: Point?
    switch command | 32 {
    case ascii("m"): path.move(to: origin + (try point()))
    case ascii("l"): path.line(to: origin + (try point()))
    case ascii("h"): path.line(to: Point(origin.x + (try number()), pen.y))
    case ascii("v"): path.line(to: Point(pen.x, origin.y + (try number())))
    case ascii("c"):
      let c1 = origin + (try point())
      let c2 = origin + (try point())
      path.cubic(c1, c2, to: origin + (try point()))
      cubic = c2
    case ascii("s"):
      let c1 = cubicControl.map { 2 * pen - $0 } ?? pen
      let c2 = origin + (try point())
      path.cubic(c1, c2, to: origin + (try point()))
      cubic = c2
    case ascii("q"):
      let c = origin + (try point())
      path.quad(control: c, to: origin + (try point()))
      quad = c
    case ascii("t"):
      let c = quadControl.map { 2 * pen - $0 } ?? pen
      path.quad(control: c, to: origin + (try point()))
      quad = c
    case ascii("a"):
      let radii = try point()
      let turn = try number()
      let isLarge = try flag()
      let isClockwise = try flag()
      let end = origin + (try point())
      path.arc(
        radii: radii, rotationDegrees: turn, isLarge: isLarge, isClockwise: isClockwise, to: end)
    default: path.close()
    }
    (cubicControl, quadControl) = (cubic, quad)
  }

  private mutating func point() throws(GeometryError) -> Point {
    let x = try number()
    return Point(x, try number())
  }

  private mutating func number() throws(GeometryError) -> Double {
    skipSpaceAndComma()
    let start = offset
    if offset < bytes.count, bytes[offset] == ascii("-") || bytes[offset] == ascii("+") { offset += 1 }
    var digits = skipDigits()
    if offset < bytes.count, bytes[offset] == ascii(".") {
      offset += 1
      digits += skipDigits()
    }
    guard digits > 0 else {
      guard offset < bytes.count else { throw .unexpectedEnd(offset: offset) }
      throw .unexpectedByte(bytes[offset], offset: offset)
    }
    // An exponent only if digits follow.
    if offset < bytes.count, bytes[offset] | 32 == ascii("e") {
      let mark = offset
      offset += 1
      if offset < bytes.count, bytes[offset] == ascii("-") || bytes[offset] == ascii("+") { offset += 1 }
      if skipDigits() == 0 { offset = mark }
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard let value = Double(text), value.magnitude <= Path.farthest else {
      throw .invalidNumber(offset: start)
    }
    return value
  }

  /// An arc's flag: a single digit, which the next number may follow directly.
  private mutating func flag() throws(GeometryError) -> Bool {
    skipSpaceAndComma()
    guard offset < bytes.count else { throw .unexpectedEnd(offset: offset) }
    let byte = bytes[offset]
    guard byte == ascii("0") || byte == ascii("1") else { throw .unexpectedByte(byte, offset: offset) }
    offset += 1
    return byte == ascii("1")
  }

  private mutating func skipDigits() -> Int {
    let start = offset
    while offset < bytes.count, (ascii("0")...ascii("9")).contains(bytes[offset]) { offset += 1 }
    return offset - start
  }

  private mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 9, 10, 12, 13, 32: offset += 1
      default: return
      }
    }
  }

  private mutating func skipSpaceAndComma() {
    skipSpace()
    if allowsComma, offset < bytes.count, bytes[offset] == ascii(",") {
      offset += 1
      skipSpace()
    }
    allowsComma = true
  }
}

private func ascii(_ character: Unicode.Scalar) -> UInt8 { UInt8(truncatingIfNeeded: character.value) }
