import Testing
import Values

@testable import Pipeline

@Suite("Conditions that are watched")
struct ValueWatchTests {
  private func depth(_ number: Double?) -> [ValueSample] {
    [ValueSample(name: "depth", content: number.map { .number($0) }, unit: "m", age: 0)]
  }

  /// The state after each number, one every so many milliseconds.
  private func states(_ numbers: [Double?], every milliseconds: Int64) throws -> [AlarmState] {
    var watch = ValueWatch([try ValueCondition("depth<2.5")])
    return numbers.enumerated().map { index, number in
      _ = watch.look(at: depth(number), nanoseconds: Int64(index) * milliseconds * 1_000_000)
      return watch.all[0].state
    }
  }

  @Test("it begins at once, ends after two seconds without, and what isn't known is neither")
  func states() throws {
    #expect(try states([3, 2.4, 2.6, 2.4, 2.6], every: 500) == [.off, .on, .on, .on, .on])
    #expect(try states([2.4, 2.6, 2.6, 2.6, 2.6, 2.6], every: 500) == [.on, .on, .on, .on, .off, .off])
    #expect(try states([2.4, nil, 2.6, nil, 2.4], every: 100) == [.on, .unknown, .off, .unknown, .on])
    #expect(try states([nil, nil], every: 100) == [.unknown, .unknown])
  }

  @Test("a value that trembles at the threshold changes the state at most once in two seconds")
  func trembling() throws {
    var random = SystemRandomNumberGenerator()
    let numbers = (0..<3000).map { _ in Double.random(in: 2.45...2.55, using: &random) }
    let found = try states(numbers, every: 33)
    let changes = zip(found, found.dropFirst()).count { $0 != $1 }
    #expect(changes <= 2 * 3000 * 33 / 2000 && found.contains(.on))
  }

  @Test("each change is news once; that nothing came at all is news after ten seconds")
  func news() throws {
    var watch = ValueWatch([try ValueCondition("depth<2.5"), try ValueCondition("speed>9")])
    func news(_ number: Double?, _ seconds: Int64) -> [String] {
      var told: [String] = []
      if watch.look(at: depth(number), nanoseconds: seconds * 1_000_000_000) {
        watch.takeNews { told.append("\($0.text) \($0.state.rawValue)\($0.isTold ? " then" : "")") }
      }
      return told
    }
    #expect(news(3, 5) == ["depth<2.5 off"] && news(3, 6) == [])
    #expect(news(2, 7) == ["depth<2.5 on then"] && watch.on == ["depth<2.5"] && watch.unknown == ["speed>9"])
    #expect(news(2, 14) == [] && news(2, 15) == ["speed>9 unknown"] && news(2, 16) == [])
    #expect(news(nil, 17) == ["depth<2.5 unknown then"] && watch.on.isEmpty)
    #expect(watch.unknown == ["depth<2.5", "speed>9"] && !watch.holds(of: "depth"))
    // Others from now on: what is known of one stays.
    watch.watch([
      try ValueCondition("depth<2.5"), try ValueCondition("depth<2.5"), try ValueCondition("depth>1"),
    ])
    #expect(watch.all.map(\.text) == ["depth<2.5", "depth>1"])
    #expect(news(2, 18) == ["depth<2.5 on then", "depth>1 on"] && watch.holds(of: "depth"))
  }

  @Test("a trigger is a word or a condition")
  func triggers() throws {
    for trigger in RecordingTrigger.named { #expect(RecordingTrigger(rawValue: trigger.rawValue) == trigger) }
    let shallow = try #require(RecordingTrigger(rawValue: "depth < 2.5"))
    #expect(shallow == .value(try ValueCondition("depth<2.5")) && shallow.rawValue == "depth<2.5")
    #expect(RecordingTrigger(rawValue: "deep") == nil && RecordingTrigger(rawValue: "") == nil)
  }
}
