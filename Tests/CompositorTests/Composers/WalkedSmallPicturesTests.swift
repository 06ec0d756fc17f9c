import PixelTypes
import Testing

@testable import Compositor

@Suite("Small pictures from a walk")
struct WalkedSmallPicturesTests {
  @Test(
    "chroma of twice the width is what a scaler makes of it, but for a level", arguments: [1, 2, 3, 17, 120])
  func widen(width: Int) {
    let source = PixelPlane(width: width, height: 5)
    for y in 0..<5 {
      for x in 0..<width { source[x, y] = UInt8((x * 97 + y * 41 + x * x * 13) % 256) }
    }
    let (wide, scaled) = (PixelPlane(width: 2 * width, height: 5), PixelPlane(width: 2 * width, height: 5))
    PlaneScaler.widen(source, into: wide)
    var scaler = PlaneScaler(from: (width, 5), to: (2 * width, 5))
    scaler.scale(source, into: scaled, at: PixelRect(x: 0, y: 0, width: 2 * width, height: 5))
    var worst = 0
    for y in 0..<5 {
      for x in 0..<2 * width { worst = max(worst, abs(Int(wide[x, y]) - Int(scaled[x, y]))) }
    }
    #expect(worst <= 1)
  }
}
