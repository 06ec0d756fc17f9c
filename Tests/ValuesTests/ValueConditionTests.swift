import Testing
import Values

@Suite("Conditions on values")
struct ValueConditionTests {
  private func samples(_ content: NamedValue.Content?, _ unit: String = "") -> [ValueSample] {
    [
      ValueSample(name: "other", content: .number(1), unit: "", age: 0),
      ValueSample(name: "x", content: content, unit: unit, age: 0),
    ]
  }

  @Test("what can be written")
  func reading() throws {
    let depth = try ValueCondition("depth<2.5")
    #expect(depth.name == "depth" && depth.comparison == .less && depth.content == .number(2.5))
    #expect(depth.unit.isEmpty && depth.description == "depth<2.5")
    let speed = try ValueCondition("  speed >= -10.5 km/h ")
    #expect(speed.comparison == .atLeast && speed.content == .number(-10.5) && speed.unit == "km/h")
    #expect(speed.description == "speed>=-10.5 km/h")
    #expect(try ValueCondition(speed.description) == speed)
    let state = try ValueCondition("state!=out of paper")
    #expect(state.comparison == .notEqual && state.content == .text("out of paper"))
    #expect(try ValueCondition("a.b-c_1<=1e3m").content == .number(1000))
    #expect(try ValueCondition("a>1eV").unit == "eV")
  }

  @Test(
    "what can't",
    arguments: [
      ("depth", ValueCondition.Problem.noComparison("depth")), ("", .noComparison("")),
      ("depth==3", .noComparison("depth==3")), ("depth=>3", .noComparison("depth=>3")),
      ("depth!3", .noComparison("depth!3")), ("<3", .badName("")), ("3<depth", .badName("3")),
      ("camera=1", .badName("camera")), ("depth<", .noValue("depth<")), ("depth < ", .noValue("depth <")),
      ("depth<deep", .notANumber("deep", .less)), ("depth<nan", .notANumber("nan", .less)),
      ("depth>inf", .notANumber("inf", .greater)), ("depth>1.2.3", .notANumber("1.2.3", .greater)),
      ("depth>1e12", .tooLarge("1e12")), ("depth>1e999", .tooLarge("1e999")),
      ("depth=2e11m", .tooLarge("2e11m")),
      ("depth=" + String(repeating: "x", count: 65), .tooLong("depth")),
    ])
  func wrong(text: String, problem: ValueCondition.Problem) {
    #expect(throws: problem) { try ValueCondition(text) }
    #expect(!problem.description.isEmpty)
  }

  @Test(
    "numbers are compared in the condition's unit",
    arguments: [
      ("x<2.5", 2.4, "m", true), ("x<2.5", 2.5, "m", false), ("x<=2.5", 2.5, "m", true),
      ("x>2.5", 2.5, "", false), ("x>=2.5", 2.5, "", true), ("x=2.5", 2.5, "", true),
      ("x!=2.5", 2.5, "", false),
      ("x>10ft", 3.2, "m", true), ("x>10ft", 3, "m", false), ("x=10ft", 3.048, "m", true),
      ("x<32°F", -1, "°C", true), ("x<10", 1, "rpm", true), ("x<10rpm", 1, "rpm", true),
      // More than lines can tell isn't told from less.
      ("x=0.3", 0.1 + 0.2, "", true), ("x>0.3", 0.1 + 0.2, "", false),
      // What can't be compared.
      ("x<10m", 1, "", nil), ("x<10m", 1, "kn", nil), ("x=idle", 1, "", false), ("x!=idle", 1, "", true),
    ] as [(String, Double, String, Bool?)])
  func numbers(text: String, number: Double, unit: String, holds: Bool?) throws {
    #expect(try ValueCondition(text).holds(for: samples(.number(number), unit)) == holds)
  }

  @Test(
    "texts are equal or not",
    arguments: [
      ("x=idle", "idle", true), ("x=idle", "busy", false), ("x!=idle", "busy", true),
      ("x!=idle", "idle", false),
      ("x=3", "3", true), ("x=3.0", "3", false), ("x<3", "2", nil),
    ] as [(String, String, Bool?)])
  func texts(text: String, said: String, holds: Bool?) throws {
    #expect(try ValueCondition(text).holds(for: samples(.text(said))) == holds)
  }

  @Test("nothing is known of a value that is absent or too old", arguments: ["x<1", "x!=1", "x=a", "x!=a"])
  func absent(text: String) throws {
    let condition = try ValueCondition(text)
    #expect(condition.holds(for: []) == nil && condition.holds(for: samples(nil)) == nil)
  }

  @Test("several conditions")
  func several() throws {
    let all = try ValueCondition.list("depth>10ft and state=idle and x!=3")
    #expect(all.map(\.description) == ["depth>10ft", "state=idle", "x!=3"])
    #expect(throws: ValueCondition.Problem.noComparison("")) { try ValueCondition.list("a=1 and ") }
    #expect(throws: ValueCondition.Problem.tooMany) {
      try ValueCondition.list(Array(repeating: "a=1", count: 17).joined(separator: " and "))
    }
    #expect(try ValueCondition.list("state=sand").count == 1)
  }
}
