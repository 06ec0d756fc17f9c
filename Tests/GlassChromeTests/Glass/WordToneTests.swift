import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Glass: words, their inks and their tones")
struct WordToneTests {
  private static var tile: SceneTile {
    SceneTile(area: PixelRect(x: 32, y: 16, width: 160, height: 64), texel: 4, subsampling: .yuv444)
  }
  private static let texels = tile.texels
  private static let material = PainterFixtures.soft {
    $0.darkWash = LinearColor(grey: 0.01)
    $0.lightWash = LinearColor(grey: 0.93)
  }
  private static let second: Int64 = 1_000_000_000

  private static func word(
    _ id: String, on element: String = "e", x: Int = 60, y: Int = 36, width: Int = 30, most: Double = 0.17,
    least: Double = 0.18
  ) -> GlassWord {
    GlassWord(
      id: ElementID(element + "/" + id), element: ElementID(element),
      box: PixelRect(x: x, y: y, width: width, height: 12), most: most, least: least)
  }

  private static func tones(
    _ words: [GlassWord], _ materials: [(ElementID, GlassMaterial)] = [("e", material)],
    shares: [SamplePlane] = [], known: [WordTones] = []
  ) -> WordTones {
    WordTones(
      words, elements: materials.map(\.0), materials: materials.map(\.1), tile: tile, shares: shares,
      known: known)
  }

  /// Luminance of each texel, 0...1, by its place in canvas pixels.
  private static func light(_ value: (Int, Int) -> Double) -> SamplePlane {
    let plane = SamplePlane(width: texels.width, height: texels.height)
    for (x, y) in plane.places {
      plane[x, y] = UInt16(value((texels.x + x) * 4 + 2, (texels.y + y) * 4 + 2) * 65_535)
    }
    return plane
  }

  /// Each texel's luminance in the words' tone, 0...1.
  private static func shown(_ tones: WordTones, _ light: SamplePlane) -> [[Double]] {
    let planes = WashPlanes(width: texels.width, height: texels.height)
    for (x, y) in planes.keep.places { planes.keep[x, y] = 65_535 }
    tones.wash(planes, light)
    return (0..<light.height).map { y in
      (0..<light.width).map { x in
        (Double(light[x, y]) * Double(planes.keep[x, y]) / 65_535 + Double(planes.add.second[x, y])) / 65_535
      }
    }
  }

  @Test("all of an element is as dark, or as bright, as its most demanding word needs", arguments: 0..<20)
  func bounds(seed: Int) {
    let words = [
      Self.word("a", x: 40 + seed, y: 24 + seed, most: 0.1, least: 0.3), Self.word("b", x: 104 - seed),
    ]
    for isInkDark in [false, true] {
      var material = Self.material
      (material.prefersDarkInk, material.turnsInk) = (isInkDark, false)
      let tones = Self.tones(words, [("e", material)])
      #expect(tones.isInkDark(0) == isInkDark)
      let light = Self.light { x, y in Double((x * 37 + y * 91 + seed * 13) % 101) / 101 }
      for shown in Self.shown(tones, light).joined() {
        #expect(isInkDark ? shown >= 0.3 : shown <= 0.1)
      }
    }
  }

  @Test("where light is even so is its tone, however the words lie")
  func even() {
    for light in [0.05, 0.3, 0.9] {
      let shown = Self.shown(Self.tones([Self.word("a")]), Self.light { _, _ in light })
      #expect(Set(shown.joined()).count == 1)
    }
  }

