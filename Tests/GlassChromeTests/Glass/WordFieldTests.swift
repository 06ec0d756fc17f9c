import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Glass: washes behind words")
struct WordFieldTests {
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

  private static func fields(
    _ words: [GlassWord], elements: [ElementID] = ["e"], _ material: GlassMaterial = material,
    known: [WordFields] = []
  ) -> WordFields {
    WordFields(
      words, elements: elements, materials: elements.map { _ in material }, tile: tile, scale: 1, known: known
    )
  }

  /// Fields that have seen a scene.
  private static func held(
    _ words: [GlassWord], _ material: GlassMaterial = material, over light: SamplePlane
  ) -> WordFields {
    var fields = fields(words, material)
    _ = fields.hold(light, nanoseconds: 0)
    return fields
  }

  /// Luminance of each texel, 0...1, by its place in canvas pixels.
  private static func light(_ value: (Int, Int) -> Double) -> SamplePlane {
    let plane = SamplePlane(width: texels.width, height: texels.height)
    for (x, y) in plane.places {
      plane[x, y] = UInt16(value((texels.x + x) * 4 + 2, (texels.y + y) * 4 + 2) * 65_535)
    }
    return plane
  }

  /// What the fields leave of the light at each texel, and what they add, 0...1.
  private static func washed(_ fields: WordFields) -> (keep: [[Double]], add: [[Double]]) {
    let planes = WashPlanes(width: texels.width, height: texels.height)
    for (x, y) in planes.keep.places { planes.keep[x, y] = 65_535 }
    var fields = fields
    fields.wash(planes, shares: [])
    func values(_ plane: SamplePlane) -> [[Double]] {
      (0..<plane.height).map { y in (0..<plane.width).map { Double(plane[$0, y]) / 65_535 } }
    }
    return (values(planes.keep), values(planes.add.second))
  }

  /// How strong the wash is at most, 0...1.
  private static func strength(_ fields: WordFields) -> Double {
    1 - (washed(fields).keep.joined().min() ?? 1)
  }

  /// The texels whose light reaches a pixel of the word or within three pixels of it.
  private static func core(_ word: GlassWord) -> Set<[Int]> {
    let box = word.box.insetBy(-3)
    func feeding(_ from: Int, _ end: Int, _ first: Int) -> Set<Int> {
      Set(
        (from..<end).flatMap { pixel -> [Int] in
          let left = Int(((Double(pixel) + 0.5) / 4 - 0.5).rounded(.down)) - first
          return [left, left + 1]
        })
    }
    let rows = feeding(box.y, box.maxY, texels.y)
    return Set(feeding(box.x, box.maxX, texels.x).flatMap { x in rows.map { [x, $0] } })
  }

  @Test(
    "every texel that feeds a word's pixels is as dark, or as bright, as its ink needs", arguments: 0..<20)
  func bounds(seed: Int) {
    let words = [Self.word("a", x: 40 + seed, y: 24 + seed), Self.word("b", x: 104 - seed, width: 17 + seed)]
    for isInkDark in [false, true] {
      var material = Self.material
      material.prefersDarkInk = isInkDark
      var fields = Self.fields(words, material)
      let light = Self.light { x, y in Double((x * 37 + y * 91 + seed * 13) % 101) / 240 }
      let hasChanged = fields.hold(light, nanoseconds: 0)
      #expect(hasChanged)
      #expect(fields.isInkDark(0) == isInkDark)
      let (keep, add) = Self.washed(fields)
      for word in words {
        for at in Self.core(word) {
          let shown = Double(light[at[0], at[1]]) / 65_535 * keep[at[1]][at[0]] + add[at[1]][at[0]]
          #expect(isInkDark ? shown >= word.least : shown <= word.most)
        }
      }
    }
  }

  @Test("words side by side share one wash, no darker than the darker of them alone")
  func meeting() {
    let words = [Self.word("a", x: 60, width: 20), Self.word("b", x: 96, width: 20)]
    let light = Self.light { x, _ in x < 84 ? 0.32 : 0.26 }
    func strength(_ words: [GlassWord]) -> Double { Self.strength(Self.held(words, over: light)) }
    let alone = words.map { strength([$0]) }
    #expect(alone[0] > alone[1] && alone[1] > 0.2)
    #expect(strength(words) <= alone[0] + 0.001)
  }

