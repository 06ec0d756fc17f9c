import HUDGeometry
import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome

@Suite("Glass: only the tiles that changed")
struct DirtyTileTests {
  private typealias Fixtures = PainterFixtures

  private static let layout = ChromeLayout(
    canvas: ChromeFixtures.size(268, 166), viewfinders: [ChromeFixtures.rect(96, 64, 77, 45)],
    topRegion: ChromeFixtures.rect(0, 0, 268, 64), bottomRegion: ChromeFixtures.rect(0, 109, 268, 57),
    scale: 1)

  /// A screen that lives: elements come, go, move, are pressed and touched; words and numbers change.
  private struct Life {
    var random: Seeded
    var elements: [GlassElement] = []
    var words: [String] = []
    var values = FigureValues()
    var phase = 0.0
    var backdropWidth = 40
    var isFlashing = false
    var number = 0

    init(_ seed: UInt64) { random = Seeded(seed) }

    private mutating func pick<T>(_ values: [T]) -> T {
      values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

    private mutating func make() -> GlassElement {
      number += 1
      let (width, height) = (
        Double.random(in: 24...90, using: &random), Double.random(in: 20...50, using: &random)
      )
      var element = Fixtures.element(
        ElementID("e\(number)"), Double.random(in: -10...220, using: &random).rounded(),
        Double.random(in: -6...140, using: &random).rounded() + pick([0, 0.25, 0.5]), width, height,
        pick([.capsule, .circle, .ellipse, .rect(cornerRadius: 10), .path("M0 0 L1 0.1 L0.8 1 L0.1 0.9 Z")]),
        glass: pick([
          .regular, .clear, .regular.tint(.warning).prominent(), .regular.interactive(), .clear.interactive(),
          .identity, Glass(.regular, tier: .thick, isDispersive: true),
        ]), elevation: pick(GlassElement.Elevation.allCases), presence: pick([0, 0.3, 0.8, 1, 1, 1]))
      if chance(0.2) { element.union = "u" }
      return element
    }

    mutating func step() {
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1: if elements.count < 5 { elements.append(make()) }
      case 2:
        if elements.count > 1 { elements.remove(at: Int.random(in: 0..<elements.count, using: &random)) }
      case 3, 4:
        for i in elements.indices where chance(0.5) {
          elements[i].frame.x += Double(Int.random(in: -9...9, using: &random)) / pick([1, 2])
          elements[i].frame.y += Double(Int.random(in: -9...9, using: &random))
        }
      case 5:
        for i in elements.indices { elements[i].press = pick([0, 0.5, 1]) }
      case 6:
        for i in elements.indices where chance(0.5) {
          elements[i].touch = Point(Double.random(in: 0...260, using: &random), 40)
          elements[i].touchStrength = pick([0, 1])
        }
      case 7: words = (0..<2).map { _ in pick(["Hello", "Tilt left", "", "مرحبا", "12:30"]) }
      case 8:
        for i in elements.indices where chance(0.4) { elements[i].presence = pick([0, 0.1, 0.5, 0.9, 1]) }
      case 9: elements.shuffle(using: &random)
      default: break
      }
      for slot in 0..<2 where chance(0.3) { values[slot] = Double(Int.random(in: 0...5000, using: &random)) }
      // Mostly a drift that some of the scene doesn't notice; at times a cut, or another size of picture.
      phase += pick([0, 0, 0.0008, 0.003])
      if chance(0.1) { phase = Double.random(in: 0...5, using: &random) }
      if chance(0.04) { backdropWidth = pick([40, 52, 33]) }
      isFlashing = chance(0.1)
    }

    var backdrop: PlanarPicture {
      isFlashing ? Fixtures.uniform(255, 255, 255) : Fixtures.clouds(backdropWidth, 30, phase: phase)
    }

    var list: DisplayList {
      let half = elements.count / 2
      return DisplayList(
        groups: [(0, Array(elements[..<half])), (1, Array(elements[half...]))].map { index, elements in
          var items: [DisplayItem] = []
          if let first = elements.first {
            let (x, y) = (first.frame.x, first.frame.y)
            items.append(
              DisplayItem(
                id: first.id.appending("plate"), frame: first.frame, .plate(.rect(cornerRadius: 6)),
                role: nil, opacity: 0.7))
            if index < words.count {
              items.append(
                Fixtures.text(first.id.appending("word"), words[index], x: x + 6, baseline: y + 18))
            }
            items.append(
              DisplayItem(
                id: first.id.appending("time"), frame: Rect(x: x + 10, y: y + 20, width: 40, height: 14),
                .figures(
                  LiveNumber(slot: index, format: .minutesSeconds),
                  Lettering(size: 12, weight: 500, origin: Point(x + 10, y + 30)))))
          }
          return GlassGroup(
            id: ElementID("g\(index)"), spacing: 14, elements: elements, items: items, bounds: Rect.zero)
        })
    }
  }

