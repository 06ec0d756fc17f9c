import Foundation
import Glibc
import HostResources
import Testing

@Suite("Members of a JSON object, in any spelling")
struct JSONMembersTests {
  private static let values = [
    "0", "-1.5e3", "true", "null", #""""#, #""a \" } ] , : \\""#, "[]", "{}", #"[1,{"b":"]}"},[[2]]]"#,
    #"{"k":{"k":[" "]}}"#, #"{ "spaced" : [ 1 , 2 ] }"#,
  ]
  private static let spaces = ["", " ", "\t \r\n"]

  @Test("values come as they were written, whatever stands between them", arguments: values, spaces)
  func spelled(value: String, space: String) throws {
    let text = ["", "{", #""first""#, ":", "7", ",", #""v\u0061l""#, ":", value, "}", ""]
      .joined(separator: space)
    let members = try #require(JSONMembers(Array(text.utf8)))
    #expect(members["val"].map { String(decoding: $0, as: UTF8.self) } == value)
    #expect(members.decode(Int.self, "first") == 7 && members.decode(String.self, "first") == nil)
    #expect(members["none"] == nil)
    #expect(members.object.first == UInt8(ascii: "{") && members.object.last == UInt8(ascii: "}"))
    // Cut anywhere, it is no object.
    for count in 0..<members.object.endIndex { #expect(JSONMembers(Array(text.utf8.prefix(count))) == nil) }
  }

  @Test(
    "what is no object, or not one, is refused",
    arguments: [
      "", " ", "7", "[]", "null", "{}{}", "{} x", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{,}", #"{a:1}"#,
      #"{"a":1 2}"#,
      #"{"a" 1}"#, #"{"a":7"b"}"#, #"{"a":]}"#, #"{"\x":1}"#,
    ])
  func refused(text: String) { #expect(JSONMembers(Array(text.utf8)) == nil) }
}

@Suite("A file's numbers")
struct FileNumbersTests {
  @Test(
    "sums and calendars have room for any that a file can be given",
    arguments: [Int.min, -1, 0, 67_768_036_191_676_799, .max])
  func bounded(number: Int) {
    var status = stat()
    (status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec) = (number, number, 999_999_999)
    #expect(status.bytes <= 1 << 40)
    #expect(LocalTime(status.modified).day.count >= 10)
    #expect(status.modified.magnitude < 1e13)
  }
}
