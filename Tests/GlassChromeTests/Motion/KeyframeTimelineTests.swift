import RealModule
import Testing

@testable import GlassChrome

@Suite("Keyframes")
struct KeyframeTimelineTests {
  private struct Card: Sendable {
    var opacity = 0.0
    var scale = 0.8
  }

  @Test("each number follows its own track, and keeps its ends outside the time")
  func tracks() {
    let timeline = KeyframeTimeline(initialValue: Card()) {
      KeyframeTrack(\.opacity) { LinearKeyframe(1, duration: 0.4) }
      KeyframeTrack(\.scale) {
        LinearKeyframe(1.2, duration: 0.5)
        LinearKeyframe(1, duration: 0.5)
      }
    }
    #expect(timeline.duration == 1)
    let start = timeline.value(time: -1)
    #expect(start.opacity == 0 && start.scale == 0.8)
    #expect(timeline.value(time: 0.1).opacity.isApproximatelyEqual(to: 0.25))
    #expect(timeline.value(time: 0.25).scale.isApproximatelyEqual(to: 1))
    #expect(timeline.value(time: 0.75).scale.isApproximatelyEqual(to: 1.1))
    let end = timeline.value(time: 9)
    #expect(end.opacity == 1 && end.scale == 1)
  }

  private static func number(@KeyframeBuilder<Keyframe> _ keyframes: () -> [Keyframe]) -> (Double) -> Double {
    let timeline = KeyframeTimeline(initialValue: 0.0) { KeyframeTrack(\.self, content: keyframes) }
    return { timeline.value(time: $0) }
  }

  @Test("cubic keyframes meet without a kink, and rest at the end")
  func cubic() {
    let value = Self.number {
      CubicKeyframe(1, duration: 1)
      CubicKeyframe(3, duration: 1)
    }
    #expect(value(1).isApproximatelyEqual(to: 1) && value(2) == 3)
    func speed(_ time: Double) -> Double { (value(time + 1e-5) - value(time - 1e-5)) / 2e-5 }
    #expect(speed(1 - 1e-4).isApproximatelyEqual(to: speed(1 + 1e-4), absoluteTolerance: 1e-2))
    #expect(speed(1).isApproximatelyEqual(to: 1.5, absoluteTolerance: 1e-2))
    #expect(speed(2 - 1e-4).magnitude < 1e-2)
  }

  @Test("a spring takes over the speed, and passes its goal if it bounces")
  func spring() {
    let value = Self.number {
      LinearKeyframe(1, duration: 0.5)
      SpringKeyframe(1, spring: .bouncy)
    }
    #expect(value(0.55) > 1.02)
    #expect(value(10) == 1)
  }

  @Test("a move takes no time, and a curve slows down where it says")
  func moves() {
    let value = Self.number {
      MoveKeyframe(5)
      LinearKeyframe(6, duration: 1, timingCurve: .easeOutCubic)
    }
    #expect(value(1e-6) >= 5 && value(0.5) > 5.8 && value(1) == 6)
  }
}
