/// A colour as linear light, each 0...1, sRGB primaries.
struct LinearColor: Hashable {
  var red: Double
  var green: Double
  var blue: Double

  /// This colour with a `share` of another mixed in, as light.
  func mixed(with other: LinearColor, _ share: Double) -> LinearColor {
    LinearColor(
      red: red + (other.red - red) * share, green: green + (other.green - green) * share,
      blue: blue + (other.blue - blue) * share)
  }

  static let black = LinearColor(red: 0, green: 0, blue: 0)
  static let white = LinearColor(red: 1, green: 1, blue: 1)

  /// BT.709 luminance, 0...1 (WCAG's relative luminance).
  var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}

extension LinearColor {
  init(grey: Double) { self.init(red: grey, green: grey, blue: grey) }

  /// From sRGB codes 0...255.
  init(code red: Double, _ green: Double, _ blue: Double) {
    self.init(
      red: TransferCurve.light(red / 255), green: TransferCurve.light(green / 255),
      blue: TransferCurve.light(blue / 255))
  }
}
