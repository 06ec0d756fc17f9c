import GlassChrome
import PixelTypes
import Testing

@testable import Pipeline

@Suite("The glass wall")
struct ChromeWallTests {
  /// Width and height from a PNG's first chunk (PNG, third edition, 11.2.1).
  private static func size(_ png: [UInt8]) -> (width: Int, height: Int) {
    func number(_ at: Int) -> Int { png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    return (number(16), number(20))
  }

  @Test("each component has a row for each of its states, and dark and light side by side")
  func rows() throws {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let one = try ChromeWall(components: [.recordingTimer], styles: [ChromeStyle()]).png()
    let two = try ChromeWall(components: [.recordingTimer]).png()
    #expect(Array(one.prefix(8)) == signature)
    #expect(Self.size(one).height == Self.size(two).height)
    #expect(Self.size(two).width == 2 * Self.size(one).width - 12)
    let both = try ChromeWall(components: [.recordingTimer, .recordingTimer], styles: [ChromeStyle()]).png()
    #expect(Self.size(both).height == 2 * Self.size(one).height - 12)
  }

  @Test(
    "every style looks different, and the same wall has the same bytes",
    arguments: ChromeWall.Component.allCases)
  func styles(component: ChromeWall.Component) throws {
    func wall(_ style: ChromeStyle) throws -> [UInt8] {
      try ChromeWall(components: [component], styles: [style]).png()
    }
    let dark = try wall(ChromeStyle())
    #expect(dark == (try wall(ChromeStyle())))
    for style in [
      ChromeStyle(appearance: .light), ChromeStyle(reduceTransparency: true),
      ChromeStyle(increaseContrast: true),
    ] {
      #expect(try wall(style) != dark)
    }
  }

  @Test("a transition has ten frames a row")
  func timeline() throws {
    let wall = ChromeWall(components: [.hintPill], styles: [ChromeStyle()])
    let (strip, row) = (Self.size(try wall.timeline()), Self.size(try wall.png()))
    #expect(strip.width - 12 == (row.width - 12) / 3 * 10)
  }

  @Test("a PNG has the size of its picture, and another pixel makes another PNG")
  func pixels() throws {
    let picture = PlanarPicture(size: try #require(PixelSize(width: 3, height: 2)), subsampling: .yuv444)
    let grey = try PNGEncoder.encode(picture)
    picture.luma.withMutableBytes { $0[0] = 200 }
    #expect(try PNGEncoder.encode(picture) != grey)
    #expect(Self.size(grey) == (3, 2))
  }
}
