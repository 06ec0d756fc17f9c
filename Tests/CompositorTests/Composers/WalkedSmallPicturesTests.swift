import PixelTypes
import TestPictures
import Testing

@testable import Compositor

@Suite("Small pictures from a walk")
struct WalkedSmallPicturesTests {
  @Test(
    "chroma of twice the width is what a scaler makes of it, but for a level", arguments: [1, 2, 3, 17, 120])
  func widen(width: Int) {
    let source = PixelPlane(width: width, height: 5)
    for (x, y) in source.places { source[x, y] = UInt8((x * 97 + y * 41 + x * x * 13) % 256) }
    let (wide, scaled) = (PixelPlane(width: 2 * width, height: 5), PixelPlane(width: 2 * width, height: 5))
    PlaneScaler.widen(source, into: wide)
    var scaler = PlaneScaler(from: (width, 5), to: (2 * width, 5))
    scaler.scale(source, into: scaled, at: PixelRect(x: 0, y: 0, width: 2 * width, height: 5))
    #expect(Plane.largestDifference(wide, scaled) <= 1)
  }
}
