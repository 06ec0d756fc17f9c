import PixelTypes
import Testing

@testable import Showroom

@Suite("Test backdrops")
struct TestBackdropTests {
  @Test(
    "each backdrop has the light that it stands for",
    arguments: [
      (TestBackdrop.brightSky, 120.0...255.0), (.foliage, 60...170), (.nightCity, 10...80),
      (.skin, 110...210),
      (.art, 60...150), (.greyWall, 110...140), (.black, 0...0), (.white, 255...255), (.checker, 120...135),
    ])
  func mean(backdrop: TestBackdrop, range: ClosedRange<Double>) throws {
    let picture = try backdrop.picture()
    #expect(picture.size == TestBackdrop.size)
    var sum = 0
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width { sum += Int(picture.luma[x, y]) }
    }
    #expect(range.contains(Double(sum) / Double(picture.size.width * picture.size.height)))
  }

  @Test("art is colourful, the flash changes ten times a second")
  func colourAndFlash() throws {
    let art = try TestBackdrop.art.picture()
    var widest = 0
    for y in 0..<art.size.height {
      for x in 0..<art.size.width { widest = max(widest, abs(Int(art.cb[x, y]) - 128)) }
    }
    #expect(widest > 50)
    var levels: [UInt8] = []
    for step in 0..<10 {
      levels.append(try TestBackdrop.flash.picture(nanoseconds: Int64(step) * 50_000_000).luma[3, 3])
    }
    #expect(levels == [255, 0, 255, 0, 255, 0, 255, 0, 255, 0])
  }
}
