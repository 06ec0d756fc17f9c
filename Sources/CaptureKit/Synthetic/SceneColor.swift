/// A colour as red, green and blue, sRGB-coded, 0...1.
typealias RGB = SIMD3<Float>

/// A colour as coded in JPEG: full-range BT.601 (ITU-T T.871 clause 7), 0...255.
struct YCbCr {
  var y: Float
  var cb: Float
  var cr: Float

  init(_ color: RGB) {
    let c = color * 255
    y = 0.299 * c.x + 0.587 * c.y + 0.114 * c.z
    cb = -0.168_736 * c.x - 0.331_264 * c.y + 0.5 * c.z + 128
    cr = 0.5 * c.x - 0.418_688 * c.y - 0.081_312 * c.z + 128
  }
}

extension UInt8 {
  /// The nearest byte; values outside 0...255 are clamped, not-a-number becomes 0.
  @inline(__always)
  init(nearest value: Float) { self = UInt8(Swift.min(255, Swift.max(0, value)) + 0.5) }
}

@inline(__always)
func interpolate(_ a: RGB, _ b: RGB, _ t: Float) -> RGB { a + (b - a) * t }