  @Test("light beside a word's texels asks for nothing, light in the outermost of them for all that it needs")
  func coreEdge() {
    let word = Self.word("a")
    let core = Self.core(word)
    let (left, top) = (core.map { $0[0] }.min() ?? 0, core.map { $0[1] }.min() ?? 0)
    for (x, y, isIn) in [(left - 1, top, false), (left, top - 1, false), (left, top, true)] {
      let light = Self.light { _, _ in 0.05 }
      light[x, y] = 26_214
      let needed = (0.4 - word.most) / (0.4 - 0.01)
      #expect(abs(Self.strength(Self.held([word], over: light)) - (isIn ? needed : 0)) < 0.03)
    }
  }

  @Test(
    "a wash fades to nothing, and lens and rim come back, at the points that the material and the field say")
  func fades() {
    let word = Self.word("a")
    let fields = Self.held(
      [word], PainterFixtures.soft { $0.wordFade = 20 }, over: Self.light { _, _ in 0.4 })
    let keep = Self.washed(fields).keep
    let core = Self.core(word)
    let row = core.map { $0[1] }.max() ?? 0
    let cover = fields.cover()
    func covered(_ x: Int, _ y: Int) -> Float { cover[y * Self.texels.width + x] }
    let right = (0..<Self.texels.width).last { covered($0, row) == 1 } ?? 0
    // No more than a texel around what must be covered.
    #expect((0...1).contains(right - (core.map { $0[0] }.max() ?? 0)))
    let way = (0...7).map { keep[row][right + $0] }
    #expect(zip(way, way.dropFirst()).allSatisfy { $0 <= $1 })
    // Texels are four pixels: the fifth beyond lies 20 points away.
    #expect(way[0] < 0.6 && way[4] < 1 && way[5] > 0.9999)
    let covers = (0...4).map { covered(right + $0, row) }
    #expect(covers[0] == 1 && covers[1] < 1 && covers[3] > 0 && covers[4] == 0)
    for at in core { #expect(covered(at[0], at[1]) == 1) }
  }

  @Test("a wash deepens at once and recedes over 400 ms")
  func attackAndRelease() {
    var fields = Self.fields([Self.word("a")])
    let (dark, bright) = (Self.light { _, _ in 0.05 }, Self.light { _, _ in 0.4 })
    _ = fields.hold(dark, nanoseconds: 0)
    #expect(Self.strength(fields) == 0)
    _ = fields.hold(bright, nanoseconds: 1)
    let deepest = Self.strength(fields)
    let needed = (0.4 - 0.17) / (0.4 - 0.01)
    #expect(deepest >= needed && deepest < needed + 0.03)
    var last = deepest
    for step in 1...4 {
      _ = fields.hold(dark, nanoseconds: 1 + Int64(step) * 100_000_000)
      let strength = Self.strength(fields)
      #expect(abs(strength - max(deepest - Double(step) / 4, 0)) < 0.05)
      #expect(strength < last)
      last = min(strength, last)
      if strength < 0.05 { break }
    }
    #expect(last < 0.05)
    _ = fields.hold(bright, nanoseconds: Self.second)
    #expect(Self.strength(fields) >= needed)
  }

  @Test("a wash is hardly deeper than what is needed")
  func spares() {
    for most in [0.05, 0.1, 0.17] {
      for light in [0.11, 0.18, 0.3, 0.4] where light > most && (light - most) / (light - 0.01) < 0.6 {
        let strength = Self.strength(
          Self.held([Self.word("a", most: most)], over: Self.light { _, _ in light }))
        let needed = (light - most) / (light - 0.01)
        #expect(strength >= needed && strength < needed + 0.004 / (light - 0.01) + 0.02)
      }
    }
  }

  @Test("ink turns once in two seconds at most")
  func dwell() {
    var fields = Self.fields([Self.word("a")])
    var turns: [Int64] = []
    var isInkDark = fields.isInkDark(0)
    #expect(!isInkDark)
    for step in Int64(0)..<100 {
      let time = step * 100_000_000
      _ = fields.hold(Self.light { _, _ in step / 4 % 2 == 0 ? 0.02 : 0.97 }, nanoseconds: time)
      if fields.isInkDark(0) != isInkDark { turns.append(time) }
      isInkDark = fields.isInkDark(0)
    }
    // The first change of scene turns it at once.
    #expect(turns.first == 400_000_000)
    #expect(turns.count >= 4)
    #expect(zip(turns, turns.dropFirst()).allSatisfy { $1 - $0 >= 2 * Self.second })
  }

  @Test("unless no wash could save it: then it turns at once")
  func turnsInNeed() {
    func turns(most: Double) -> Int {
      var fields = Self.fields([Self.word("a", most: most)])
      var turns = 0
      var isInkDark = fields.isInkDark(0)
      for (step, light) in [0.0, 1, 0, 0, 0, 1].enumerated() {
        // The third change comes after the dwell, the fourth within it.
        let time = [0, 1, 2, 22, 23, 24][step] * 100_000_000
        _ = fields.hold(Self.light { _, _ in light }, nanoseconds: Int64(time))
        if fields.isInkDark(0) != isInkDark { turns += 1 }
        isInkDark = fields.isInkDark(0)
      }
      return turns
    }
    #expect(turns(most: 0.17) == 2)
    #expect(turns(most: 0.025) == 3)
  }

  @Test("ink stays while its wash is not much deeper than the other ink's would be")
  func prefers() {
    for (light, isDark) in [(0.1, false), (0.3, false), (0.4, false), (0.97, true)] {
      let fields = Self.held(
        [Self.word("a")], PainterFixtures.soft { $0.darkWash = LinearColor(grey: 0.01) },
        over: Self.light { _, _ in light })
      #expect(fields.isInkDark(0) == isDark, "\(light)")
    }
  }

  @Test("neighbours of different inks leave each other's words alone")
  func spare() {
    let words = [Self.word("a", on: "left", x: 50), Self.word("b", on: "right", x: 100)]
    #expect(Double(words[1].box.x - words[0].box.maxX) < Self.material.wordFade)
    func fields(_ words: [GlassWord]) -> WordFields {
      var fields = Self.fields(words, elements: ["left", "right"])
      // Dark on the left, bright on the right, but not quite enough of either.
      _ = fields.hold(Self.light { x, _ in x < 92 ? 0.3 : 0.8 }, nanoseconds: 0)
      return fields
    }
    let both = fields(words)
    #expect(!both.isInkDark(0) && both.isInkDark(1))
    let washed = Self.washed(both)
    for word in words {
      let alone = Self.washed(fields([word]))
      for at in Self.core(word) {
        #expect(washed.keep[at[1]][at[0]] == alone.keep[at[1]][at[0]])
        #expect(washed.add[at[1]][at[0]] == alone.add[at[1]][at[0]])
      }
      // Alone it would wash the other's.
      let other = words.first { $0 != word }
      if let other, word == words[0] {
        #expect(Self.core(other).contains { alone.keep[$0[1]][$0[0]] < 0.99 })
      }
    }
  }

  @Test("glass that is made anew keeps its washes, its inks and its dwell")
  func carries() {
    var before = Self.fields([Self.word("a")])
    _ = before.hold(Self.light { _, _ in 0.02 }, nanoseconds: 0)
    _ = before.hold(Self.light { _, _ in 0.97 }, nanoseconds: Self.second)
    _ = before.hold(Self.light { _, _ in 0.05 }, nanoseconds: Self.second + 1)
    #expect(before.isInkDark(0))
    var after = Self.fields([Self.word("a", x: 64)], known: [before])
    #expect(after.isInkDark(0))
    #expect(abs(Self.strength(after) - Self.strength(before)) < 1e-6 && Self.strength(before) > 0.05)
    _ = after.hold(Self.light { _, _ in 0.05 }, nanoseconds: 3 * Self.second - 1)
    #expect(after.isInkDark(0))
    _ = after.hold(Self.light { _, _ in 0.05 }, nanoseconds: 3 * Self.second)
    #expect(!after.isInkDark(0))
    #expect(!Self.fields([Self.word("a")]).isInkDark(0))
  }
}
