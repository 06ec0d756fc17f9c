import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome

@Suite("Pictures in one call")
struct ChromePictureTests {
  private static let bar = Text("Ready").font(.headline).padding(16).glassEffect().id("bar")

  private static func draw(_ backdrop: PictureBackdrop, scale: Double = 1) throws -> PlanarPicture {
    try ChromePicture.draw(bar, width: 160, height: 96, over: backdrop, scale: scale)
  }

  @Test("away from the glass the backdrop is what it was, to the byte")
  func untouched() throws {
    let backdrop = PictureBackdrop.gradient([0x2040C0, 0xF0A030])
    let (with, plain) = (try Self.draw(backdrop), try backdrop.drawn(ChromeFixtures.size(160, 96)))
    var (corners, middle) = (0, 0)
    for (x, y) in with.luma.places
    where with.luma[x, y] != plain.luma[x, y] || with.cb[x, y] != plain.cb[x, y] {
      if x < 8 || y < 4 { corners += 1 } else { middle += 1 }
    }
    #expect(corners == 0 && middle > 2_000)
  }

  @Test("shadows lie on the backdrop around the glass, and only darken it")
  func shadow() throws {
    let backdrop = PictureBackdrop.gradient([0xC0C0C0])
    let picture = try Self.draw(backdrop)
    let plain = try backdrop.drawn(ChromeFixtures.size(160, 96))
    // Below the bar, which is 52 points high in the middle.
    let below = (44...116).map { Int(picture.luma[$0, 77]) - Int(plain.luma[$0, 77]) }
    #expect(below.allSatisfy { $0 <= 0 } && below.contains { $0 < -2 })
  }

  @Test("pixels fill the picture, and are cut where the shape differs")
  func pixels() throws {
    // Left half red, right half blue, three times as wide as high: the outer thirds don't show.
    var bytes: [UInt8] = []
    for (x, _) in Places(0..<60, 0..<20) { bytes += x < 30 ? [255, 0, 0] : [0, 0, 255] }
    let size = ChromeFixtures.size(40, 40)
    let picture = try PictureBackdrop.pixels(bytes, width: 60, height: 20).drawn(size)
    #expect(picture.cr[0, 20] > 240 && picture.cb[39, 20] > 240)
    #expect(picture.cr[18, 0] > 240 && picture.cb[21, 39] > 240)
    let again = try PictureBackdrop.picture(picture).drawn(size)
    for i in stride(from: 0, to: 40, by: 7) {
      #expect(abs(Int(again.luma[i, i]) - Int(picture.luma[i, i])) <= 1)
    }
    #expect(throws: GlassError.self) {
      try PictureBackdrop.pixels(bytes, width: 61, height: 20).drawn(size)
    }
    #expect(throws: GlassError.self) { try PictureBackdrop.pixels([], width: 0, height: -1).drawn(size) }
  }

  @Test("a picture that is made smaller keeps its mean")
  func reduced() throws {
    var bytes: [UInt8] = []
    for (x, y) in Places(0..<64, 0..<64) {
      bytes += Array(repeating: (x + y).isMultiple(of: 2) ? 255 : 0, count: 3)
    }
    let small = try PictureBackdrop.pixels(bytes, width: 64, height: 64).drawn(ChromeFixtures.size(16, 16))
    #expect((0..<16).allSatisfy { abs(Int(small.luma[$0, $0]) - 128) <= 2 })
    #expect(PictureBackdrop.reduced(small, by: 100).size == ChromeFixtures.size(2, 2))
  }

  @Test("the scale gives more pixels, and the same picture again the same bytes")
  func scale() throws {
    let backdrop = PictureBackdrop.gradient([0x101010, 0x8090A0])
    let png = try ChromePicture.png(of: Self.bar, width: 160, height: 96, over: backdrop)
    #expect(png == (try ChromePicture.png(of: Self.bar, width: 160, height: 96, over: backdrop)))
    #expect(try Self.draw(backdrop, scale: 2).size == ChromeFixtures.size(320, 192))
  }

  @Test("views that break a rule and sizes that can't be are named")
  func errors() {
    let empty = PictureBackdrop.gradient([])
    #expect(throws: GlassError.layout(.inkWithoutGlass("root/text"))) {
      try ChromePicture.png(of: Text("x").id("root"), width: 50, height: 50, over: empty)
    }
    for (width, scale) in [(0.0, 1.0), (.nan, 1), (.infinity, 1), (20_000, 1), (100, 0), (100, .nan)] {
      #expect(throws: GlassError.self) {
        try ChromePicture.png(of: Self.bar, width: width, height: 50, over: empty, scale: scale)
      }
    }
  }
}