  @Test(
    "what is drawn bit by bit is what is drawn at once, byte for byte", arguments: 1...8,
    [ChromaSubsampling.yuv420, .yuv422])
  func sameAsWhole(seed: Int, subsampling: ChromaSubsampling) throws {
    let painter = try Fixtures.painter(Self.layout, subsampling: subsampling)
    let twin = try Fixtures.painter(Self.layout, subsampling: subsampling)
    let canvas = ChromeFixtures.canvas(Self.layout, subsampling, fill: 0x5A)
    let whole = ChromeFixtures.canvas(Self.layout, subsampling, fill: 0x5A)
    var life = Life(UInt64(seed))
    var drawn = 0
    let frames = 28
    for frame in 0..<frames {
      life.step()
      let (list, backdrop, time) = (life.list, life.backdrop, Int64(frame) * 33_000_000)
      let quality: GlassQuality = frame % 11 == 10 ? .withoutRefraction : .full
      painter.paint(
        list, values: life.values, backdrop: backdrop, nanoseconds: time, quality: quality, into: canvas)
      drawn += painter.tiles.count
      twin.invalidate()
      twin.paint(
        list, values: life.values, backdrop: backdrop, nanoseconds: time, quality: quality, into: whole)
      // A failure isn't told by all samples.
      let isSame = ChromeFixtures.samples(canvas) == ChromeFixtures.samples(whole)
      try #require(isSame, "frame \(frame)")
    }
    // The test would say nothing if everything were drawn each time.
    #expect(drawn < frames * painter.tiles.columns * painter.tiles.rows * 4 / 5)
    // The same painter again, onto another canvas.
    let other = ChromeFixtures.canvas(Self.layout, subsampling, fill: 0x5A)
    for (painter, canvas) in [(painter, other), (twin, whole)] {
      painter.paint(
        life.list, values: life.values, backdrop: life.backdrop, nanoseconds: Int64(frames - 1) * 33_000_000,
        into: canvas)
    }
    #expect(ChromeFixtures.samples(whole) == ChromeFixtures.samples(other))
  }

  @Test("tiles that aren't marked keep their bytes, and a still screen marks none")
  func unmarked() throws {
    let painter = try Fixtures.painter(Self.layout, subsampling: .yuv420)
    let canvas = ChromeFixtures.canvas(Self.layout, .yuv420)
    var list = Fixtures.list([
      Fixtures.element("a", 8, 4, 70, 36), Fixtures.element("b", 190, 120, 60, 30, elevation: .z2),
    ])
    let backdrop = Fixtures.clouds()
    painter.paint(list, backdrop: backdrop, nanoseconds: 0, into: canvas)
    painter.paint(list, backdrop: backdrop, nanoseconds: 500_000_000, into: canvas)
    painter.paint(list, backdrop: backdrop, nanoseconds: 1_000_000_000, into: canvas)
    #expect(painter.tiles.count == 0)
    let before = ChromeFixtures.samples(canvas)[0]
    list.groups[0].elements[0].frame.x += 3
    painter.paint(list, backdrop: backdrop, nanoseconds: 1_100_000_000, into: canvas)
    let after = ChromeFixtures.samples(canvas)[0]
    #expect(painter.tiles.count > 0)
    #expect(painter.tiles.count <= 4)
    #expect(before != after)
    let width = Self.layout.canvas.width
    var strays = 0
    for i in before.indices where before[i] != after[i] {
      if !painter.tiles[i % width / TileMap.width, i / width / TileMap.height] { strays += 1 }
    }
    #expect(strays == 0)
  }

  @Test("a canvas that takes the place of another that is gone is drawn in full")
  func newCanvas() throws {
    let painter = try Fixtures.painter(Self.layout, subsampling: .yuv420)
    let list = Fixtures.list([Fixtures.element("a", 8, 4, 70, 36)])
    let backdrop = Fixtures.clouds()
    for time in 0..<12 {
      // Freed after each round, so that the next one is likely to lie at the same address.
      let canvas = ChromeFixtures.canvas(Self.layout, .yuv420)
      painter.paint(list, backdrop: backdrop, nanoseconds: Int64(time) * 500_000_000, into: canvas)
      #expect(painter.tiles.count == painter.tiles.columns * painter.tiles.rows)
    }
  }
}
