import CAllocationCounter
import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome
@testable import Screen

@Suite("Chrome is drawn outside the viewfinders")
struct ChromeRendererTests {
  private typealias Fixtures = ChromeFixtures

  @Test(
    "writes every sample outside the viewfinders and none inside",
    arguments: ChromeFixtures.layouts.map(\.name), [ChromaSubsampling.yuv444, .yuv422, .yuv420])
  func viewfinders(name: String, subsampling: ChromaSubsampling) throws {
    let layout = Fixtures.layouts.first { $0.name == name }!.layout
    let results = try [UInt8(0x5A), 0xA5].map { sentinel in
      let stage = try ChromeStage(layout, subsampling: subsampling, fill: sentinel)
      for frame in 0..<3 { stage.draw(Fixtures.state(recording: true), at: Int64(frame) * 70_000_000) }
      return stage.canvas
    }
    #expect(Fixtures.strays(results, layout) == (0, 0))
  }

  @Test(
    "what ticks, drifts or stands aside allocates nothing, nor does a hint that has moved",
    .countsAllocations)
  func noAllocationInMotion() throws {
    let renderer = try ChromeRenderer(layout: Fixtures.small, style: ChromeStyle(), subsampling: .yuv420)
    let canvas = Fixtures.canvas(Fixtures.small, .yuv420)
    let backdrops = (0..<4).map { i in
      Fixtures.picture(40, 30) { x, y in (90 + 40 * x + Double(i), 90 + 50 * y, 120 - Double(i)) }
    }
    var moving: [UInt64] = []
    var drifting: UInt64 = 0
    var drawn = 0
    for frame in 0..<200 {
      // It comes, goes and comes again, and then stays.
      let hint = [nil, "Step back", nil, "Tilt left a little"][min(frame / 20, 3)]
      var state = Fixtures.state(recording: true, hint: hint)
      (state.secondOfDay, state.recordingSeconds, state.rollDegrees) = (50_000 + frame, Double(frame), 15)
      state.sources[0].framesPerSecond = 29.9 + Double(frame)
      state.sources[0].drops = frame * 7
      let backdrop = backdrops[frame / 3 % 4]
      let before = callocation_count_thread()
      renderer.render(state, backdrop: backdrop, nanoseconds: Int64(frame) * 33_333_333, into: canvas)
      let allocations = callocation_count_thread() - before
      if (20..<80).contains(frame) { moving.append(allocations) }
      if frame >= 150 {
        drifting += allocations
        drawn += renderer.tiles.count
      }
    }
    #expect(drifting == 0)
    #expect(drawn > 0)
    #expect((moving.max() ?? 0) > 0)
  }

  static let changes: [(name: String, make: @Sendable (inout ChromeState) -> Void)] = [
    ("status", { $0.sources[0].status = .lost }), ("rate", { $0.sources[0].framesPerSecond = 12 }),
    ("drops", { $0.sources[1].drops = 28 }), ("camera", { $0.sources[1].name = "Other" }),
    ("time", { $0.secondOfDay = 50_608 }), ("recording", { $0.recordingSeconds = 3 }),
    ("no template", { $0.selectedTemplate = nil }), ("hint", { $0.hint = "Step back" }),
  ]

  @Test("each number, mark and choice shows", arguments: changes.map(\.name))
  func stateShows(name: String) throws {
    var state = Fixtures.state(hint: nil)
    let before = try still(state)
    try #require(Self.changes.first { $0.name == name }).make(&state)
    #expect(try still(state) != before)
  }

  @Test("a card beyond the first ones is marked on the picture when it is chosen")
  func selectedLast() throws {
    var state = Fixtures.state(hint: nil)
    state.selectedTemplate = nil
    let none = try still(state, in: Fixtures.small)
    state.selectedTemplate = 11
    #expect(try still(state, in: Fixtures.small) != none)
  }

