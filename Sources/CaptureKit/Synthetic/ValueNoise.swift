// Value noise with a smooth fade, summed over octaves: K. Perlin, "An Image Synthesizer" (SIGGRAPH 1985), as
// simplified in D. Ebert et al., "Texturing and Modeling". The hash is the finalizer of SplitMix64
// (G. Steele et al., OOPSLA 2014).

/// Repeatable pseudo-random numbers and fields; the same on every machine.
struct ValueNoise {
  let seed: UInt64

  /// 64 well-mixed bits of two numbers.
  @inline(__always)
  static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var z = a &+ 0x9E37_79B9_7F4A_7C15 &* (b &+ 1)
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The number at an index, from 0 to just below 1.
  @inline(__always)
  func uniform(_ index: Int) -> Float {
    Float(Self.mix(seed, UInt64(truncatingIfNeeded: index)) >> 40) * (1 / 16_777_216)
  }

  @inline(__always)
  private func lattice(_ x: Int, _ y: Int) -> Float {
    let packed = UInt64(truncatingIfNeeded: x) &* 0x1_0000_0001 ^ UInt64(truncatingIfNeeded: y) << 20
    return Float(Self.mix(seed, packed) >> 40) * (1 / 16_777_216)
  }

  /// A field of 0...1 that varies smoothly over distances of 1.
  ///
  /// If `period` is above 0, it repeats along x after that many cells.
  func field(_ x: Float, _ y: Float, period: Int = 0) -> Float {
    let fx = x.rounded(.down)
    let fy = y.rounded(.down)
    var x0 = Int(fx)
    var x1 = x0 + 1
    let y0 = Int(fy)
    if period > 0 {
      x0 = (x0 % period + period) % period
      x1 = (x1 % period + period) % period
    }
    let tx = x - fx
    let ty = y - fy
    let sx = tx * tx * (3 - 2 * tx)
    let sy = ty * ty * (3 - 2 * ty)
    let top = lattice(x0, y0) * (1 - sx) + lattice(x1, y0) * sx
    let bottom = lattice(x0, y0 + 1) * (1 - sx) + lattice(x1, y0 + 1) * sx
    return top * (1 - sy) + bottom * sy
  }

  /// The sum of octaves of `field(_:_:period:)`, each twice as fine and half as strong; 0...1.
  func turbulence(_ x: Float, _ y: Float, octaves: Int, period: Int = 0) -> Float {
    var sum: Float = 0
    var weight: Float = 0.5
    var total: Float = 0
    var scale: Float = 1
    for octave in 0..<octaves {
      let shift = Float(octave) * 17.3
      sum += weight * field(x * scale, y * scale + shift, period: period << octave)
      total += weight
      weight *= 0.5
      scale *= 2
    }
    return sum / total
  }
}

/// 0 below `low`, 1 above `high`, smooth between.
@inline(__always)
func smoothStep(_ low: Float, _ high: Float, _ value: Float) -> Float {
  let t = min(1, max(0, (value - low) / (high - low)))
  return t * t * (3 - 2 * t)
}

/// The point at share `t` of the way from `a` to `b`.
@inline(__always)
func interpolate(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }
