import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome
@testable import Screen

@Suite("Rims mirror the viewfinder beside them")
struct MirroredViewfinderTests {
  private let layout = ChromeFixtures.half
  private let backdrop = ChromeFixtures.picture(160, 90) { _, _ in (60, 60, 60) }

  private func stripes(_ area: PixelRect, into picture: PlanarPicture) {
    for (x, y) in area.places { picture.luma[x, y] = x / 4 % 2 == 0 ? 250 : 10 }
  }

  @Test(
    "in its own sharp pixels, outside it only, in tiles that are drawn",
    arguments: [ChromeStyle.Appearance.dark, .light])
  func mirrors(appearance: ChromeStyle.Appearance) throws {
    let renderer = try ChromeRenderer(
      layout: layout, style: ChromeStyle(appearance: appearance), subsampling: .yuv422)
    let canvas = PlanarPicture(size: layout.canvas, subsampling: .yuv422)
    func render(_ time: Int64) {
      renderer.render(
        ChromeFixtures.state(), backdrop: backdrop, backdropIsNew: time == 0, nanoseconds: time, into: canvas)
    }
    func samples() -> [[UInt8]] {
      (0..<canvas.size.height).map { y in (0..<canvas.size.width).map { canvas.luma[$0, y] } }
    }
    for frame in 0..<40 { render(Int64(frame) * 33_333_333) }
    let soft = samples()
    var areas: [PixelRect] = []
    renderer.takeMirrored(in: layout.viewfinders[0]) { area, picture in
      areas.append(area)
      stripes(area, into: picture)
    }
    #expect(!areas.isEmpty && areas.allSatisfy { layout.viewfinders[0].intersection($0) == $0 })
    render(40 * 33_333_333)
    let sharp = samples()
    let changed = zip(soft, sharp).map { zip($0, $1).filter { $0 != $1 }.count }.reduce(0, +)
    #expect(changed > 200)
    for finder in layout.viewfinders {
      for y in finder.y..<finder.maxY {
        #expect(soft[y][finder.x..<finder.maxX] == sharp[y][finder.x..<finder.maxX])
      }
    }
    // What was left undrawn is as it would be drawn.
    renderer.invalidate()
    render(41 * 33_333_333)
    #expect(samples() == sharp)
  }

  @Test("and no other viewfinder's, and none over a scene of the user's own")
  func others() throws {
    let renderer = try ChromeRenderer(layout: layout, style: ChromeStyle(), subsampling: .yuv422)
    let canvas = PlanarPicture(size: layout.canvas, subsampling: .yuv422)
    renderer.render(ChromeFixtures.state(), backdrop: backdrop, nanoseconds: 0, into: canvas)
    let nowhere = PixelRect(x: 0, y: 0, width: 8, height: 8)
    renderer.takeMirrored(in: nowhere) { _, _ in Issue.record("asked for pixels outside all viewfinders") }
    renderer.scene = PlanarPicture(size: layout.canvas, subsampling: .yuv422)
    renderer.takeMirrored(in: layout.viewfinders[0]) { _, _ in Issue.record("a given scene has its own") }
  }
}
