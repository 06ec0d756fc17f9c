import RealModule

extension AffineTransform {
  /// Reads SVG's `transform` attribute: a list of `matrix`, `translate`, `scale`, `rotate`, `skewX` and `skewY`,
  /// applied from last to first (https://www.w3.org/TR/css-transforms-1/#svg-syntax).
  ///
  /// A malformed list counts as none, as in a browser.
  init(svg text: Substring) {
    var whole = AffineTransform.identity
    var rest = text.drop { $0.isWhitespace || $0 == "," }
    while !rest.isEmpty {
      let name = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(name.count).drop { $0.isWhitespace }
      guard rest.first == "(", let end = rest.firstIndex(of: ")"),
        let step = Self.function(name, SVGTag.numbers(rest[rest.index(after: rest.startIndex)..<end]))
      else {
        self = .identity
        return
      }
      whole = step.then(whole)
      rest = rest[rest.index(after: end)...].drop { $0.isWhitespace || $0 == "," }
    }
    self = whole
  }

  private static func function(_ name: Substring, _ n: [Double]) -> AffineTransform? {
    let radians = (n.first ?? 0) * .pi / 180
    switch (name, n.count) {
    case ("matrix", 6): return AffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    case ("translate", 1): return .translation(n[0], 0)
    case ("translate", 2): return .translation(n[0], n[1])
    case ("scale", 1): return .scale(n[0], n[0])
    case ("scale", 2): return .scale(n[0], n[1])
    case ("rotate", 1): return .rotation(radians: radians)
    case ("rotate", 3):
      return translation(-n[1], -n[2]).then(.rotation(radians: radians)).then(.translation(n[1], n[2]))
    case ("skewX", 1): return AffineTransform(a: 1, b: 0, c: .tan(radians), d: 1, tx: 0, ty: 0)
    case ("skewY", 1): return AffineTransform(a: 1, b: .tan(radians), c: 0, d: 1, tx: 0, ty: 0)
    default: return nil
    }
  }
}
