import PixelTypes
import Testing

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers for the same seed.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Planes for tests.
enum Plane {
  static func random(width: Int, height: Int, seed: UInt64) -> PixelPlane {
    var numbers = Seeded(seed)
    let plane = PixelPlane(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { plane[x, y] = UInt8.random(in: 0...255, using: &numbers) }
    }
    return plane
  }

  static func samples(_ plane: PixelPlane) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(plane.width * plane.height)
    plane.withBytes { bytes in
      for y in 0..<plane.height {
        for x in 0..<plane.width { result.append(bytes[y * plane.bytesPerRow + x]) }
      }
    }
    return result
  }

  static func mean(_ plane: PixelPlane) -> Double {
    let all = samples(plane)
    return Double(all.reduce(0) { $0 + Int($1) }) / Double(max(1, all.count))
  }
}

extension PixelRect: CustomTestStringConvertible {
  public var testDescription: String { "\(width)x\(height)+\(x)+\(y)" }
}
