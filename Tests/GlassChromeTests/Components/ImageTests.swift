import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Pictures on glass")
struct ImageTests {
  /// Four times as wide as high: a quarter black on the left, a quarter white on the right, grey between.
  private static func stripes() -> PlanarPicture {
    ChromeFixtures.picture(80, 20) { x, _ in
      x < 0.25 ? (0, 0, 0) : x >= 0.75 ? (255, 255, 255) : (200, 60, 60)
    }
  }

  private func painted(
    _ thumbnail: Thumbnail, width: Double, _ subsampling: ChromaSubsampling, corners: Double = 0
  ) throws -> PlanarPicture {
    let none = ChromeFixtures.rect(0, 0, 0, 0)
    let layout = ChromeLayout(
      canvas: ChromeFixtures.size(200, 100), viewfinders: [], topRegion: none, bottomRegion: none, scale: 1)
    let view = Image(thumbnail, minimumRadius: corners).frame(width: width, height: 40).padding(10)
      .glassEffect(in: .rect(cornerRadius: 0))
    let list = try laidOut(view, in: Rect(x: 0, y: 0, width: 200, height: 100))
    let painter = try ChromePainter(layout: layout, style: ChromeStyle(), subsampling: subsampling)
    let canvas = ChromeFixtures.canvas(layout, subsampling)
    painter.paint(
      list, backdrop: ChromeFixtures.picture(20, 10) { _, _ in (90, 90, 90) }, nanoseconds: 0, into: canvas)
    return canvas
  }

  @Test(
    "show what they are of, in the middle of their frame, at any subsampling",
    arguments: [ChromaSubsampling.yuv444, .yuv422, .yuv420])
  func shows(subsampling: ChromaSubsampling) throws {
    let canvas = try painted(Thumbnail(copying: Self.stripes()), width: 160, subsampling)
    let (h, v) = (subsampling.horizontal, subsampling.vertical)
    // The frame is 20...180 by 30...70.
    #expect(canvas.luma[30, 50] == 0)
    #expect(canvas.luma[170, 50] == 255)
    let red = InkColor(200, 60, 60)
    #expect(canvas.luma[100, 50] == red.luma)
    #expect(canvas.cb[100 / h, 50 / v] == red.cb)
    #expect(canvas.cr[100 / h, 50 / v] == red.cr)
  }

  @Test("fill a frame of another form and lose their sides, not their proportions")
  func cropped() throws {
    let canvas = try painted(Thumbnail(copying: Self.stripes()), width: 60, .yuv444)
    // Two of four parts fit: neither the black nor the white quarter.
    let red = InkColor(200, 60, 60)
    for x in 72..<128 { #expect(canvas.luma[x, 50] == red.luma) }
  }

  @Test("have round corners, with glass in them")
  func corners() throws {
    let white = Thumbnail(copying: ChromeFixtures.picture(16, 16) { _, _ in (255, 255, 255) })
    let (round, square) = (
      try painted(white, width: 40, .yuv444, corners: 20), try painted(white, width: 40, .yuv444)
    )
    #expect(square.luma[81, 31] == 255)
    #expect(round.luma[81, 31] < 200)
    #expect(round.luma[100, 50] == 255)
  }

  @Test("keep a copy: what is drawn into the source later doesn't show")
  func copies() throws {
    let source = Self.stripes()
    let thumbnail = Thumbnail(copying: source)
    for x in 0..<80 { source.luma[x, 10] = 77 }
    #expect(try painted(thumbnail, width: 160, .yuv444).luma[30, 50] == 0)
    #expect(thumbnail != Thumbnail(copying: source))
  }
}
