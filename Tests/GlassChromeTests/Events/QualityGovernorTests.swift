import TestSupport
import Testing

@testable import GlassChrome

@Suite("Quality governor")
struct QualityGovernorTests {
  private static let frame: Int64 = 33_333_333
  private static let budget: Int64 = 10_000_000

  /// Runs frames of a load (1 is the budget) that may follow the quality; the steps taken.
  private static func run(
    _ governor: inout QualityGovernor, frames: Range<Int>, _ load: (GlassQuality) -> Double
  ) -> [QualityGovernor.Change] {
    frames.compactMap {
      governor.note(
        spent: Int64(load(governor.quality) * Double(budget)), budget: budget, at: Int64($0) * frame)
    }
  }

  @Test(
    "Late frames take the glass down step by step in the order of what is missed least, calm brings it back")
  func downAndUp() {
    var governor = QualityGovernor()
    let down = Self.run(&governor, frames: 0..<30) { _ in 1.4 }
    #expect(down.map(\.to) == [.withoutEnvironment, .withoutRefraction, .opaque])
    #expect(down.map(\.from) == [.full, .withoutEnvironment, .withoutRefraction])
    #expect(down.map(\.nanoseconds) == [2, 5, 8].map { $0 * Self.frame })
    let up = Self.run(&governor, frames: 30..<600) { _ in 0.5 }
    #expect(up.map(\.to) == [.withoutRefraction, .withoutEnvironment, .full])
    #expect(up.allSatisfy { $0.nanoseconds >= 29 * Self.frame + QualityGovernor.calmNanoseconds })
    #expect(governor.quality == .full)
  }

  @Test("Single late frames change nothing")
  func singleLateFrames() {
    var governor = QualityGovernor()
    var count = 0
    let changes = Self.run(&governor, frames: 0..<3_000) { _ in
      count += 1
      return count % 15 == 0 ? 3 : 0.8
    }
    #expect(changes.isEmpty)
  }

  @Test("Between calm and late nothing ever changes, at whatever step and after whatever was before")
  func band() {
    var random = Seeded(51)
    for _ in 0..<200 {
      var governor = QualityGovernor()
      let before = Int.random(in: 0..<400, using: &random)
      _ = Self.run(&governor, frames: 0..<before) { _ in .random(in: 0.2...1.6, using: &random) }
      let changes = Self.run(&governor, frames: before..<before + 2_000) { _ in
        .random(in: 0.7...1, using: &random)
      }
      #expect(changes.isEmpty)
    }
  }

  @Test("Where full glass is too dear and one step less is cheap, tries become rare")
  func triesBecomeRare() {
    var governor = QualityGovernor()
    // Ten minutes. Without doubling there would be a try each 3.1 s: almost 400 steps.
    let changes = Self.run(&governor, frames: 0..<18_000) { $0 == .full ? 1.3 : 0.4 }
    #expect(changes.count < 36)
    let lastMinute = changes.filter { $0.nanoseconds > 540_000_000_000 }
    #expect(lastMinute.count <= 4)
  }

  @Test("Each step is one, within bounds, and follows from the last", arguments: 0..<8 as Range<UInt64>)
  func consistent(seed: UInt64) {
    var random = Seeded(seed)
    var governor = QualityGovernor()
    var level = 0.6
    let changes = Self.run(&governor, frames: 0..<20_000) { quality in
      level = min(1.8, max(0.1, level + .random(in: -0.05...0.05, using: &random)))
      return level * (1 - 0.15 * Double(quality.rawValue))
    }
    var quality = GlassQuality.full
    for change in changes {
      #expect(change.from == quality)
      #expect((change.to.rawValue - change.from.rawValue).magnitude == 1)
      quality = change.to
    }
    #expect(governor.quality == quality && !changes.isEmpty)
  }

  @Test("Without a budget, or without measure, it stays as it is; odd times are no harm")
  func odd() {
    var governor = QualityGovernor()
    for frame in 0..<100 {
      #expect(governor.note(spent: 1 << 40, budget: 0, at: Int64(frame)) == nil)
      #expect(governor.note(spent: -5, budget: 5, at: Int64(frame)) == nil)
    }
    var random = Seeded(52)
    for _ in 0..<2_000 {
      _ = governor.note(
        spent: .random(in: 0...20, using: &random), budget: 10, at: .random(in: .min ... .max, using: &random)
      )
    }
    #expect(GlassQuality.allCases.contains(governor.quality))
  }

  @Test("A pause in the pictures isn't calm")
  func pause() {
    var governor = QualityGovernor()
    _ = Self.run(&governor, frames: 0..<3) { _ in 2 }
    #expect(governor.quality == .withoutEnvironment)
    let change = governor.note(spent: 1, budget: Self.budget, at: 3_600_000_000_000)
    #expect(change == nil)
  }
}
