extension Path {
  /// Appends the path as SVG path data in absolute commands, numbers rounded to `decimals` (0 … 9)
  /// places, without trailing zeros. Allocates nothing if `bytes` has enough capacity.
  ///
  /// Non-finite values are written as 0; values beyond ±10⁹ are clamped.
  public func appendSVG(to bytes: inout [UInt8], decimals: Int) {
    let decimals = max(0, min(9, decimals))
    for element in elements {
      switch element {
      case .move(let p):
        bytes.append(UInt8(ascii: "M"))
        Self.append(p, decimals, isFirst: true, to: &bytes)
      case .line(let p):
        bytes.append(UInt8(ascii: "L"))
        Self.append(p, decimals, isFirst: true, to: &bytes)
      case .quad(let c, let p):
        bytes.append(UInt8(ascii: "Q"))
        Self.append(c, decimals, isFirst: true, to: &bytes)
        Self.append(p, decimals, isFirst: false, to: &bytes)
      case .cubic(let c1, let c2, let p):
        bytes.append(UInt8(ascii: "C"))
        Self.append(c1, decimals, isFirst: true, to: &bytes)
        Self.append(c2, decimals, isFirst: false, to: &bytes)
        Self.append(p, decimals, isFirst: false, to: &bytes)
      case .close:
        bytes.append(UInt8(ascii: "Z"))
      }
    }
  }

  /// The path as SVG path data: see ``appendSVG(to:decimals:)``.
  public func svg(decimals: Int = 4) -> String {
    var bytes: [UInt8] = []
    appendSVG(to: &bytes, decimals: decimals)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ p: Point, _ decimals: Int, isFirst: Bool, to bytes: inout [UInt8]) {
    append(p.x, decimals, isFirst: isFirst, to: &bytes)
    append(p.y, decimals, isFirst: false, to: &bytes)
  }

  private static func append(_ value: Double, _ decimals: Int, isFirst: Bool, to bytes: inout [UInt8]) {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let held = value.isFinite ? max(-1e9, min(1e9, value)) : 0
    let whole = Int64((held * scale).rounded())
    if whole < 0 {
      bytes.append(UInt8(ascii: "-"))
    } else if !isFirst {
      bytes.append(UInt8(ascii: " "))  // a minus sign is itself a separator
    }
    var digits = whole.magnitude
    var places = decimals
    while places > 0, digits % 10 == 0 {
      digits /= 10
      places -= 1
    }
    var weight: UInt64 = 1
    for _ in 0..<places { weight *= 10 }
    appendDigits(digits / weight, to: &bytes)
    guard places > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var rest = digits % weight
    while weight > 1 {
      weight /= 10
      bytes.append(UInt8(ascii: "0") + UInt8(rest / weight))
      rest %= weight
    }
  }

  private static func appendDigits(_ value: UInt64, to bytes: inout [UInt8]) {
    var weight: UInt64 = 1
    while value / weight >= 10 { weight *= 10 }
    var rest = value
    while weight > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(rest / weight))
      rest %= weight
      weight /= 10
    }
  }
}
