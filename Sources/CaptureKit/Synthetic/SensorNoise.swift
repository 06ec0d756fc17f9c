// Shot noise grows with the square root of the light, and read noise exists even in the dark; after a camera's
// gamma curve the sum is nearly linear in the coded value. So: one bank of Gaussian noise, read from a
// different place for every row of every frame, times a gain that is linear in the sample.

import PixelTypes

/// Sensor noise for synthetic pictures: cheap, repeatable, different in every frame.
final class SensorNoise {
  private let bank: PixelPlane
  private let seed: UInt64
  private let floor: Int16
  private let slope: Int16
  private let shift: Int16

  /// Number of positions where a row may begin to read the bank.
  private static let starts = 1 << 16
  /// Standard deviation of the bank's values.
  private static let bankDeviation: Float = 32

  /// - Parameters:
  ///   - deviation: standard deviation at mid-grey, in levels, 0 to 40.
  ///   - seed: the same seed gives the same noise.
  ///   - width: length of the longest row, in samples.
  init(deviation: Double, seed: UInt64, width: Int) {
    self.seed = seed
    // Strong noise has fewer fractional bits, so that products fit in 16 bits.
    shift = deviation > 8 ? 7 : 9
    let gain = deviation * Double(1 << shift) / Double(Self.bankDeviation)
    floor = Int16(gain * 0.4)
    slope = Int16(gain * 1.2)
    // The bank is one long run of samples over the rows of a plane.
    let row = 4096
    bank = PixelPlane(width: row - 16, height: (Self.starts + width) / row + 2)
    bank.withMutableBytes { bytes in
      let random = ValueNoise(seed: seed ^ 0x6E6F_6973_65)
      for index in 0..<bytes.count {
        // Irwin–Hall: the sum of six uniforms has variance ½ and is close enough to a Gaussian.
        var sum: Float = -3
        let bits = ValueNoise.mix(random.seed, UInt64(index))
        for part in 0..<6 { sum += Float((bits >> (10 * UInt64(part))) & 1023) * (1 / 1023) }
        let value = max(-127, min(127, sum * 1.414_2 * Self.bankDeviation))
        bytes[index] = UInt8(bitPattern: Int8(value.rounded()))
      }
    }
  }

  /// Adds the noise of frame `frame` to a picture; chroma gets half as much, evenly.
  func add(to picture: PlanarPicture, frame: Int) {
    guard slope > 0 else { return }
    add(to: picture.luma, frame: frame, plane: 0, floor: floor, slope: slope)
    let chroma = (floor + slope / 2) / 2
    add(to: picture.cb, frame: frame, plane: 1, floor: chroma, slope: 0)
    add(to: picture.cr, frame: frame, plane: 2, floor: chroma, slope: 0)
  }

  private func add(to plane: PixelPlane, frame: Int, plane index: UInt64, floor: Int16, slope: Int16) {
    let key = ValueNoise.mix(seed &+ index, UInt64(truncatingIfNeeded: frame))
    // SAFETY: the bank holds `starts` + width samples and more, so every row's read stays inside it; the
    // rows written are the plane's own, which outlives the call.
    let noise = unsafe UnsafeRawPointer(bank.base).assumingMemoryBound(to: Int8.self)
    for y in 0..<plane.height {
      let start = Int(ValueNoise.mix(key, UInt64(y)) & UInt64(Self.starts - 1))
      unsafe RowKernels.addNoise(
        plane.base + y * plane.bytesPerRow, noise + start, floor: floor, slope: slope, shift: shift,
        count: plane.width)
    }
  }
}
