import PixelTypes
import TestSupport
import Testing

/// Planes for tests.
package enum Plane {
  package static func random(width: Int, height: Int, seed: UInt64) -> PixelPlane {
    var numbers = Seeded(seed)
    let plane = PixelPlane(width: width, height: height)
    for (x, y) in plane.places { plane[x, y] = UInt8.random(in: 0...255, using: &numbers) }
    return plane
  }

  package static func samples(_ plane: PixelPlane) -> [UInt8] {
    samples(plane, PixelRect(x: 0, y: 0, width: plane.width, height: plane.height))
  }

  package static func samples(_ plane: PixelPlane, _ rect: PixelRect) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(rect.width * rect.height)
    plane.withBytes { bytes in
      for (x, y) in rect.places { result.append(bytes[y * plane.bytesPerRow + x]) }
    }
    return result
  }

  /// The largest difference between samples of two planes of one size.
  package static func largestDifference(_ a: PixelPlane, _ b: PixelPlane) -> Int {
    var largest = 0
    for (x, y) in a.places { largest = max(largest, abs(Int(a[x, y]) - Int(b[x, y]))) }
    return largest
  }

  package static func mean(_ plane: PixelPlane) -> Double {
    let all = samples(plane)
    return Double(all.reduce(0) { $0 + Int($1) }) / Double(max(1, all.count))
  }
}

extension PixelPlane {
  package var places: Places { Places(0..<width, 0..<height) }
}

extension PixelRect {
  package var places: Places { Places(x..<maxX, y..<maxY) }
}

extension PixelRect: CustomTestStringConvertible {
  public var testDescription: String { "\(width)x\(height)+\(x)+\(y)" }
}