  @Test(
    "the card in use is on the shelf, however narrow", arguments: ChromeFixtures.layouts.map(\.name))
  func selectedCard(_ name: String) throws {
    let layout = try #require(Fixtures.layouts.first { $0.name == name }).layout
    let stage = try ChromeStage(layout, subsampling: .yuv420)
    let renderer = stage.renderer
    var state = Fixtures.state(hint: nil)
    var counts: Set<Int> = []
    for (frame, selected) in [0, 11, 10, 3, 4, 0, 7, nil, 12, 0].enumerated() {
      state.selectedTemplate = selected
      stage.draw(state, at: Int64(frame) * 1_000_000_000)
      #expect(renderer.failure == nil)
      let cards = renderer.accessibility.filter { $0.id.path.hasPrefix("template/") && $0.role == .button }
      // A layout may have no room for a shelf at all.
      guard !cards.isEmpty else { continue }
      counts.insert(cards.count)
      let chosen = cards.filter(\.isSelected)
      if let selected, selected < 12 {
        #expect(chosen.map(\.label) == [state.templates[selected].title])
      } else {
        #expect(chosen.isEmpty)
      }
    }
    #expect(counts.count <= 1)
    if name == "half" { #expect(counts.first ?? 0 > 1) }
  }

  @Test("all that is on the screen can be told, and what can be touched is at least 44 by 44 points")
  func accessibility() throws {
    var state = Fixtures.state(recording: true)
    state.showsControls = true
    let stage = try ChromeStage(subsampling: .yuv420)
    let renderer = stage.renderer
    stage.draw(state, at: 0)
    let told = renderer.accessibility
    #expect(renderer.failure == nil)
    for label in ["Logitech BRIO", "C920 desk", "Recording", "Capture", "Stop recording"] {
      #expect(told.contains { $0.label == label }, "\(label) in \(told.map(\.label))")
    }
    for control in told where control.role == .button || control.role == .tab {
      let target = control.target
      #expect(target.width >= 44 && target.height >= 44)
      #expect(renderer.handle(.toggle(control.id)) == .action(.activate(control.id)))
    }
  }

  @Test("a touch shows under the finger at once, and is told when it is let go")
  func touch() throws {
    var state = Fixtures.state(hint: nil)
    state.showsControls = true
    let stage = try ChromeStage(subsampling: .yuv420, over: Fixtures.Backdrop.nightCity.picture)
    let renderer = stage.renderer
    func frame(_ milliseconds: Int64) -> [[UInt8]] { stage.samples(state, at: milliseconds * 1_000_000) }
    _ = frame(0)
    let button = try #require(renderer.accessibility.first { $0.id.path.hasSuffix("settings") })
    // A card is pressed on its glass.
    let card = try #require(renderer.accessibility.first { $0.id.path.hasPrefix("template/") })
    var time: Int64 = 1000
    // A wash that a press has deepened a little stays so: the second press leaves nothing behind.
    for (control, isFirst) in [(button, true), (button, false), (card, true), (card, false)] {
      let before = frame(time)
      #expect(renderer.handle(.press(.points(control.frame.center))) == .nothing)
      // A failure isn't told by megabytes of samples.
      var differs = [33, 120].map { frame(time + $0) != before }
      #expect(differs == [true, true])
      #expect(renderer.handle(.release(nil)) == .action(.activate(control.id)))
      differs = [200, 3000].map { frame(time + $0) != before }
      #expect(differs[0] && (isFirst || !differs[1]))
      time += 5000
    }
  }

  @Test("each accessibility setting shows")
  func styleShows() throws {
    let state = Fixtures.state()
    let plain = try still(state)
    #expect(try still(state, ChromeStyle(appearance: .light)) != plain)
    #expect(try still(state, ChromeStyle(reduceTransparency: true)) != plain)
    #expect(try still(state, ChromeStyle(increaseContrast: true)) != plain)
  }

  @Test("a hint that has gone leaves no trace, and melts away until then")
  func hintLeaves() throws {
    let stage = try ChromeStage(subsampling: .yuv420)
    func frame(_ milliseconds: Int64, _ hint: String?) -> [[UInt8]] {
      stage.samples(Fixtures.state(hint: hint), at: milliseconds * 1_000_000)
    }
    let without = frame(0, nil)
    _ = frame(10, "Step back")
    let half = frame(90, "Step back")
    let whole = frame(1500, "Step back")
    _ = frame(1510, nil)
    let leaving = frame(1540, nil)
    #expect(half != without && whole != half)
    #expect(leaving != whole && leaving != without)
    #expect(frame(4000, nil) == without)
  }

  @Test("layouts that break the rules are refused")
  func badLayouts() {
    var layout = Fixtures.small
    layout.topRegion = Fixtures.rect(0, 0, 640, 60)
    #expect(throws: GlassError.self) {
      try ChromeRenderer(layout: layout, style: ChromeStyle(), subsampling: .yuv420)
    }
    #expect(throws: GlassError.unsupportedSubsampling) {
      try ChromeRenderer(layout: Fixtures.small, style: ChromeStyle(), subsampling: .grey)
    }
  }

  private func still(
    _ state: ChromeState, _ style: ChromeStyle = ChromeStyle(), in layout: ChromeLayout = Fixtures.half
  ) throws -> [[UInt8]] {
    let stage = try ChromeStage(layout, style, over: Fixtures.Backdrop.skin.picture)
    stage.draw(state, at: 0)
    return stage.samples(state, at: 500_000_000)
  }
}
