import PixelTypes
import Testing

@testable import GlassChrome

@Suite("The surround of viewfinders")
struct SurroundTests {
  private static let canvas = (width: 640, height: 360)
  /// Two rows of two, 32 pixels apart.
  private static let windows = [(160, 64), (336, 64), (160, 176), (336, 176)].map {
    ChromeFixtures.rect($0.0, $0.1, 144, 80)
  }

  /// What lies around these viewfinders without any glass.
  private func surround(
    _ windows: [PixelRect], of backdrop: PlanarPicture, _ appearance: ChromeStyle.Appearance = .dark
  ) throws -> PlanarPicture {
    var style = ChromeStyle()
    style.appearance = appearance
    let size = ChromeFixtures.size(Self.canvas.width, Self.canvas.height)
    let none = ChromeFixtures.rect(0, 0, 0, 0)
    let layout = ChromeLayout(
      canvas: size, viewfinders: windows, topRegion: none, bottomRegion: none, scale: 1)
    let painter = try ChromePainter(layout: layout, style: style, subsampling: .yuv444)
    let canvas = PlanarPicture(size: size, subsampling: .yuv444)
    painter.paint(DisplayList(), backdrop: backdrop, nanoseconds: 0, into: canvas)
    return canvas
  }

  @Test("the camera's picture lies behind the chrome once, however small the viewfinders are")
  func once() throws {
    let stripe = ChromeFixtures.picture(72, 40) { x, _ in
      (0.2..<0.3).contains(x) ? (255, 255, 255) : (0, 0, 0)
    }
    let canvas = try surround(Self.windows, of: stripe)
    let row = (0..<Self.canvas.width).map { Int(canvas.luma[$0, 8]) }
    let most = try #require(row.max())
    let isBright = row.map { $0 > most / 2 }
    let runs = zip([false] + isBright, isBright).count { !$0 && $1 }
    #expect(most > 24 && runs == 1)
    // It lies where it lies in a picture that fills the canvas.
    let middle = try #require(row.firstIndex(of: most))
    #expect((120...200).contains(middle))
  }

  @Test(
    "viewfinders have a hairline and a shadow, and nothing else lies between them",
    arguments: [ChromeStyle.Appearance.dark, .light])
  func windows(appearance: ChromeStyle.Appearance) throws {
    let grey = PainterFixtures.uniform(128, 128, 128)
    let luma = try surround(Self.windows, of: grey, appearance).luma
    let plain = Int(luma[8, 8])
    for window in Self.windows {
      let (x, y) = (window.x + window.width / 2, window.y + window.height / 2)
      let edges = [
        (window.x - 1, y, -1, 0), (window.maxX, y, 1, 0), (x, window.y - 1, 0, -1), (x, window.maxY, 0, 1),
      ]
      for (x, y, right, down) in edges {
        let beside = (1..<4).map { Int(luma[x + $0 * right, y + $0 * down]) }
        #expect(Int(luma[x, y]) > beside[0] + 16, "the hairline at \(x), \(y)")
        #expect(
          beside.allSatisfy { $0 < plain - 8 }, "the shadow at \(x), \(y): \(beside), \(plain) far away")
      }
    }
    // In the gaps, and where they cross, it is no brighter than far away.
    for (x, y) in [(232, 160), (320, 104), (320, 160), (408, 160), (320, 216)] {
      #expect(Int(luma[x, y]) <= plain + 1, "between viewfinders, at \(x), \(y)")
    }
  }
}
