import CAllocationCounter
import HUDGeometry
import TestSupport
import Testing

@testable import GlassChrome
@testable import Screen

@Suite("Symbol effects")
struct SymbolEffectTests {
  private static let millisecond: Int64 = 1_000_000

  private struct Shown {
    var name: String
    var frame: Rect
    var opacity: Double
    var effects: SymbolEffects
  }

  private static func list(_ icon: some View) throws -> DisplayList {
    try laidOut(onGlass(icon))
  }

  private static func icons(_ list: DisplayList) -> [Shown] {
    list.items.compactMap {
      guard case .icon(let name, let effects) = $0.ink else { return nil }
      return Shown(name: name, frame: $0.frame, opacity: $0.opacity, effects: effects)
    }
  }

  private static func replacing(_ name: String) throws -> DisplayList {
    try list(Icon(name, size: 20).contentTransition(.symbolEffect(.replace)))
  }

  private static func bouncing(_ value: Int) throws -> DisplayList {
    try list(Icon("camera", size: 20).symbolEffect(.bounce, value: value))
  }

  private static func pulsing(_ isActive: Bool) throws -> DisplayList {
    try list(Icon("camera", size: 20).symbolEffect(.pulse, isActive: isActive))
  }

  /// Names, widths and opacities of the icons shown at each millisecond until rest.
  private static func run(_ animator: inout DisplayAnimator, from start: Int64 = 0) -> [[Shown]] {
    var frames = [icons(animator.displayed)]
    while !animator.isAtRest, frames.count < 5000 {
      animator.advance(to: start + Int64(frames.count) * millisecond)
      frames.append(icons(animator.displayed))
    }
    return frames
  }

  @Test("modifiers reach all icons inside, and add up")
  func modifiers() throws {
    let button = Button("go", title: "Go", icon: "play")
    func effects(_ view: some View) throws -> SymbolEffects {
      try #require(Self.icons(try Self.list(view)).first).effects
    }
    #expect(try effects(button) == SymbolEffects())
    #expect(try effects(button.contentTransition(.symbolEffect(.replace))).replaces)
    let inner = Icon("play").contentTransition(.identity)
    #expect(try !effects(inner.contentTransition(.symbolEffect(.replace))).replaces)
    #expect(try effects(button.symbolEffect(.pulse)).isPulsing)
    #expect(try effects(Icon("play").symbolEffect(.pulse, isActive: false).symbolEffect(.pulse)).isPulsing)
    #expect(try !effects(button.symbolEffect(.pulse, isActive: false)).isPulsing)
    func value(_ a: Int, _ b: String) throws -> Int? {
      try effects(Icon("play").symbolEffect(.bounce, value: a).symbolEffect(.bounce, value: b)).bounceValue
    }
    #expect(try value(1, "a") == value(1, "a"))
    #expect(try value(1, "a") != value(2, "a") && value(1, "a") != value(1, "b"))
  }

  @Test("by default an icon changes its name at once")
  func identity() throws {
    var animator = DisplayAnimator(try Self.list(Icon("play", size: 20)))
    let next = try Self.list(Icon("pause", size: 20))
    animator.setTarget(next, at: 0)
    #expect(animator.isSettled && animator.displayed == next)
  }

  @Test("a replaced icon shrinks and fades while the new one grows past its size and comes to rest")
  func replace() throws {
    var animator = DisplayAnimator(try Self.replacing("play"))
    let next = try Self.replacing("pause")
    animator.setTarget(next, at: 0)
    let frames = Self.run(&animator)
    #expect(frames.count < 600 && animator.displayed == next)
    let middle = frames[60]
    #expect(middle.map(\.name) == ["play", "pause"])
    for frame in frames[1..<140] {
      #expect(frame.map(\.name) == ["play", "pause"])
      #expect(frame.allSatisfy { $0.frame.center.distance(to: middle[0].frame.center) < 1e-9 })
    }
    for (before, after) in zip(frames[..<130], frames[1..<131]) where before.count == 2 {
      #expect(after[0].frame.width < before[0].frame.width || before[0].frame.width == 20)
      #expect(after[0].opacity < before[0].opacity && after[1].opacity > before[1].opacity)
    }
    #expect(middle[0].frame.width < 17 && middle[1].frame.width > 10 && middle[1].frame.width < 20)
    let widest = frames.compactMap { $0.last?.frame.width }.max() ?? 0
    #expect(widest > 20.2 && widest < 22)
  }

