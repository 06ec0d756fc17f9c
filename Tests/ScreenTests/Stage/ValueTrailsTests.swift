import Testing
import Values

@testable import Screen

@Suite("Values on their panel")
struct ValueTrailsTests {
  private let second: Int64 = 1_000_000_000

  private func sample(_ name: String, _ number: Double?, unit: String = "m") -> ValueSample {
    ValueSample(name: name, content: number.map { .number($0) }, unit: unit, age: 0)
  }

  @Test("a value is taken once a second, and a jump back in time begins anew")
  func pace() {
    var trails = ValueTrails()
    #expect(trails.take([], at: 0) == nil)
    #expect(trails.take([sample("depth", 3.24)], at: second)?.map(\.text) == ["3.2 m"])
    #expect(trails.take([sample("depth", 4)], at: second + second / 2) == nil)
    #expect(trails.take([sample("depth", 4)], at: 2 * second)?.map(\.text) == ["4.0 m"])
    #expect(trails.take([sample("depth", 5)], at: 0)?.map(\.text) == ["5.0 m"])
  }

  @Test("what is too old is a dash and a gap, what is gone leaves the panel, what is a word has no trail")
  func gaps() throws {
    var trails = ValueTrails()
    for (time, number) in ([1, 2, nil, 4, 5] as [Double?]).enumerated() {
      let shown = trails.take([sample("depth", number)], at: Int64(time) * second)
      #expect((shown?[0].text == "–") == (number == nil))
      if time == 4 {
        let path = try #require(shown?[0].trail)
        #expect(path.count { $0 == "M" } == 2 && path.hasPrefix("M0.0 1.0") && path.hasSuffix("L1.0 0.0"))
      }
    }
    let words = ValueSample(name: "print_state", content: .text("idle"), unit: "", age: 0)
    #expect(
      trails.take([words], at: 9 * second) == [ShownValue("print state", text: "idle", trail: "")])
    #expect(trails.take([], at: 11 * second) == [])
    #expect(trails.take([], at: 13 * second) == nil)
  }

  @Test("a course over north doesn't jump, noise doesn't look like waves, and six values are shown")
  func trail() {
    var trails = ValueTrails()
    _ = trails.take([sample("course", 359, unit: "°")], at: 0)
    let shown = trails.take([sample("course", 1, unit: "°")], at: second)
    #expect(shown?[0].trail == "M0.0 0.777L1.0 0.223")
    #expect(ValueTrails.path([100, 100.01]) == "M0.0 0.505L1.0 0.495")
    let many = (0..<9).map { sample("v\($0)", Double($0)) }
    #expect(trails.take(many, at: 2 * second)?.count == 6)
  }

  @Test("an alarm shows at once, and one that can't be told too, also of what never came")
  func alarms() throws {
    var trails = ValueTrails()
    let many = (0..<9).map { sample("v\($0)", Double($0)) }
    #expect(trails.take(many, at: 0)?.allSatisfy { $0.alarm == nil } == true)
    #expect(trails.take(many, at: second / 10) == nil)
    // The last ones give way to those with an alarm.
    let first = trails.take(many, alarms: ["v8>2"], unknown: ["v0<1kg", "depth<2.5m"], at: second / 5)
    var shown = try #require(first)
    #expect(shown.map(\.name) == ["v0", "v1", "v2", "v3", "v8", "depth"])
    #expect(shown.map(\.alarm) == [.unknown, nil, nil, nil, .on, .unknown])
    #expect(shown[5].text == "–" && shown[4].text == "8.0 m")
    #expect(trails.take(many, alarms: ["v8>2"], unknown: ["v0<1kg", "depth<2.5m"], at: second / 4) == nil)
    let next = trails.take(many, alarms: ["v8>2", "v8>7"], at: second / 3)
    shown = try #require(next)
    #expect(shown.map(\.name) == ["v0", "v1", "v2", "v3", "v4", "v8"])
    // Without any value there is still what isn't known, until that is over.
    #expect(trails.take([], unknown: ["depth<2.5m"], at: 2 * second)?.map(\.name) == ["depth"])
    #expect(trails.take([], at: 2 * second + 1) == [])
    #expect(trails.take([], at: 4 * second) == nil)
  }

  @Test("what happens between two seconds makes no trail longer")
  func pauses() {
    var trails = ValueTrails()
    for time in 0..<4 { _ = trails.take([sample("depth", Double(time))], at: Int64(time) * second) }
    let before = trails.take([sample("depth", 3)], alarms: ["depth>2"], at: 3 * second + 1)
    let after = trails.take([sample("depth", 9)], at: 3 * second + 2)
    #expect(before?[0].trail == after?[0].trail && after?[0].text == "9.0 m")
  }
}
