import GlassChrome
import PixelTypes
import Testing

@testable import Showroom

@Suite("The glass wall")
struct ChromeWallTests {
  /// Width and height from a PNG's first chunk (PNG, third edition, 11.2.1).
  private static func size(_ png: [UInt8]) -> (width: Int, height: Int) {
    func number(_ at: Int) -> Int { png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    return (number(16), number(20))
  }

  private static func wall(
    _ name: String, _ styles: [ChromeStyle] = [ChromeStyle()], _ change: (inout ChromeWall) -> Void = { _ in }
  ) throws -> [UInt8] {
    var wall = try ChromeWall(names: [name], styles: styles)
    change(&wall)
    return try wall.png()
  }

  private static func timeline(_ name: String, _ style: ChromeStyle = ChromeStyle()) throws -> [UInt8] {
    try ChromeWall(names: [name], styles: [style]).timeline()
  }

  @Test("the wall grows by a row for each style, and names what it lacks")
  func rows() throws {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let one = try Self.wall("recording-timer")
    let two = try ChromeWall(names: ["recording-timer"]).png()
    let three = try Self.wall("recording-timer", ChromeWall.usualStyles + [ChromeStyle()])
    #expect(Array(one.prefix(8)) == signature)
    #expect(Self.size(two).height - Self.size(one).height == Self.size(three).height - Self.size(two).height)
    #expect(Self.size(two).height > Self.size(one).height)
    let error = #expect(throws: ShowroomError.self) { try ChromeWall(names: ["window"]) }
    #expect("\(try #require(error))".contains("hint-pill"))
  }

  @Test(
    "many components stand in columns, so that the wall is as wide as a screen, and none hides another",
    arguments: [1, 7, 90])
  func columns(count: Int) throws {
    let size = try #require(PixelSize(width: 480, height: 160))
    let white = PlanarPicture(size: size, subsampling: .yuv444)
    for plane in [white.luma, white.cb, white.cr] {
      plane.withMutableBytes { for i in $0.indices { $0[i] = 235 } }
    }
    var sheet = WallSheet()
    for i in 0..<count {
      sheet.add(heading: "component \(i)")
      sheet.add([WallSheet.Shot](repeating: .init(picture: white, caption: "one"), count: 1 + i % 4))
    }
    let wall = try sheet.picture()
    if count > 1 { #expect((1.2...2.2).contains(Double(wall.size.width) / Double(wall.size.height))) }
    let area = (0..<count).reduce(0) { $0 + (1 + $1 % 4) * size.area }
    var bright = 0
    for y in 0..<wall.size.height {
      for x in 0..<wall.size.width where wall.cb[x, y] == 235 { bright += 1 }
    }
    #expect(bright == area)
  }

  @Test(
    "every style looks different, and the same wall has the same bytes",
    arguments: ["recording-timer", "hint-pill", "toggle"])
  func styles(component: String) throws {
    func wall(_ style: ChromeStyle) throws -> [UInt8] { try Self.wall(component, [style]) }
    let dark = try wall(ChromeStyle())
    #expect(dark == (try wall(ChromeStyle())))
    for style in [
      ChromeStyle(appearance: .light), ChromeStyle(reduceTransparency: true),
      ChromeStyle(increaseContrast: true), ChromeStyle(typeSize: .xxxLarge),
    ] {
      #expect(try wall(style) != dark)
    }
  }

  @Test("a timeline shows the way from state to state, another with reduced motion")
  func timeline() throws {
    let strip = try Self.timeline("toggle")
    let reduced = try Self.timeline("toggle", ChromeStyle(reduceMotion: true))
    let still = try Self.wall("toggle")
    #expect(Self.size(strip).height > Self.size(still).height)
    #expect(Self.size(strip) == Self.size(reduced))
    #expect(strip != reduced)
  }

  @Test(
    "a component can be shown in some of its states, over what is asked for, and at any quality and scale")
  func choices() throws {
    func wall(_ name: String, _ change: (inout ChromeWall) -> Void = { _ in }) throws -> [UInt8] {
      try Self.wall(name, [ChromeStyle()], change)
    }
    let one = try wall("recording-timer/paused")
    let names = "recording-timer/" + Array(repeating: "paused", count: 6).joined(separator: ",")
    #expect(Self.size(try wall(names)).width > Self.size(one).width)
    #expect(Self.size(one).height == Self.size(try wall("recording-timer")).height)
    #expect(try wall("recording-timer/paused") { $0.backdrops = [.checker] } != one)
    #expect(try wall("recording-timer/paused") { $0.qualities = [.opaque] } != one)
    #expect(Self.size(try wall("recording-timer/paused") { $0.scale = 3 }).height > Self.size(one).height)
    let error = #expect(throws: ShowroomError.self) { try ChromeWall(names: ["toggle/open"]) }
    #expect("\(try #require(error))".contains("on-disabled"))
  }

  @Test("what has one state comes and goes")
  func comes() throws {
    let (strip, still) = (try Self.timeline("hint-pill/info"), try Self.wall("hint-pill/info"))
    #expect(Self.size(strip).width > 2 * Self.size(still).width)
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
