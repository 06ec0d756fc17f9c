/// A colour as full-range BT.601 codes, for ink.
struct InkColor: Hashable {
  var luma: UInt8
  var cb: UInt8
  var cr: UInt8

  /// From sRGB codes 0...255.
  init(_ red: Double, _ green: Double, _ blue: Double) {
    let y = 0.299 * red + 0.587 * green + 0.114 * blue
    luma = UInt8(clamping: Int(y.rounded()))
    cb = UInt8(clamping: Int((128 + (blue - y) * 0.564334).rounded()))
    cr = UInt8(clamping: Int((128 + (red - y) * 0.713267).rounded()))
  }

  init(grey: Double) { self.init(grey, grey, grey) }

  /// Relative luminance, 0...1 (WCAG 2.2).
  var luminance: Double { Self.luminance(luma: luma, cb: cb, cr: cr) }

  /// Relative luminance of a full-range BT.601 colour, 0...1.
  static func luminance(luma: UInt8, cb: UInt8, cr: UInt8) -> Double {
    let (y, b, r) = (Double(luma), Double(cb) - 128, Double(cr) - 128)
    let curve = TransferCurve.shared
    func light(_ code: Double) -> Double {
      Double(curve.light(ofCode: UInt8(max(0, min(255, code)).rounded()))) / 65_535
    }
    return 0.2126 * light(y + 1.402 * r) + 0.7152 * light(y - 0.344136 * b - 0.714136 * r)
      + 0.0722 * light(y + 1.772 * b)
  }

  /// The code of a channel: 0 luma, 1 Cb, 2 Cr.
  subscript(channel: Int) -> UInt8 { channel == 0 ? luma : channel == 1 ? cb : cr }
}
