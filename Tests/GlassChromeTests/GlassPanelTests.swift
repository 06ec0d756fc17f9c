import PixelTypes
import RealModule
import Testing

@testable import GlassChrome

@Suite("Glass")
struct GlassPanelTests {
  private typealias Fixtures = ChromeFixtures
  private static let area = PixelRect(x: 96, y: 64, width: 320, height: 96)
  private static let size = PixelSize(width: 512, height: 256)!

  /// Glass that does nothing but what a test switches on.
  private static let plain = GlassMaterial(
    wash: .black, washOpacity: 0, limit: .atMost(2), saturation: 256, blurPoints: 4, isOpaque: false,
    border: 0,
    borderPoints: 0.5, refractiveIndex: 1.5, edgeGather: 0, keyLight: 0)

  private func render(_ material: GlassMaterial, _ backdrop: PlanarPicture) -> PlanarPicture {
    let grid = SceneGrid(
      canvas: Self.size, anchor: PixelRect(x: 0, y: 0, width: 512, height: 256), scale: 1)
    let panel = GlassPanel(
      area: Self.area, radius: 28, material: material, scale: 1, grid: grid, subsampling: .yuv444)
    let pyramid = BlurPyramid(size: backdrop.size)
    pyramid.update(from: backdrop)
    let canvas = PlanarPicture(size: Self.size, subsampling: .yuv444)
    panel.prepare(pyramid, nanoseconds: 0)
    panel.paint(into: canvas)
    return canvas
  }

  @Test(
    "over a uniform backdrop refraction, blur and mirroring can't be seen",
    arguments: [0.0, 60, 128, 201, 255])
  func uniform(grey: Double) {
    let backdrop = Fixtures.picture(64, 32) { _, _ in (grey, grey, grey) }
    var gathering = Self.plain
    gathering.edgeGather = 0.5
    let canvas = render(gathering, backdrop)
    var worst = 0
    for y in Self.area.y..<Self.area.maxY {
      for x in Self.area.x + 46..<Self.area.maxX - 46 {
        worst = max(worst, abs(Int(canvas.luma[x, y]) - Int(grey)), abs(Int(canvas.cb[x, y]) - 128))
      }
      let middle = y == Self.area.y + 48
      if middle {
        for x in Self.area.x + 1..<Self.area.maxX - 1 {
          worst = max(worst, abs(Int(canvas.luma[x, y]) - Int(grey)))
        }
      }
    }
    #expect(worst <= 1)
  }

  @Test("each effect changes the picture", arguments: 0..<7)
  func switches(effect: Int) {
    let backdrop = Fixtures.Backdrop.highChroma.picture
    var material = Self.plain
    switch effect {
    case 0: material.refractiveIndex = 1
    case 1: material.blurPoints = 40
    case 2: material.washOpacity = 0.3
    case 3: material.keyLight = 1
    case 4: material.border = 0.5
    case 5: material.saturation = 128
    default: material.edgeGather = 0.5
    }
    let (with, without) = (render(material, backdrop), render(Self.plain, backdrop))
    #expect(Fixtures.samples(with) != Fixtures.samples(without))
  }

  @Test("a ramp seen through the bevel is the ramp at the shifted place")
  func ramp() {
    // Light that rises evenly downwards, so that what a pixel shows says where it looks.
    let backdrop = Fixtures.picture(64, 256) { _, y in
      let code = TransferCurve.code(0.1 + 0.8 * y) * 255
      return (code, code, code)
    }
    var material = Self.plain
    material.blurPoints = 1
    let canvas = render(material, backdrop)
    let profile = EdgeProfile(area: Self.area, radius: 28, material: material, scale: 1)
    var shifted = 0.0
    for row in 0..<48 {
      let x = Double(row) + 0.5
      let shift = x < profile.optics.bevel ? profile.optics.shift(at: x) : 0
      let mix = profile.point(at: .init(160, x)).mix
      guard mix.transmitted > 250 else { continue }
      let light = TransferCurve.light(Double(canvas.luma[256, Self.area.y + row]) / 255)
      let seen = (light - 0.1) / 0.8 * 256
      let expected = Double(Self.area.y) + x + shift
      #expect(abs(seen - expected) < 3)
      shifted = max(shifted, shift)
    }
    #expect(shifted > 8)
  }

  @Test("left and right, top and bottom mirror each other over a uniform backdrop")
  func symmetry() {
    let backdrop = Fixtures.picture(64, 32) { _, _ in (90, 90, 90) }
    var material = Self.plain
    material.border = 0.4
    let canvas = render(material, backdrop)
    var worst = 0
    for y in 0..<96 {
      for x in 0..<320 {
        let here = Int(canvas.luma[Self.area.x + x, Self.area.y + y])
        worst = max(worst, abs(here - Int(canvas.luma[Self.area.maxX - 1 - x, Self.area.y + y])))
        worst = max(worst, abs(here - Int(canvas.luma[Self.area.x + x, Self.area.maxY - 1 - y])))
      }
    }
    // One code: the dither differs.
    #expect(worst <= 1)
  }

  @Test("the shift is Snell's law in vectors, down to the floor", arguments: [0.3, 1.0, 2.5, 6, 12, 19])
  func snell(x: Double) {
    let optics = GlassOptics(bevel: 20, floor: 45, index: 1.5, longestShift: 1000)
    let e = 1e-6
    let slope = (optics.height(at: x + e) - optics.height(at: x - e)) / (2 * e)
    let length = (1 + slope * slope).squareRoot()
    // Surface normal (inwards x, up z) and a ray straight down, refracted (Glassner, "Introduction to Ray Tracing").
    let (nx, nz) = (-slope / length, 1 / length)
    let ratio = 1 / 1.5
    let c = nz
    let k = (1 - ratio * ratio * (1 - c * c)).squareRoot()
    let tx = (ratio * c - k) * nx
    let tz = -ratio + (ratio * c - k) * nz
    let shift = tx / -tz * (optics.floor + optics.height(at: x))
    #expect(abs(shift - optics.shift(at: x)) < 0.01 * max(1, shift))
  }

  @Test("a corner whose zone is its radius is a circle, and distances are exact")
  func circle() {
    let shape = GlassShape(width: 80, height: 80, radius: 40)
    for i in 0..<60 {
      let a = Double(i) / 60 * 2 * .pi
      for r in [12.0, 30, 39, 41] {
        let edge = shape.edge(at: .init(40 + r * Double.cos(a), 40 + r * Double.sin(a)))
        if r > 25 { #expect(abs(edge.distance - (40 - r)) < 0.05) }
      }
    }
  }

  @Test("shadows darken the backdrop beside a panel and leave it alone far away")
  func shadow() {
    let layout = Fixtures.small
    let grid = SceneGrid(canvas: layout.canvas, anchor: layout.viewfinders[0], scale: layout.scale)
    let ambient = AmbientBackdrop(layout: layout, style: ChromeStyle(), grid: grid, subsampling: .yuv420)
    let backdrop = Fixtures.picture(50, 36) { _, _ in (255, 255, 255) }
    let pyramid = BlurPyramid(size: backdrop.size)
    pyramid.update(from: backdrop)
    let canvas = Fixtures.canvas(layout, .yuv420)
    ambient.castShadows(
      of: [Fixtures.rect(8, 342, 220, 52)], radius: 14, strength: 0.22, reach: 9, drop: 1)
    ambient.paint(pyramid, into: canvas)
    #expect(Int(canvas.luma[231, 368]) < Int(canvas.luma[600, 368]) - 5)
    #expect(abs(Int(canvas.luma[560, 368]) - Int(canvas.luma[600, 368])) <= 1)
  }
}