  @Test("an icon that is replaced again, or pressed, on its way ends as the last one")
  func replaceAgain() throws {
    var animator = try DisplayAnimator(from: Self.replacing("play"), to: Self.replacing("pause"))
    animator.advance(to: 50 * Self.millisecond)
    var last = try Self.replacing("stop")
    animator.setTarget(last, at: 50 * Self.millisecond)
    #expect(Self.icons(animator.displayed).map(\.name) == ["play", "pause", "stop"])
    last.groups[0].elements[0].press = 1
    animator.setTarget(last, at: 80 * Self.millisecond)
    #expect(Self.icons(animator.displayed).map(\.name) == ["play", "pause", "stop"])
    _ = Self.run(&animator, from: 80 * Self.millisecond)
    #expect(Self.icons(animator.displayed).map(\.name) == ["stop"])
    #expect(Self.icons(animator.displayed).allSatisfy { $0.opacity == 1 })
  }

  @Test("with reduced motion replaced icons cross-fade, and nothing grows, bounces or pulses")
  func reduced() throws {
    var animator = try DisplayAnimator(
      from: Self.replacing("play"), to: Self.replacing("pause"), motion: .reduced)
    for frame in Self.run(&animator) { #expect(frame.allSatisfy { $0.frame.width == 20 }) }
    animator = try DisplayAnimator(
      from: Self.replacing("play"), to: Self.replacing("pause"), motion: .reduced)
    animator.advance(to: 90 * Self.millisecond)
    #expect(Self.icons(animator.displayed).allSatisfy { ($0.opacity - 0.5).magnitude < 1e-9 })

    animator = DisplayAnimator(try Self.bouncing(1), motion: .reduced)
    let bounced = try Self.bouncing(2)
    animator.setTarget(bounced, at: 0)
    #expect(animator.isSettled && animator.displayed == bounced)

    animator = DisplayAnimator(try Self.pulsing(true), motion: .reduced)
    #expect(animator.isSettled && Self.icons(animator.displayed)[0].effects.pulseStart == nil)
    animator.motion = .standard
    animator.advance(to: 0)
    #expect(!animator.isSettled && Self.icons(animator.displayed)[0].effects.pulseStart != nil)
    animator.motion = .reduced
    animator.advance(to: 0)
    #expect(animator.isSettled && Self.icons(animator.displayed)[0].effects.pulseStart == nil)
  }

  @Test("an icon bounces to 1.2 and back in less than 0.6 s, once for each new value")
  func bounce() throws {
    var animator = try DisplayAnimator(from: Self.bouncing(1), to: Self.bouncing(1))
    #expect(animator.isSettled)
    let next = try Self.bouncing(2)
    animator.setTarget(next, at: 0)
    let frames = Self.run(&animator)
    #expect(frames.count < 600 && animator.displayed == next)
    let widths = frames.map { $0[0].frame.width }
    let peak = widths.max() ?? 0
    #expect((peak - 24).magnitude < 0.02)
    let turns = widths.indices.dropFirst().dropLast().filter {
      widths[$0] > 21 && widths[$0] > widths[$0 - 1] && widths[$0] >= widths[$0 + 1]
    }
    #expect(turns.count == 1)
    #expect(widths.allSatisfy { $0 > 19 })
  }

  @Test("values that change all the time lift an icon no higher")
  func bounceAgain() throws {
    var animator = DisplayAnimator(try Self.bouncing(0))
    for i in 1..<60 {
      animator.setTarget(try Self.bouncing(i), at: Int64(i) * 33 * Self.millisecond)
      #expect(Self.icons(animator.displayed)[0].frame.width < 24.5)
    }
  }

  @Test("a pulsing icon breathes between 1 and 0.4, is at rest but never settled, and stops without a jump")
  func pulse() throws {
    #expect(SymbolMotion.pulse(since: 5, at: 5) == 1 && SymbolMotion.pulse(since: 5, at: 0) == 1)
    #expect((SymbolMotion.pulse(since: 5, at: 800_000_005) - 0.4).magnitude < 1e-9)
    #expect((SymbolMotion.pulse(since: 5, at: 400_000_005) - 0.7).magnitude < 1e-9)
    #expect(SymbolMotion.pulse(since: 5, at: 1_600_000_005) == 1)

    var animator = DisplayAnimator(try Self.pulsing(false))
    #expect(animator.isSettled)
    animator.setTarget(try Self.pulsing(true), at: 7)
    #expect(animator.isAtRest && !animator.isSettled)
    #expect(Self.icons(animator.displayed)[0].effects.pulseStart == 7)
    let shown = animator.displayed
    let mayHaveChanged = animator.advance(to: 400_000_007)
    #expect(mayHaveChanged && animator.displayed == shown)
    var other = try Self.pulsing(true)
    other.groups[0].elements[0].press = 1
    animator.setTarget(other, at: 500_000_007)
    #expect(Self.icons(animator.displayed)[0].effects.pulseStart == 7)

    let still = try Self.pulsing(false)
    animator.setTarget(still, at: 800_000_007)
    let left = Self.icons(animator.displayed)[0]
    #expect(left.effects.pulseStart == nil && (left.opacity / 0.75 - 0.4).magnitude < 0.01)
    _ = Self.run(&animator, from: 800_000_007)
    #expect(animator.isSettled && animator.displayed == still)
  }

  // MARK: - Drawn

  private static let layout = PainterFixtures.open(320, 96)

  private static func drawn() -> DisplayList {
    var effects = SymbolEffects()
    effects.isPulsing = true
    effects.pulseStart = 0
    return PainterFixtures.list(
      [PainterFixtures.element("a", 8, 8, 300, 80)],
      items: [
        DisplayItem(
          id: "a/dot", frame: Rect(x: 76, y: 36, width: 20, height: 20), .icon("record.fill", effects)),
        PainterFixtures.text("a/word", "Recording", x: 180, baseline: 50),
      ])
  }

  @Test(
    "a pulse redraws the tiles of its icon only, allocates nothing, and is what is drawn at once",
    .countsAllocations)
  func pulsePainted() throws {
    let painter = try PainterFixtures.painter(Self.layout)
    let picture = ChromeFixtures.canvas(Self.layout, .yuv444)
    let (list, backdrop) = (Self.drawn(), PainterFixtures.clouds())
    // The icon stands alone in its tile: 64 to 128, 32 to 64.
    var lumas: [UInt8] = []
    for frame in 0..<60 {
      let time = Int64(frame) * 50 * Self.millisecond
      let before = callocation_count_thread()
      painter.paint(list, backdrop: backdrop, backdropIsNew: frame == 0, nanoseconds: time, into: picture)
      guard frame >= 20 else { continue }
      #expect(callocation_count_thread() == before)
      #expect(painter.tiles.count <= 1 && (painter.tiles[1, 1] || painter.tiles.count == 0))
      lumas.append(picture.luma[86, 46])
    }
    #expect(Int(lumas.max() ?? 0) - Int(lumas.min() ?? 0) > 40)
    let whole = ChromeFixtures.canvas(Self.layout, .yuv444)
    painter.paint(
      list, backdrop: backdrop, backdropIsNew: false, nanoseconds: 59 * 50 * Self.millisecond, into: whole)
    #expect(ChromeFixtures.samples(whole) == ChromeFixtures.samples(picture))
  }

  @Test("a pulsing icon counts for contrast only while it is whole, and its glass stays as it is")
  func pulseLogged() throws {
    let painter = try PainterFixtures.painter(Self.layout)
    let log = InkLog()
    (painter.inkLog, painter.drawsInk) = (log, false)
    let picture = ChromeFixtures.canvas(Self.layout, .yuv444)
    var marks: [Int] = []
    var behind: [[[UInt8]]] = []
    for time in [0, 10, 20, 400, 800, 1200, 1600] {
      log.clear()
      painter.paint(
        Self.drawn(), backdrop: PainterFixtures.uniform(240, 240, 240),
        nanoseconds: (Int64(time) + 16_000) * Self.millisecond, into: picture)
      marks.append(log.entries.filter { $0.kind == .mark }.count)
      behind.append(ChromeFixtures.samples(picture))
    }
    #expect(marks.first ?? 0 > 0 && marks.last == marks.first)
    #expect(marks[3...5] == [0, 0, 0])
    #expect(behind[3] == behind[4] && behind[4] == behind[5])
  }

  @Test("what the recording timer's pulsing dot tells is told by its glass, too")
  func timer() throws {
    func shown(_ phase: RecordingTimerView.Phase) throws -> (icon: Shown?, glass: Glass?) {
      let list = try laidOut(RecordingTimerView(phase, slot: 1))
      return (Self.icons(list).first, list.groups[0].elements.first?.glass)
    }
    let (recording, paused) = try (shown(.recording), shown(.paused))
    #expect(recording.icon?.effects.isPulsing == true && recording.glass != paused.glass)
    #expect(paused.icon?.effects.isPulsing == false && paused.icon?.name != recording.icon?.name)
    #expect(paused.icon?.effects.replaces == true)
  }
}
