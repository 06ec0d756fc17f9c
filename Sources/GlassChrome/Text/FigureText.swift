/// A short run of digits and signs, at most 16, built without heap allocation.
struct FigureText: Equatable {
  private(set) var count = 0
  // Packed by hand: InlineArray's accessors allocate in unoptimised builds.
  private var bytes: UInt128 = 0

  init() {}

  subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bytes &>> UInt128(8 * index)) }

  mutating func append(_ byte: UInt8) {
    guard count < 16 else { return }
    bytes |= UInt128(byte) &<< UInt128(8 * count)
    count += 1
  }

  /// A number with at least `digits` digits, clamped to 0...999,999,999.
  mutating func append(number: Int, digits: Int = 1) {
    let value = min(max(number, 0), 999_999_999)
    var divisor = 1
    var length = 1
    while divisor * 10 <= value || length < digits {
      divisor *= 10
      length += 1
    }
    while divisor > 0 {
      append(UInt8(48 + value / divisor % 10))
      divisor /= 10
    }
  }

  /// Hours (if `withHours`), minutes and seconds, as in `14:03:27` or `00:12`.
  static func time(seconds: Int, withHours: Bool) -> FigureText {
    var text = FigureText()
    if withHours {
      text.append(number: seconds / 3600, digits: 2)
      text.append(58)
    }
    text.append(number: withHours ? seconds / 60 % 60 : seconds / 60, digits: 2)
    text.append(58)
    text.append(number: seconds % 60, digits: 2)
    return text
  }

  /// A rate with one decimal, as in `30.0`, or without it if it has more than `digits` digits
  /// before the point; a non-finite value becomes 0.
  static func rate(_ value: Double, digits: Int) -> FigureText {
    let tenths = value.isFinite ? Int(min(max(value, 0), 99_999_999) * 10 + 0.5) : 0
    guard tenths < 10 * Self.end(digits) else { return .number((tenths + 5) / 10, digits: digits + 1) }
    var text = FigureText()
    text.append(number: tenths / 10)
    text.append(46)
    text.append(number: tenths % 10)
    return text
  }

  static let plus = UInt8(ascii: "+")
  /// Stands for the sign U+2248.
  static let about = UInt8(ascii: "~")
  /// Stands for the sign U+2212.
  static let minus = UInt8(ascii: "-")
  static let point = UInt8(ascii: ".")
  /// Stands for U+00B0.
  static let degree: UInt8 = 0xB0

  /// Degrees with a sign and one decimal, clamped to ±999; what rounds to 0 has no sign, and a
  /// non-finite value becomes 0. What is rough has a sign before it that says so, as in `≈−1.4°`.
  static func degrees(_ value: Double, isRough: Bool = false) -> FigureText {
    let tenths = value.isFinite ? Int((min(max(value, -999), 999) * 10).rounded()) : 0
    var text = FigureText()
    if isRough { text.append(about) }
    if tenths != 0 { text.append(tenths < 0 ? minus : plus) }
    text.append(number: abs(tenths) / 10)
    text.append(point)
    text.append(number: abs(tenths) % 10)
    text.append(degree)
    return text
  }

  /// A whole number of at most `digits` digits, or from 1000 on its thousands or millions, as in `12k` or `1M`.
  static func number(_ value: Int, digits: Int) -> FigureText {
    var text = FigureText()
    let value = min(max(value, 0), 999_999_999)
    let unit = value < max(end(digits), 1000) ? 1 : value < 1_000_000 ? 1000 : 1_000_000
    text.append(number: value / unit)
    if unit > 1 { text.append(unit == 1000 ? thousands : millions) }
    return text
  }

  static let thousands = UInt8(ascii: "k")
  static let millions = UInt8(ascii: "M")

  /// The least number with more than `digits` digits.
  private static func end(_ digits: Int) -> Int {
    var end = 1
    for _ in 0..<max(digits, 0) { end *= 10 }
    return end
  }

  /// A value as a format writes it, with room for `digits` digits before the point; a non-finite value becomes 0.
  init(_ value: Double, as format: LiveNumber.Format, digits: Int) {
    let whole = value.isFinite ? Int(min(max(value, 0), 999_999_999)) : 0
    switch format {
    case .hoursMinutesSeconds: self = .time(seconds: min(whole, 359_999), withHours: true)
    case .minutesSeconds: self = .time(seconds: min(whole, 359_999), withHours: false)
    case .decimal: self = .rate(value, digits: digits)
    case .integer: self = .number(whole, digits: digits)
    }
  }
}
