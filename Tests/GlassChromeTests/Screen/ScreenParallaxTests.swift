import Testing

@testable import GlassChrome
@testable import Screen

@Suite("The screen's parallax")
struct ScreenParallaxTests {
  private static func step(_ index: Int) -> Int64 { Int64(index) * 33_000_000 }

  /// Frames of a screen whose camera rolls as told.
  private func frames(
    _ rolls: [Double?], _ style: ChromeStyle = ChromeStyle(), layout: ChromeLayout = ChromeFixtures.small
  ) throws -> [[[UInt8]]] {
    let stage = try ChromeStage(layout, style)
    var state = ScreenEventTests.state()
    return rolls.enumerated().map { index, roll in
      state.rollDegrees = roll
      return stage.samples(state, at: Self.step(index))
    }
  }

  @Test("a roll moves the screen aside, the other way for the other side, and back when it isn't known")
  func follows() throws {
    let still = Array(repeating: Double?.none, count: 2)
    let away = Array(repeating: Double?.some(15), count: 60)
    let back = Array(repeating: Double?.none, count: 80)
    let right = try frames(still + away + back)
    let left = try frames(still + away.map { _ in -15 } + back)
    #expect(right[61] != right[1])
    #expect(left[61] != left[1])
    #expect(left[61] != right[61])
    #expect(right[141] == right[1])
    #expect(left[141] == left[1])
    // The same rolls at the same times, the same bytes.
    #expect(try frames(still + away)[61] == right[61])
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

  @Test("one group steps in a frame, what is told stays, what is new goes along, and all come back exactly")
  func groups() throws {
    let layout = ScreenEventTests.layout()
    let screen = CaptureScreen(
      layout: layout, style: ChromeStyle(), engine: DisplayLayout(measuring: FakeMeasurer()))
    var state = ScreenEventTests.state()
    let list = try screen.list(state)
    #expect(list.groups.count == 3)
    var parallax = ScreenParallax()
    var time: Int64 = 0
    /// A frame after the pause, or right after the last one.
    func place(_ list: DisplayList, later: Bool = true, steps: Bool = true) -> DisplayList {
      time += later ? ScreenParallax.pauseNanoseconds : 33_000_000
      return parallax.place(list, scale: 1, nanoseconds: time, steps: steps)
    }
    #expect(place(list) == list)
    for index in 0..<60 {
      parallax.advance(rollDegrees: 20, reducesMotion: false, scale: 1, nanoseconds: Self.step(index))
    }
    #expect(parallax.pixels == 3)
    /// How far each group stands aside.
    func shifts(_ shown: DisplayList, _ list: DisplayList) -> [Double] {
      #expect(shown.accessibility == list.accessibility)
      return zip(shown.groups, list.groups).map { group, laidOut in
        let shift = group.elements[0].frame.x - laidOut.elements[0].frame.x
        for (a, b) in zip(group.items, laidOut.items) { #expect(abs(a.frame.x - b.frame.x - shift) < 1e-9) }
        #expect(abs(group.bounds.x - laidOut.bounds.x - shift) < 1e-9)
        return shift.rounded()
      }
    }
    /// How far each group goes: the highest all the way, the lowest two fifths of it.
    func way(_ list: DisplayList) -> [Double] {
      list.groups.map { group in
        let highest = group.elements.map(\.elevation.rawValue).max() ?? 0
        return (3 * (2 + 3 * Double(highest) / 5) / 5).rounded()
      }
    }
    let whole = way(list)
    #expect(Set(whole).count > 1)
    #expect(shifts(place(list, steps: false), list) == [0, 0, 0])
    #expect(shifts(place(list), list) == [whole[0], 0, 0])
    #expect(shifts(place(list, later: false), list) == [whole[0], 0, 0])
    #expect(shifts(place(list), list) == [whole[0], whole[1], 0])
    state.toast = Toast("New")
    let other = try screen.list(state)
    let stayed = shifts(place(other, steps: false), other)
    #expect(stayed.count == 4 && zip(stayed, way(other)).count { $0 != $1 } == 1 && stayed.contains(0))
    #expect(shifts(place(other), other) == way(other))
    for index in 60..<200 {
      parallax.advance(rollDegrees: nil, reducesMotion: false, scale: 1, nanoseconds: Self.step(index))
    }
    for _ in 0..<4 { _ = place(other) }
    #expect(place(other) == other)
    #expect(place(list) == list)
  }
}
