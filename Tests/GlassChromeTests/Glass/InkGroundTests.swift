import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Inks and what they ask of their glass")
struct InkGroundTests {
  private typealias Fixtures = PainterFixtures

  private static let roles: [ColorRole] = [
    .primary, .secondary, .tint, .live, .stale, .lost, .success, .warning, .destructive, .recording,
  ]
  private static let box = PixelRect(x: 60, y: 30, width: 20, height: 10)

  private static func ground(increaseContrast: Bool, plates: [InkGround.Plate] = []) -> InkGround {
    var ground = InkGround(
      Fixtures.element("a", 0, 0, 160, 80), scale: 1, increaseContrast: increaseContrast)
    ground.plates = plates
    return ground
  }

  private static func plate(_ looks: InkLooks, isTinted: Bool = false) -> InkGround.Plate {
    InkGround.Plate(
      outline: ShapeOutline(.rect(cornerRadius: 4), in: Rect(x: 40, y: 20, width: 60, height: 40)),
      looks: looks,
      isTinted: isTinted)
  }

  private static func inks(_ role: ColorRole, _ ground: InkGround, increased: Bool, isText: Bool)
    -> InkGround.Inks?
  {
    let palettes = ChromePalettes(ChromeStyle(increaseContrast: increased))
    return ground.legible(
      light: palettes.light.ink(role), dark: palettes.dark.ink(role), in: box, isText: isText)
  }

  /// What is seen of grey glass of a luminance through a plate's look: codes are mixed, each channel by itself.
  private static func seen(_ luminance: Double, through look: InkLooks.Look) -> Double {
    let share = Double(look.opacity) / 256
    func mixed(_ own: UInt8, _ behind: Double) -> UInt8 {
      UInt8((Double(own) * share + behind * (1 - share)).rounded())
    }
    return InkColor.luminance(
      luma: mixed(look.color.luma, 255 * TransferCurve.code(luminance)), cb: mixed(look.color.cb, 128),
      cr: mixed(look.color.cr, 128))
  }

  @Test(
    "every role stands out from the brightest and from the darkest glass that it allows", arguments: roles,
    [false, true])
  func plain(role: ColorRole, increased: Bool) throws {
    for isText in [true, false] {
      let needed = isText ? (increased ? 7.0 : 4.5) : (increased ? 4.5 : 3)
      let inks = try #require(
        Self.inks(role, Self.ground(increaseContrast: increased), increased: increased, isText: isText))
      #expect(PlateContrast.ratio(inks.light.luminance, inks.most) >= needed)
      #expect(PlateContrast.ratio(inks.dark.luminance, inks.least) >= needed)
      // Glass may use all that the ink leaves: the limits aren't stricter than they must be.
      #expect(PlateContrast.ratio(inks.light.luminance, inks.most) < needed * 1.1)
      #expect(PlateContrast.ratio(inks.dark.luminance, inks.least) < needed * 1.1)
      #expect(inks.light.luminance > inks.dark.luminance)
    }
  }

  @Test(
    "and so it does through the plates under it", arguments: roles, [0.125, 0.2, 0.5])
  func plates(role: ColorRole, strength: Double) throws {
    for increased in [false, true] { try plates(role, strength, increased: increased) }
  }

  private func plates(_ role: ColorRole, _ strength: Double, increased: Bool) throws {
    let palettes = ChromePalettes(ChromeStyle(increaseContrast: increased))
    for plateRole in [ColorRole?.none, .tint, .warning] where plateRole == nil || strength < 0.2 {
      let looks = palettes.plate(plateRole, strength: strength)
      let ground = Self.ground(increaseContrast: increased, plates: [Self.plate(looks)])
      let inks = try #require(Self.inks(role, ground, increased: increased, isText: true))
      let needed = increased ? 7.0 : 4.5
      for (ink, limit, look) in [(inks.light, inks.most, looks.light), (inks.dark, inks.least, looks.dark)] {
        #expect(PlateContrast.ratio(ink.luminance, Self.seen(limit, through: look)) >= needed)
      }
    }
  }

  @Test("a plate that covers only part of a word doesn't help it")
  func partly() throws {
    var looks = ChromePalettes(ChromeStyle()).plate(nil, strength: 1)
    looks.light = InkLooks.Look(color: InkColor(grey: 0), opacity: 128)
    func most(_ plate: Rect?) throws -> Double {
      let plates = plate.map {
        InkGround.Plate(outline: ShapeOutline(.rect(cornerRadius: 0), in: $0), looks: looks, isTinted: false)
      }
      let ground = Self.ground(increaseContrast: false, plates: plates.map { [$0] } ?? [])
      return try #require(Self.inks(.primary, ground, increased: false, isText: true)).most
    }
    let (bare, beside) = (try most(nil), try most(Rect(x: 70, y: 20, width: 60, height: 40)))
    #expect(beside == bare)
    #expect(try most(Rect(x: 40, y: 10, width: 80, height: 60)) > bare + 0.1)
  }

  @Test("on an opaque plate there is one ink, and none where neither stands out")
  func opaque() throws {
    func inks(_ code: Double, increased: Bool) -> InkGround.Inks? {
      let look = InkLooks.Look(color: InkColor(grey: code), opacity: 256)
      let ground = Self.ground(
        increaseContrast: increased, plates: [Self.plate(InkLooks(light: look, dark: look))])
      return Self.inks(.primary, ground, increased: increased, isText: true)
    }
    let dark = try #require(inks(10, increased: false))
    #expect(dark.light == dark.dark && dark.light.luma > 200 && dark.most == 1 && dark.least == 0)
    let bright = try #require(inks(240, increased: false))
    #expect(bright.light == bright.dark && bright.dark.luma < 50)
    // Nothing has 7 : 1 on a middle grey.
    #expect(inks(118, increased: true) == nil)
  }

  @Test("words wait until they lie on their glass with two points to spare, and two for its line")
  func carries() {
    let ground = InkGround(
      Fixtures.element("a", 0, 0, 160, 80, .rect(cornerRadius: 0)), scale: 1, increaseContrast: false)
    func carries(_ x: Int) -> Bool {
      ground.carries(PixelRect(x: x, y: 30, width: 20, height: 10), .primary)
    }
    #expect(carries(4) && carries(136) && !carries(3) && !carries(137))
    #expect(!ground.carries(Self.box, .onTint))
  }
}
