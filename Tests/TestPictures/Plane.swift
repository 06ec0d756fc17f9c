import PixelTypes
import TestSupport
import Testing

/// Planes for tests.
package enum Plane {
  package static func random(width: Int, height: Int, seed: UInt64) -> PixelPlane {
    var numbers = Seeded(seed)
    let plane = PixelPlane(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { plane[x, y] = UInt8.random(in: 0...255, using: &numbers) }
    }
    return plane
  }

  package static func samples(_ plane: PixelPlane) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(plane.width * plane.height)
    plane.withBytes { bytes in
      for y in 0..<plane.height {
        for x in 0..<plane.width { result.append(bytes[y * plane.bytesPerRow + x]) }
      }
    }
    return result
  }

  package static func mean(_ plane: PixelPlane) -> Double {
    let all = samples(plane)
    return Double(all.reduce(0) { $0 + Int($1) }) / Double(max(1, all.count))
  }
}

extension PixelRect: CustomTestStringConvertible {
  public var testDescription: String { "\(width)x\(height)+\(x)+\(y)" }
}