  @Test("elements of one material have one tone; another material's words have their own")
  func elements() {
    let words = [Self.word("a", on: "left", x: 50, most: 0.1), Self.word("b", on: "right", x: 120)]
    // Half of each everywhere.
    let shares = (0..<2).map { _ in Self.light { _, _ in 0.5 } }
    let light = Self.light { _, _ in 0.9 }
    let one = Self.tones(words, [("left", Self.material), ("right", Self.material)], shares: shares)
    #expect(Set(Self.shown(one, light).joined()).count == 1)
    var other = Self.material
    other.knee = 0.9
    let two = Self.shown(
      Self.tones(words, [("left", Self.material), ("right", other)], shares: shares), light)
    for word in words {
      let core = word.core(in: Self.tile)
      for y in core.y..<core.maxY {
        for x in core.x..<core.maxX { #expect(two[y][x] <= word.most && two[y][x] > word.most - 0.02) }
      }
    }
  }

  @Test(
    "lens and mirror are covered at every texel that feeds a word, and come back over the points beside it")
  func cover() {
    let word = Self.word("a")
    let cover = [word].cover(in: Self.tile, fade: 16, scale: 1)
    func covered(_ x: Int, _ y: Int) -> Float { cover[y * Self.texels.width + x] }
    let box = word.box.insetBy(-3)
    for y in box.y..<box.maxY {
      for x in box.x..<box.maxX {
        // The four texels around a pixel's middle.
        for (dx, dy) in [(-2, -2), (1, -2), (-2, 1), (1, 1)] {
          #expect(covered((x + dx) / 4 - Self.texels.x, (y + dy) / 4 - Self.texels.y) == 1)
        }
      }
    }
    let core = word.core(in: Self.tile)
    let beside = (0...4).map { covered(core.maxX - 1 + $0, core.y) }
    #expect(beside[0] == 1 && beside[1] < 1 && beside[3] > 0 && beside[4] == 0)
    #expect(zip(beside, beside.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test("ink turns once in two seconds at most")
  func dwell() {
    var tones = Self.tones([Self.word("a")])
    var turns: [Int64] = []
    var isInkDark = tones.isInkDark(0)
    #expect(!isInkDark)
    for step in Int64(0)..<100 {
      let time = step * 100_000_000
      tones.look(at: Self.light { _, _ in step / 4 % 2 == 0 ? 0.02 : 0.97 })
      let hasTurned = tones.hold(time)
      #expect(hasTurned == (tones.isInkDark(0) != isInkDark))
      if hasTurned { turns.append(time) }
      isInkDark = tones.isInkDark(0)
    }
    // The first change of scene turns it at once.
    #expect(turns.first == 400_000_000)
    #expect(turns.count >= 4)
    #expect(zip(turns, turns.dropFirst()).allSatisfy { $1 - $0 >= 2 * Self.second })
  }

  @Test("ink stays while its tone changes the scene hardly more than the other ink's would")
  func prefers() {
    func isDark(_ light: Double, _ material: GlassMaterial = Self.material, known: [WordTones] = []) -> Bool {
      var tones = Self.tones([Self.word("a")], [("e", material)], known: known)
      tones.look(at: Self.light { _, _ in light })
      _ = tones.hold(10 * Self.second)
      return tones.isInkDark(0)
    }
    #expect([0.1, 0.3, 0.5, 0.97].map { isDark($0) } == [false, false, true, true])
    #expect([0.1, 0.3].map { isDark($0, PainterFixtures.pure()) } == [false, true])
    // Back only where light ink needs little.
    var bright = Self.tones([Self.word("a")])
    bright.look(at: Self.light { _, _ in 0.97 })
    _ = bright.hold(0)
    #expect(isDark(0.3, known: [bright]) && !isDark(0.1, known: [bright]))
    var fixed = Self.material
    fixed.turnsInk = false
    #expect(!isDark(0.97, fixed))
  }

  @Test(
    "a tone is as weak as the scene lets it be: a brighter one is met at once, a darker one after a second")
  func fits() {
    var tones = Self.tones([Self.word("a")])
    var time: Int64 = 0
    /// What is made of a scene's brightest and of its darker light, after some seconds of it.
    func shown(_ brightest: Double, after seconds: Double) -> (Double, Double) {
      let light = Self.light { x, _ in x < 40 ? brightest : 0.1 }
      tones.look(at: light)
      for _ in 0...Int(seconds * 30) {
        time += Self.second / 30
        _ = tones.hold(time)
      }
      let shown = Self.shown(tones, light)[4]
      return (shown[0], shown[30])
    }
    let dim = shown(0.15, after: 0)
    #expect(abs(dim.0 - 0.15) < 0.001 && abs(dim.1 - 0.1) < 0.001)
    let lit = shown(0.6, after: 0)
    #expect(lit.0 <= 0.17 && lit.0 > 0.15 && lit.1 < 0.08)
    let held = shown(0.15, after: 0.9)
    #expect(held.1 < 0.08)
    // A rung of slack stays.
    let relaxed = shown(0.15, after: 1)
    #expect(relaxed.0 > 0.12 && relaxed.1 > 0.085)
  }

  @Test("glass that is made anew keeps its ink and its dwell, and its tone while its words are gone")
  func carries() {
    var before = Self.tones([Self.word("a")])
    before.look(at: Self.light { _, _ in 0.97 })
    _ = before.hold(Self.second)
    #expect(before.isInkDark(0))
    var after = Self.tones([], known: [before])
    let light = Self.light { _, _ in 0.05 }
    #expect(after.isInkDark(0) && Self.shown(after, light) == Self.shown(before, light))
    after.look(at: light)
    _ = after.hold(3 * Self.second - 1)
    #expect(after.isInkDark(0))
    #expect(after.hold(3 * Self.second) && !after.isInkDark(0))
    #expect(!Self.tones([Self.word("a")]).isInkDark(0))
  }
}
