import PixelTypes

@testable import GlassChrome
@testable import Screen

/// A screen that is drawn onto one canvas, over one backdrop.
final class ChromeStage {
  let renderer: ChromeRenderer
  let canvas: PlanarPicture
  private let backdrop: PlanarPicture

  init(
    _ layout: ChromeLayout = ChromeFixtures.half, _ style: ChromeStyle = ChromeStyle(),
    subsampling: ChromaSubsampling = .yuv422,
    over backdrop: PlanarPicture = ChromeFixtures.Backdrop.foliage.picture, fill: UInt8 = 0
  ) throws {
    renderer = try ChromeRenderer(layout: layout, style: style, subsampling: subsampling)
    canvas = ChromeFixtures.canvas(layout, subsampling, fill: fill)
    self.backdrop = backdrop
  }

  func draw(_ state: ChromeState, at nanoseconds: Int64) {
    renderer.render(state, backdrop: backdrop, nanoseconds: nanoseconds, into: canvas)
  }

  /// Draws, and gives all samples.
  func samples(_ state: ChromeState, at nanoseconds: Int64) -> [[UInt8]] {
    draw(state, at: nanoseconds)
    return ChromeFixtures.samples(canvas)
  }
}
