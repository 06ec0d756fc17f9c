import PixelTypes
import TestPictures
import Testing

@testable import Compositor

@Suite("Small pictures from a walk")
struct WalkedSmallPicturesTests {
  @Test("chroma of twice the width lies between its samples", arguments: [1, 2, 3, 17, 120])
  func widen(width: Int) {
    let source = PixelPlane(width: width, height: 5)
    for (x, y) in source.places { source[x, y] = UInt8((x * 97 + y * 41 + x * x * 13) % 256) }
    let wide = PixelPlane(width: 2 * width, height: 5)
    PlaneScaler.widen(source, into: wide)
    for (x, y) in wide.places {
      let other = min(max(x / 2 + (x % 2 == 0 ? -1 : 1), 0), width - 1)
      let between = 0.75 * Double(source[x / 2, y]) + 0.25 * Double(source[other, y])
      #expect(abs(Double(wide[x, y]) - between) <= 0.5)
    }
  }
}
