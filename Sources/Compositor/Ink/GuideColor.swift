/// A colour of ink in full-range BT.601 YCbCr, as the canvas holds it.
package struct GuideColor: Sendable, Hashable {
  package let y: UInt8
  package let cb: UInt8
  package let cr: UInt8

  /// From its samples.
  package init(y: UInt8, cb: UInt8, cr: UInt8) { (self.y, self.cb, self.cr) = (y, cb, cr) }

  /// From sRGB components, 0...255 (ITU-T T.871, section 7).
  package init(red: Double, green: Double, blue: Double) {
    y = UInt8((0.299 * red + 0.587 * green + 0.114 * blue).rounded())
    cb = UInt8(min(255, (128 - 0.168736 * red - 0.331264 * green + 0.5 * blue).rounded()))
    cr = UInt8(min(255, (128 + 0.5 * red - 0.418688 * green - 0.081312 * blue).rounded()))
  }

  package static let white = GuideColor(red: 255, green: 255, blue: 255)
  package static let black = GuideColor(red: 0, green: 0, blue: 0)
  /// Near: warm yellow.
  package static let amber = GuideColor(red: 255, green: 204, blue: 0)
  /// Snapped: a green that differs from amber in lightness too.
  package static let green = GuideColor(red: 48, green: 219, blue: 91)
  /// For ink that follows the subject.
  package static let cyan = GuideColor(red: 100, green: 210, blue: 255)
  /// A camera that is lost or recorded: the red of the chrome's timer and shutter.
  package static let red = GuideColor(red: 255, green: 59, blue: 48)
}
