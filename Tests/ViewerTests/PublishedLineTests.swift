import HostResources
import Testing

@testable import PublishProtocol

@Suite("What a recorder says")
struct PublishedLineTests {
  private static func read(_ text: String) -> PublishedLine { PublishedLine(Array(text.utf8)) }

  @Test("a picture is read in any spelling; the line about it stays as it came", arguments: ["", " ", " \t"])
  func spelled(space: String) throws {
    func joined(_ parts: String...) -> String { parts.joined(separator: space) }
    let line = joined("{", #""hint""#, ":", #""}, \"line\":""#, "}")
    let place = joined(
      "{", #""bytes""#, ":", "9", ",", #""slot""#, ":", "2", ",", #""sequence""#, ":", "812", ",",
      #""capturedNs""#, ":",
      "5", "}")
    for text in [
      joined(
        "", "{", #""picture""#, ":", place, ",", #""screen""#, ":", "3", ",", #""line""#, ":", line, "}", ""),
      joined("{", #""line""#, ":", line, ",", #""screen""#, ":", "3", ",", #""picture""#, ":", place, "}"),
    ] {
      guard case .picture(let picture) = Self.read(text) else {
        Issue.record("\(text) is no picture")
        continue
      }
      #expect(picture.place == .init(sequence: 812, slot: 2, bytes: 9, captured: 5))
      #expect(picture.screen == 3 && Array(picture.line) == Array(line.utf8))
    }
    let greeting = joined(
      "{", #""memory""#, ":", #"{"headerBytes":64,"slotBytes":4096}"#, ",", #""protocol""#, ":", "1", "}")
    guard case .memory(4096, 64) = Self.read(greeting) else {
      Issue.record("no greeting")
      return
    }
    guard case .answer(let bytes) = Self.read(joined("", "{", #""error""#, ":", #""slow \"down\"""#, "}", ""))
    else {
      Issue.record("no answer")
      return
    }
    #expect(PublishedLine.error(bytes) == #"slow "down""#)
    #expect(bytes.first == UInt8(ascii: "{") && bytes.last == UInt8(ascii: "}"))
  }

  @Test("what is written is read", arguments: [nil, 5] as [Int64?])
  func written(captured: Int64?) throws {
    let place = PublishedLine.Place(sequence: 7, slot: 3, bytes: 100, captured: captured)
    var json = JSONBytes(capacity: 8)
    PublishedLine.write(place, screen: 4, to: &json) {
      $0.beginObject()
      $0.member("hint", "Step back")
      $0.endObject()
    }
    guard case .picture(let picture) = PublishedLine(json.bytes.dropLast()) else {
      Issue.record("no picture")
      return
    }
    #expect(picture.place == place && picture.screen == 4)
    #expect(Array(picture.line) == Array(#"{"hint":"Step back"}"#.utf8))
    let memory = try SharedMemory(slots: 2, capacity: 1000)
    guard
      case .memory(memory.slotBytes, SharedMemory.headerBytes) = PublishedLine(
        PublishedLine.greeting(about: memory).dropLast())
    else {
      Issue.record("no greeting")
      return
    }
  }

  private static let keys = [
    "sequence", "slot", "bytes", "capturedNs", "screen", "slotBytes", "headerBytes", "protocol",
  ]
  private static let beyond = [
    "-1", "-9223372036854775808", "9223372036854775807", "18446744073709551615", "1e300", "0.5", "\"1\"",
  ]

  @Test("a number that can't be is told, and never reckoned with", arguments: keys, beyond)
  func limits(key: String, number: String) throws {
    let picture = #"{"picture":{"sequence":1,"slot":0,"bytes":9,"capturedNs":5},"screen":2,"line":{}}"#
    let greeting = #"{"protocol":1,"memory":{"slots":6,"slotBytes":4096,"headerBytes":64}}"#
    let whole = picture.contains("\"\(key)\"") ? picture : greeting
    let start = try #require(whole.firstRange(of: "\"\(key)\":")).upperBound
    let end = try #require(whole[start...].firstIndex { !$0.isNumber })
    guard case .unknown(let what) = Self.read(whole[..<start] + number + whole[end...]) else {
      Issue.record("\(key) may be \(number)")
      return
    }
    #expect(what.hasPrefix("a line with impossible values") || what.hasPrefix("protocol "))
  }
}
