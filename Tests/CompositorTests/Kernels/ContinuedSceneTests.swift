import PixelTypes
import Testing

@testable import Compositor

@Suite("A sharp scene around a viewfinder")
struct ContinuedSceneTests {
  private static let rect = PixelRect(x: 240, y: 120, width: 160, height: 96)

  /// What continues a viewfinder of upright stripes, four pixels wide.
  private func continued() throws -> PlanarPicture {
    let size = try #require(PixelSize(width: 640, height: 352))
    let canvas = PlanarPicture(size: size, subsampling: .yuv420)
    for (x, y) in canvas.luma.places where Self.rect.contains(x: x, y: y) {
      canvas.luma[x, y] = (x - Self.rect.x) / 4 % 2 == 0 ? 240 : 20
    }
    for (x, y) in canvas.cb.places { (canvas.cb[x, y], canvas.cr[x, y]) = (100, 160) }
    let scene = ContinuedScene(Self.rect, canvas: canvas, scale: 1)
    scene.take(canvas)
    return scene.picture
  }

  /// How much neighbours differ in these columns of a row, the most.
  private func contrast(_ picture: PlanarPicture, _ columns: Range<Int>, row: Int) -> Int {
    zip(columns, columns.dropFirst()).map {
      abs(Int(picture.luma[$0, row]) - Int(picture.luma[$1, row]))
    }.max() ?? 0
  }

  @Test("beside the viewfinder it is its reflection, and melts within a quarter of the canvas")
  func melts() throws {
    let picture = try continued()
    for x in 0..<8 {
      let (inside, outside) = (picture.luma[Self.rect.x + x, 160], picture.luma[Self.rect.x - 1 - x, 160])
      #expect(abs(Int(inside) - Int(outside)) < 24, "\(x) pixels from the edge")
    }
    let near = contrast(picture, Self.rect.x - 16..<Self.rect.x, row: 160)
    let further = contrast(picture, 120..<160, row: 160)
    #expect(near > 120 && further < near / 2 && further > 0)
    // Beyond a quarter of the canvas, 160 pixels here, there is only the soft copy; so too above and below.
    #expect(contrast(picture, 0..<80, row: 160) <= 3)
    #expect(contrast(picture, 560..<640, row: 160) <= 3)
    #expect(contrast(picture, 240..<400, row: 8) <= 3)
  }

  @Test("it is dimmed to four fifths, and keeps the hue")
  func dimmed() throws {
    let picture = try continued()
    #expect(picture.luma[Self.rect.x + 1, 160] == 192)
    for (x, y) in [(4, 4), (100, 80), (316, 170)] {
      #expect(abs(Int(picture.cb[x, y]) - 105) <= 1 && abs(Int(picture.cr[x, y]) - 153) <= 1)
    }
  }
}
