import HUDGeometry
import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome

@Suite("Glass: identities")
struct IdentityTests {
  private typealias Fixtures = PainterFixtures

  @Test(
    "glass with a presence of 0, or of identity, is no glass, byte for byte",
    arguments: [ChromaSubsampling.yuv420, .yuv444], [GlassQuality.full, .withoutRefraction])
  func absent(subsampling: ChromaSubsampling, quality: GlassQuality) throws {
    let layout = Fixtures.open(160, 96)
    let backdrop = Fixtures.clouds()
    func samples(_ elements: [GlassElement]) throws -> [[UInt8]] {
      let items =
        !elements.contains { $0.id == "a" }
        ? []
        : [
          Fixtures.text("a/word", "Word", x: 20, baseline: 40),
          DisplayItem(
            id: "a/plate", frame: Rect(x: 14, y: 20, width: 40, height: 20), .plate(.capsule), role: .tint),
        ]
      let list = Fixtures.list(elements, spacing: 10, items: items)
      return ChromeFixtures.samples(
        try Fixtures.still(list, layout, backdrop, quality: quality, subsampling: subsampling))
    }
    let element = Fixtures.element("a", 10, 12, 90, 40, elevation: .z3)
    let none = try samples([])
    #expect(try samples([element]) != none)
    var gone = element
    gone.presence = 0
    #expect(try samples([gone]) == none)
    var identity = element
    identity.glass = .identity
    #expect(try samples([identity]) == none)
    // Neither may it change a neighbour that it would flow together with.
    let other = Fixtures.element("b", 104, 12, 40, 40)
    #expect(try samples([other]) != none)
    let beside = [gone, identity].map { [$0, other] }
    for both in beside { #expect(try samples(both) == samples([other])) }
  }

  @Test("glass comes without a jump, alone and beside others", arguments: [0.0, 4, 16], [false, true])
  func comes(gap: Double, isBright: Bool) throws {
    // So dark, or so even, that contrast asks for the same wash all over.
    let backdrop =
      isBright
      ? Fixtures.uniform(200, 200, 200)
      : ChromeFixtures.picture(40, 30) { x, y in (20 + 60 * x, 20 + 60 * y, 40) }
    func luma(_ presence: Double) throws -> PixelPlane {
      var elements = [
        Fixtures.element("a", 10, 12, 60, 40, elevation: .z3),
        Fixtures.element("b", 70 + gap, 16, 50, 32, elevation: .z3, presence: presence),
      ]
      if gap == 0 { elements.removeFirst() }
      return try Fixtures.still(Fixtures.list(elements, spacing: 14), Fixtures.open(160, 96), backdrop).luma
    }
    let steps = try [0, 0.004, 0.5, 0.504, 0.996, 1].map { try luma($0) }
    for (before, after) in [(0, 1), (2, 3), (4, 5)] {
      let jumps = steps[before].places.count {
        abs(Int(steps[before][$0, $1]) - Int(steps[after][$0, $1])) > 4
      }
      // Where necks meet a few pixels turn from two rims into one body.
      #expect(jumps <= 4)
    }
  }

  @Test(
    "glass looks no further than `near` says",
    arguments: [GlassForm.capsule, .circle, .rect(cornerRadius: 14)],
    [Glass.regular, .clear, Glass(.regular, isDispersive: true)])
  func near(form: GlassForm, glass: Glass) {
    for others in [[], [Fixtures.element("b", 410, 165, 60, 44, glass: glass)]] {
      for height in [24.0, 64, 150] {
        let element = Fixtures.element("a", 240.5, 170.25, 163, height, form, glass: glass)
        let body = Fixtures.body(
          [element] + others, canvas: ChromeFixtures.size(720, 480), subsampling: .yuv444)
        let near = body.near
        for look in Fixtures.looks(body, on: ChromeFixtures.size(720, 480)) where !look.isFlat {
          for place in [look.source, look.mirror] {
            let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
            #expect(near.contains(PixelRect(x: x, y: y, width: 2, height: 2)), "\(place), \(near)")
          }
        }
      }
    }
  }

  @Test("glass of index 1 bends nothing", arguments: [ChromaSubsampling.yuv420, .yuv444])
  func indexOne(subsampling: ChromaSubsampling) throws {
    let element = Fixtures.element("a", 9.5, 12.25, 96, 44)
    let material = Fixtures.pure { $0.refractiveIndex = 1 }
    let body = Fixtures.body(
      [element], canvas: ChromeFixtures.size(120, 70), subsampling: subsampling, material: material)
    let plain = PlanarPicture(size: ChromeFixtures.size(120, 70), subsampling: subsampling)
    for channel in 0..<2 {
      let looks = Fixtures.looks(body, plain, channel: channel)
      #expect(looks.count > 900)
      #expect(looks.allSatisfy { ($0.at - $0.source).length < 0.51 && $0.edge.mirrored == 0 })
      if subsampling == .yuv444 { #expect(looks.allSatisfy { ($0.at - $0.source).length < 1e-9 }) }
    }
    func samples(_ quality: GlassQuality, _ material: GlassMaterial) throws -> [[UInt8]] {
      ChromeFixtures.samples(
        try Fixtures.still(
          Fixtures.list([element]), Fixtures.open(120, 70), Fixtures.clouds(), quality: quality,
          subsampling: subsampling, material: material))
    }
    let straight = try samples(.withoutRefraction, Fixtures.pure())
    #expect(try samples(.full, material) == straight)
    #expect(try samples(.full, Fixtures.pure()) != straight)
  }

  @Test(
    "the soft body is never shifted: only a lens looks elsewhere",
    arguments: [ChromaSubsampling.yuv420, .yuv444])
  func softStaysInPlace(subsampling: ChromaSubsampling) throws {
    func samples(_ quality: GlassQuality, lens: Double) throws -> [[UInt8]] {
      ChromeFixtures.samples(
        try Fixtures.still(
          Fixtures.list([Fixtures.element("a", 9.5, 12.25, 96, 44)]), Fixtures.open(120, 70),
          Fixtures.clouds(),
          quality: quality, subsampling: subsampling, material: Fixtures.soft { $0.lens = lens }))
    }
    let straight = try samples(.withoutRefraction, lens: 0)
    #expect(try samples(.withoutEnvironment, lens: 0) == straight)
    #expect(try samples(.withoutEnvironment, lens: 1) != straight)
    // Without refraction there is no lens at all.
    #expect(try samples(.withoutRefraction, lens: 1) == straight)
  }

  @Test("over a uniform scene glass that moves by whole blocks of the dither moves its bytes")
  func movesOverUniform() throws {
    let layout = Fixtures.open(200, 120)
    let backdrop = Fixtures.uniform(90, 140, 60)
    let elements = [
      Fixtures.element("a", 17.5, 20, 50, 30, elevation: .z2), Fixtures.element("b", 72, 22, 30, 26, .circle),
    ]
    func canvas(_ dx: Int, _ dy: Int) throws -> PlanarPicture {
      let moved = elements.map { element in
        var element = element
        element.frame.x += Double(dx)
        element.frame.y += Double(dy)
        return element
      }
      return try Fixtures.still(Fixtures.list(moved, spacing: 12), layout, backdrop)
    }
    let still = try canvas(0, 0)
    for (dx, dy) in [(16, 0), (0, 16), (48, 32)] { #expect(strays(still, try canvas(dx, dy), dx, dy) == 0) }
    #expect(strays(still, try canvas(16, 0), 32, 0) > 0)
  }

  @Test(
    "glass that moves with its scene by whole blocks of the dither moves its bytes", arguments: [false, true])
  func movesWithScene(isSharp: Bool) throws {
    let layout = Fixtures.open(384, 96)
    func canvas(_ dx: Int) throws -> PlanarPicture {
      let picture = ChromeFixtures.picture(isSharp ? 384 : 192, isSharp ? 96 : 48) { x, y in
        let (px, py) = (x * 384 - Double(dx), y * 96)
        let isInside = px > 100 && px < 190 && py > 20 && py < 80
        return isInside ? (px > 140 ? 240 : 20, py > 44 ? 200 : 60, 90) : (80, 80, 80)
      }
      let list = Fixtures.list([Fixtures.element("a", 104.5 + Double(dx), 24, 80, 44, elevation: .z3)])
      // The scene's light comes from elsewhere when the scene moves.
      var material = GlassMaterial.regular(ChromeStyle())
      material.keyLight = 0
      return isSharp
        ? try Fixtures.still(list, layout, scene: picture, material: material)
        : try Fixtures.still(list, layout, picture, material: material)
    }
    #expect(strays(try canvas(0), try canvas(64), 64, 0) == 0)
    #expect(strays(try canvas(0), try canvas(0), 64, 0) > 0)
    if isSharp { #expect(strays(try canvas(0), try canvas(16), 16, 0) == 0) }
  }

  /// Samples of the middle of `a` that differ from those of `b` further on.
  private func strays(_ a: PlanarPicture, _ b: PlanarPicture, _ dx: Int, _ dy: Int) -> Int {
    [(a.luma, b.luma), (a.cb, b.cb), (a.cr, b.cr)].map { p, q in
      Places(0..<p.width - dx, 0..<p.height - dy).count { x, y in p[x, y] != q[x + dx, y + dy] }
    }.reduce(0, +)
  }
}
