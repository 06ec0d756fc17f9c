import CAllocationCounter
import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome

@Suite("The screen's parallax")
struct ScreenParallaxTests {
  private static func step(_ index: Int) -> Int64 { Int64(index) * 33_000_000 }

  /// Frames of a screen whose camera rolls as told.
  private func frames(
    _ rolls: [Double?], _ style: ChromeStyle = ChromeStyle(), layout: ChromeLayout = ChromeFixtures.small
  ) throws -> [[[UInt8]]] {
    let renderer = try ChromeRenderer(layout: layout, style: style, subsampling: .yuv422)
    let canvas = ChromeFixtures.canvas(layout, .yuv422)
    let backdrop = ChromeFixtures.Backdrop.foliage.picture
    var state = ScreenEventTests.state()
    return rolls.enumerated().map { index, roll in
      state.rollDegrees = roll
      renderer.render(state, backdrop: backdrop, nanoseconds: Self.step(index), into: canvas)
      return ChromeFixtures.samples(canvas)
    }
  }

  @Test("a roll moves the screen aside, the other way for the other side, and back when it isn't known")
  func follows() throws {
    let still = Array(repeating: Double?.none, count: 2)
    let away = Array(repeating: Double?.some(15), count: 40)
    let back = Array(repeating: Double?.none, count: 60)
    let right = try frames(still + away + back)
    let left = try frames(still + away.map { _ in -15 } + back)
    #expect(right[41] != right[1])
    #expect(left[41] != left[1])
    #expect(left[41] != right[41])
    #expect(right[101] == right[1])
    #expect(left[101] == left[1])
    // The same rolls at the same times, the same bytes.
    #expect(try frames(still + away)[41] == right[41])
  }

  @Test("with reduced motion nothing moves, nor for a roll too small to see")
  func still() throws {
    let rolls: [Double?] = [nil] + Array(repeating: 15, count: 30)
    let reduced = try frames(rolls, ChromeStyle(reduceMotion: true))
    #expect(reduced[30] == reduced[0])
    let small = try frames([nil] + Array(repeating: 0.3, count: 30))
    #expect(small[30] == small[0])
  }

  @Test("it moves by whole pixels, never far, and doesn't tremble with its measure")
  func pixels() {
    var parallax = ScreenParallax()
    var seen: [Int] = []
    for index in 0..<300 {
      // Up to 20° and back, with an unsteady hand.
      let roll = 20 * (1 - (Double(index) / 150 - 1).magnitude) + (index.isMultiple(of: 2) ? 0.3 : -0.3)
      parallax.advance(rollDegrees: roll, reducesMotion: false, scale: 2, nanoseconds: Self.step(index))
      #expect((0...6).contains(parallax.pixels))
      if seen.last != parallax.pixels { seen.append(parallax.pixels) }
    }
    #expect(seen.max() ?? 0 >= 5)
    // Once up and once down.
    let top = seen.firstIndex(of: seen.max() ?? 0) ?? 0
    #expect(seen[...top] == seen[...top].sorted()[...])
    #expect(Array(seen[top...]) == seen[top...].sorted(by: >))
  }

  @Test("what is drawn moves, what is told stays, and it moves back exactly")
  func lists() throws {
    let renderer = try ChromeRenderer(
      layout: ScreenEventTests.layout(), style: ChromeStyle(), subsampling: .yuv422)
    let list = try CaptureScreen(
      layout: renderer.layout, style: renderer.style,
      engine: DisplayLayout(measuring: try TypefaceMeasurer(scale: 0.75))
    ).list(ScreenEventTests.state())
    let shifted = list.shifted(byX: 2)
    #expect(shifted != list)
    #expect(shifted.accessibility == list.accessibility)
    #expect(shifted.shifted(byX: -2) == list)
    for (a, b) in zip(list.groups, shifted.groups) {
      for (p, q) in zip(a.items, b.items) { #expect(abs(q.frame.x - p.frame.x - 2) < 1e-9) }
      for (p, q) in zip(a.elements, b.elements) { #expect(abs(q.frame.x - p.frame.x - 2) < 1e-9) }
    }
  }

  @Test("a screen that stands aside allocates nothing", .enabled(if: callocation_available() != 0))
  func noAllocation() throws {
    let layout = ChromeFixtures.small
    let renderer = try ChromeRenderer(layout: layout, style: ChromeStyle(), subsampling: .yuv422)
    let canvas = ChromeFixtures.canvas(layout, .yuv422)
    let backdrop = ChromeFixtures.Backdrop.checker.picture
    var state = ChromeFixtures.state()
    state.rollDegrees = 15
    var allocations: UInt64 = 0
    for index in 0..<50 {
      let before = callocation_count_thread()
      renderer.render(state, backdrop: backdrop, nanoseconds: Self.step(index), into: canvas)
      if index > 45 { allocations += callocation_count_thread() - before }
    }
    #expect(allocations == 0)
  }
}
