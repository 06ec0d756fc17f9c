import Foundation
import HostResources
import Testing

@Suite("JSON in bytes")
struct JSONBytesTests {
  private func parsed<Value: Decodable>(_ write: (inout JSONBytes) -> Void) throws -> Value {
    var json = JSONBytes(capacity: 16)
    json.beginObject()
    json.key("value")
    write(&json)
    json.endObject()
    return try #require(JSONDecoder().decode([String: Value].self, from: Data(json.bytes))["value"])
  }

  @Test(
    "any text comes back",
    arguments: [
      "", "plain", "\"quoted\"", "back\\slash", "\n\r\t\u{0}\u{1F}\u{7F}", "Küche 📷 日本", "</script>",
      "\u{2028}",
    ])
  func text(text: String) throws { #expect(try parsed { $0.value(text) } == text) }

  @Test(
    "any whole number comes back",
    arguments: [0, 1, -1, 9, 10, 99, 100, 12_345, -1_000_000, Int.max, Int.min, Int.max - 1])
  func whole(number: Int) throws { #expect(try parsed { $0.value(number) } == number) }

  @Test("numbers beyond 64 bits end at the largest")
  func clamped() throws { #expect(try parsed { $0.value(UInt64.max) } == Int.max) }

  @Test(
    "decimals are rounded to their places and come back", arguments: Array(0...6),
    [0, 1, -1, 0.5, -0.5, 0.05, 0.001, 1.999999, -1.42, 123.456, 999_999.9999, 1e-9, -1e-9, 3.0000001, 1e11])
  func decimals(places: Int, number: Double) throws {
    let value: Double = try parsed { $0.value(number, decimals: places) }
    let half = 0.5 * Foundation.pow(10, -Double(places))
    #expect(abs(value - number) <= half * 1.000001 + abs(number) * 1e-15)
  }

  @Test(
    "minus nought is nought, and what JSON lacks is null",
    arguments: [
      (-0.0, "0"), (-0.0001, "0"), (.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
      (1e300, "null"), (2.5, "2.5"), (0.125, "0.125"), (7, "7"),
    ] as [(Double, String)])
  func special(number: Double, text: String) {
    var json = JSONBytes(capacity: 16)
    json.value(number, decimals: 3)
    #expect(String(decoding: json.bytes, as: UTF8.self) == text)
  }

  @Test("commas stand where they belong, in nested structure and after parts written elsewhere")
  func structure() throws {
    var inner = JSONBytes(capacity: 16)
    inner.key("b")
    inner.beginArray()
    inner.value(1)
    inner.value(true)
    inner.null()
    inner.beginObject()
    inner.endObject()
    inner.beginArray()
    inner.endArray()
    inner.value("x" as StaticString)
    inner.endArray()
    var json = JSONBytes(capacity: 16)
    json.beginObject()
    json.key("a")
    json.value(1)
    json.raw(inner)
    json.raw(JSONBytes(capacity: 1))
    json.key("c")
    json.string { $0.append(UInt8(ascii: "y")) }
    json.endObject()
    json.newline()
    #expect(
      String(decoding: json.bytes, as: UTF8.self) == #"{"a":1,"b":[1,true,null,{},[],"x"],"c":"y"}"# + "\n")
  }
}
