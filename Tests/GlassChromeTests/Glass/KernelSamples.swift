import PixelTypes
import TestSupport

@testable import GlassChrome

/// Samples in which the kernels' tests put them to the proof.
enum KernelSamples {
  static func plane(_ width: Int, _ height: Int, below limit: Int, _ random: inout Seeded) -> SamplePlane {
    let plane = SamplePlane(width: width, height: height)
    for (x, y) in plane.places {
      // The ends of the range come often.
      let value = Int.random(in: -limit / 8...limit + limit / 8, using: &random)
      plane[x, y] = UInt16(min(max(value, 0), limit))
    }
    return plane
  }

  static func triple(_ width: Int, _ height: Int, _ random: inout Seeded) -> SampleTriple {
    let triple = SampleTriple(width: width, height: height)
    for channel in 0..<3 {
      for (x, y) in triple[channel].places {
        triple[channel][x, y] = UInt16.random(in: 0...65_535, using: &random)
      }
    }
    return triple
  }

  static func pixels(_ width: Int, _ height: Int, _ random: inout Seeded) -> PixelPlane {
    let plane = PixelPlane(width: width, height: height)
    for (x, y) in plane.places {
      plane[x, y] = UInt8(clamping: Int.random(in: -20...275, using: &random))
    }
    return plane
  }

  /// Washes that keep a share of the light and add to it at random, never more than white.
  static func washes(_ width: Int, _ height: Int, _ random: inout Seeded) -> WashPlanes {
    let washes = WashPlanes(width: width, height: height)
    for (x, y) in washes.keep.places {
      let keep = UInt16.random(in: 0...65_535, using: &random)
      washes.keep[x, y] = keep
      for channel in 0..<3 {
        washes.add[channel][x, y] = UInt16.random(in: 0...65_535 - keep, using: &random)
      }
    }
    return washes
  }

  /// The dither's definition: interleaved bits of column xor row, and row.
  static func threshold(_ x: Int, _ y: Int) -> Int {
    (0..<4).reduce(0) { value, bit in
      let (p, q) = (x >> bit & 1, y >> bit & 1)
      return value * 4 + (p == q ? 0 : 2) + q
    }
  }
}
