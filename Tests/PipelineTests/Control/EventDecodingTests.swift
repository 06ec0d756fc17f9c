import Foundation
import GlassChrome
import HUDGeometry
import TestSupport
import Testing
import Values

@testable import Pipeline

@Suite("Events as JSON")
struct EventDecodingTests {
  private static func decode(_ text: String) -> Result<EventMessage.Content, EventMessage.Problem> {
    EventLine.decode(Array(text.utf8))
  }

  static let good: [(String, EventMessage.Content)] = [
    (#"{"press":{"x":120.5,"y":-6}}"#, .event(.press(.points(Point(120.5, -6))))),
    (#"{"move":{"x":0.25,"y":1,"unit":"fraction"}}"#, .event(.move(.fraction(Point(0.25, 1))))),
    (#"{"release":{"x":1e2,"y":2,"unit":"points"}}"#, .event(.release(.points(Point(100, 2))))),
    (#"{"release":{}}"#, .event(.release(nil))),
    (#" { "toggle" : "mode/photo" } "#, .event(.toggle("mode/photo"))),
    (#"{"select":{"id":"camera","value":"dual"}}"#, .event(.select("camera", value: "dual"))),
    (#"{"set":{"id":"zoom","value":2}}"#, .event(.set("zoom", value: 2))),
    (
      #"{"set":{"depth":3.2,"unit":"m","state":"idle"}}"#,
      .values([
        NamedValue("depth", .number(3.2), unit: "m"), NamedValue("state", .text("idle")),
      ])
    ),
    (#"{"describe":true}"#, .describe),
    (#"{"focus":"next"}"#, .event(.focus(.next))), (#"{"focus":"none"}"#, .event(.focus(nil))),
    (#"{"focus":"primary/zoom"}"#, .event(.focus(.control("primary/zoom")))),
    (#"{"activate":true}"#, .event(.activate)), (#"{"adjust":-2}"#, .event(.adjust(-2))),
    (#"{"scroll":{"x":1,"y":2,"dy":-3}}"#, .event(.scroll(.points(Point(1, 2)), by: Point(0, -3)))),
    (#"{"toggle":"Gro\u00dfes \ud83d\udcf7"}"#, .event(.toggle("Großes 📷"))),
  ]

  @Test("Each event reads as it is meant", arguments: good.indices)
  func reads(index: Int) throws {
    let (text, content) = Self.good[index]
    #expect(try Self.decode(text).get() == content)
  }

  private static let one =
    "needs exactly one of press, move, release, scroll, focus, activate, adjust, toggle, select, set, mark, describe, next, follow"

  static let bad: [(String, String)] = [
    ("", "not a JSON object"), ("{", "not a JSON object"), ("[]", "not a JSON object"),
    ("7", "not a JSON object"),
    ("null", "not a JSON object"), (#"{"press":{"x":1,"y":2}}x"#, "not a JSON object"),
    ("\u{0}", "not a JSON object"),
    ("{}", one), (#"{"toggle":"a","describe":true}"#, one),
    (#"{"touch":1}"#, #"unknown key "touch""#),
    (#"{"toggle":"a","at":1}"#, #"unknown key "at""#),
    (#"{"press":{"x":1}}"#, "press.y is missing"),
    (#"{"press":{"x":"1","y":2}}"#, "press.x has the wrong type"),
    (#"{"press":{"x":true,"y":2}}"#, "press.x has the wrong type"),
    (#"{"press":{"x":null,"y":2}}"#, "press.x has the wrong type"),
    (#"{"press":[1,2]}"#, "press has the wrong type"),
    (#"{"press":{"x":1,"y":2,"z":3}}"#, #"unknown key "z" in press"#),
    (#"{"press":{"x":1e9,"y":2}}"#, "press is more than 100000 points"),
    (#"{"press":{"x":1.01,"y":0,"unit":"fraction"}}"#, "press as a fraction must be 0 to 1"),
    (#"{"press":{"x":1,"y":0,"unit":"mm"}}"#, #"press.unit must be points or fraction, not "mm""#),
    (#"{"release":{"x":1}}"#, "release.y is missing"), (#"{"release":true}"#, "release has the wrong type"),
    (#"{"toggle":""}"#, "toggle is empty, longer than 256 bytes or has control characters"),
    (#"{"toggle":"a\nb"}"#, "toggle is empty, longer than 256 bytes or has control characters"),
    (#"{"toggle":4}"#, "toggle has the wrong type"),
    (#"{"select":{"id":"a"}}"#, "select.value is missing"),
    (#"{"select":{"id":"a","value":1}}"#, "select.value has the wrong type"),
    (#"{"set":{"unit":"m"}}"#, "set needs a control's id and value, or values by their names"),
    (#"{"set":{"id":"a","value":"1"}}"#, "set.value has the wrong type"),
    (#"{"describe":false}"#, "describe can only be true"),
    (#"{"activate":false}"#, "activate can only be true"), (#"{"adjust":101}"#, "adjust must be -100 to 100"),
    (#"{"scroll":{"x":1,"y":2,"dx":1e9}}"#, "scroll.dx is more than 100000 points"),
    (#"{"scroll":{"x":1,"y":2,"dz":1}}"#, #"unknown key "dz" in scroll"#),
  ]

  @Test("Requests have their forms")
  func requests() {
    #expect(Self.decode(#"{"next":true}"#) == .success(.next(camera: nil)))
    #expect(Self.decode(#"{"next":"arm_left"}"#) == .success(.next(camera: "arm_left")))
    #expect(Self.decode(#"{"follow":true}"#) == .success(.follow(nil)))
    #expect(Self.decode(#"{"follow":12}"#) == .success(.follow(12)))
    for text in [
      #"{"next":false}"#, #"{"next":1}"#, #"{"next":""}"#, #"{"follow":0}"#, #"{"follow":"x"}"#,
      #"{"follow":1.5}"#,
    ] {
      #expect(throws: EventMessage.Problem.self) { try Self.decode(text).get() }
    }
  }

  @Test("A bad line is answered with what is wrong", arguments: bad)
  func refuses(text: String, what: String) {
    #expect(Self.decode(text) == .failure(.init(what: what)))
  }

  @Test("Lines that are too long, nested without end or not UTF-8 are refused")
  func hostile() {
    #expect(
      Self.decode(#"{"toggle":""# + String(repeating: "a", count: 5000) + #""}"#)
        == .failure(.init(what: "longer than 4096 bytes")))
    for bytes in [
      Array(repeating: UInt8(ascii: "["), count: 4096),
      Array(#"{"press":"#.utf8) + Array(repeating: UInt8(ascii: "{"), count: 4000),
      Array(#"{"toggle":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8), [UInt8](repeating: 0xC0, count: 100),
    ] {
      let isRefused = if case .failure = EventLine.decode(bytes) { true } else { false }
      #expect(isRefused)
    }
  }

  @Test("Seeded noise and seeded damage to good lines never do harm")
  func noise() {
    var random = Seeded(77)
    for round in 0..<3000 {
      var bytes = Array(Self.good[round % Self.good.count].0.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes.insert(.random(in: 0x20...0x7E, using: &random), at: place)
        default: if bytes.count > 1 { bytes.remove(at: place) }
        }
      }
      if case .success(.event(.press(.points(let point)))) = EventLine.decode(bytes) {
        #expect(point.isFinite)
      }
    }
  }

  // MARK: - Scripts

  private static func script(_ text: String) throws(PipelineError) -> EventTimeline {
    try EventScript.decode(Data(text.utf8), path: "s.json")
  }

  @Test("A script is sorted by time; times are texts with units or milliseconds")
  func script() throws {
    let timeline = try Self.script(
      #"{"events":[{"at":2000,"toggle":"b"},{"at":"1.5s","press":{"x":1,"y":2}},{"at":"250ms","toggle":"a"},{"at":"2s","toggle":"c"},{"at":"0.5m","release":{}},{"at":0,"set":{"id":"zoom","value":5}}]}"#
    )
    #expect(
      timeline.entries.map(\.nanoseconds) == [
        0, 250_000_000, 1_500_000_000, 2_000_000_000, 2_000_000_000, 30_000_000_000,
      ])
    #expect(timeline.entries[3].event == .toggle("b") && timeline.entries[4].event == .toggle("c"))
  }

  @Test(
    "A bad script is refused with the entry's number",
    arguments: [
      ("", "not JSON"), ("[]", "wrong type"), ("{}", "events is missing"), (#"{"events":{}}"#, "wrong type"),
      (#"{"events":[],"x":1}"#, #"unknown key "x""#),
      (#"{"events":[{"at":1,"toggle":"a"},{"toggle":"b"}]}"#, "event 2: at is missing"),
      (#"{"events":[7]}"#, "event 1 isn't an object"), (#"{"events":[null]}"#, "event 1 isn't an object"),
      (#"{"events":[{"at":-1,"toggle":"a"}]}"#, "event 1: at must be a time"),
      (#"{"events":[{"at":"1e3s","toggle":"a"}]}"#, "event 1: at must be a time"),
      (#"{"events":[{"at":"0x10s","toggle":"a"}]}"#, "event 1: at must be a time"),
      (#"{"events":[{"at":"s","toggle":"a"}]}"#, "event 1: at must be a time"),
      (#"{"events":[{"at":"5","toggle":"a"}]}"#, "event 1: at must be a time"),
      (#"{"events":[{"at":"25h","toggle":"a"}]}"#, "event 1: at must be a time"),
      (#"{"events":[{"at":true,"toggle":"a"}]}"#, "event 1: at must be a time"),
      (#"{"events":[{"at":1,"describe":true}]}"#, "event 1: it works only on the socket, not in a script"),
      (#"{"events":[{"at":1,"press":{"x":1}}]}"#, "event 1: press.y is missing"),
    ])
  func badScript(text: String, what: String) {
    let error = #expect(throws: PipelineError.self) { try Self.script(text) }
    guard case .badScript("s.json", let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains(what) && error?.exitCode == 65, "\(reason)")
  }

  @Test("Scripts are bounded in size and number, and must be files")
  func bounds() throws {
    let one = #"{"at":1,"toggle":"a"}"#
    let many = #"{"events":["# + Array(repeating: one, count: EventScript.mostEvents).joined(separator: ",")
    #expect(try Self.script(many + "]}").entries.count == EventScript.mostEvents)
    #expect(throws: PipelineError.self) { try Self.script(many + "," + one + "]}") }
    #expect(throws: PipelineError.self) { try Self.script(String(repeating: " ", count: (1 << 20) + 1)) }
    for path in ["/dev/zero", "/nonexistent/script.json", "/tmp"] {
      #expect(throws: PipelineError.self) { try EventScript.read(path: path) }
    }
  }
}
