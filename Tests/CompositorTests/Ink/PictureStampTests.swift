import Foundation
import PixelTypes
import Testing
import Values

@testable import Compositor

@Suite("Stamps")
struct PictureStampTests {
  @Test("a format's parts: text, strftime's conversions, the camera, a percent sign")
  func text() throws {
    let stamp = try PictureStamp("%F %T of %{camera}, 100 %%", corner: .topLeft)
    #expect(
      stamp.text(nanoseconds: 1_795_504_023_999_999_999, isLocal: false, camera: "a % b")
        == "2026-11-24 07:07:03 of a % b, 100 %")
    #expect(stamp.needsDate && stamp.tick(at: 5_900_000_000) == 5 && stamp.tick(at: -1) == -1)
    let clock = try PictureStamp("%H:%M:%S", corner: .topLeft)
    #expect(
      !clock.needsDate && clock.text(nanoseconds: 3_725_000_000_000, isLocal: false, camera: "") == "01:02:05"
    )
    #expect(try PictureStamp("only words", corner: .topLeft).tick(at: 7) == nil)
  }

  @Test("a timecode counts frames at its rate, and every frame of a film has its own")
  func timecode() throws {
    for (format, rate) in [("%{timecode}", 30), ("%{timecode:25}", 25), ("%{timecode:60}", 60)] {
      let stamp = try PictureStamp(format, corner: .topLeft)
      var seen: [String] = []
      for frame in 0..<3 * rate {
        // As clocks of cameras round it.
        let time = Int64(frame) * 1_000_000_000 / Int64(rate)
        seen.append(stamp.text(nanoseconds: 86_399_000_000_000 + time, isLocal: false, camera: ""))
        #expect(stamp.tick(at: time) == Int64(frame))
      }
      #expect(seen.first == "23:59:59:00" && seen[rate - 1] == "23:59:59:\(rate - 1)")
      #expect(seen[rate] == "00:00:00:00" && Set(seen).count == 3 * rate && !stamp.needsDate)
    }
    #expect(throws: PictureStamp.Problem.unknown("%{timecode:29}")) {
      try PictureStamp("%{timecode:29}", corner: .topLeft)
    }
  }

  @Test(
    "what can't be used is named",
    arguments: [
      ("", PictureStamp.Problem.empty), ("50 %", .cut), ("%n", .unknown("%n")), ("%s", .unknown("%s")),
      ("a\nb", .control), ("%{na me}", .unknown("%{na me}")),
      (String(repeating: "x", count: 201), .tooLong(201)),
    ])
  func problems(format: String, problem: PictureStamp.Problem) {
    #expect(throws: problem) { try PictureStamp(format, corner: .bottomLeft) }
  }

  @Test("every conversion that is offered gives something")
  func conversions() throws {
    for conversion in PictureStamp.conversions {
      let stamp = try PictureStamp("%\(conversion)", corner: .topLeft)
      #expect(!stamp.text(nanoseconds: 1_795_504_023_000_000_000, isLocal: false, camera: "").isEmpty)
    }
  }
}

@Suite("EXIF")
struct PictureEXIFTests {
  /// The entries of a directory: tag, kind, count, and the place of the value.
  private func entries(_ tiff: [UInt8], at offset: Int) -> [UInt16: (kind: Int, count: Int, value: Int)] {
    func number(_ at: Int, _ bytes: Int) -> Int {
      (0..<bytes).reduce(0) { $0 | Int(tiff[at + $1]) << (8 * $1) }
    }
    var result: [UInt16: (kind: Int, count: Int, value: Int)] = [:]
    var last = -1
    for entry in 0..<number(offset, 2) {
      let at = offset + 2 + 12 * entry
      let tag = number(at, 2)
      #expect(tag > last)
      last = tag
      result[UInt16(tag)] = (number(at + 2, 2), number(at + 4, 4), number(at + 8, 4))
    }
    return result
  }

  private func text(_ tiff: [UInt8], _ entry: (kind: Int, count: Int, value: Int)?) -> String? {
    entry.map { String(decoding: tiff[$0.value..<$0.value + $0.count - 1], as: UTF8.self) }
  }

  @Test("time, camera, exposure and roll stand under their tags, in order")
  func facts() throws {
    var exif = PictureEXIF(camera: "Kamera Ä", program: "dualcam 1.2")
    exif.make(
      .init(utc: 1_795_504_023_123_456_789, exposure: 0.0312, roll: (degrees: -1.416, confidence: 0.934)))
    #expect(exif.bytes.prefix(4) == [0xFF, 0xD8, 0xFF, 0xE1])
    #expect(Int(exif.bytes[4]) << 8 | Int(exif.bytes[5]) == exif.bytes.count - 4)
    let tiff = Array(exif.bytes[12...])
    let first = entries(tiff, at: 8)
    #expect(text(tiff, first[0x0110]) == "Kamera ?")
    #expect(text(tiff, first[0x0131]) == "dualcam 1.2")
    #expect(text(tiff, first[0x0132]) == "2026:11:24 07:07:03")
    let second = entries(tiff, at: try #require(first[0x8769]).value)
    #expect(text(tiff, second[0x9003]) == "2026:11:24 07:07:03")
    #expect(text(tiff, second[0x9011]) == "+00:00")
    #expect(text(tiff, second[0x9291]) == "123456")
    let comment = try #require(second[0x9286])
    #expect(
      String(decoding: tiff[comment.value + 8..<comment.value + comment.count], as: UTF8.self)
        == "roll -1.42 degrees, confidence 0.93")
    let exposure = try #require(second[0x829A]).value
    #expect(Array(tiff[exposure..<exposure + 8]) == [0x38, 1, 0, 0, 0x10, 0x27, 0, 0])
  }

  private func fractions(_ tiff: [UInt8], _ entry: (kind: Int, count: Int, value: Int)?) -> [[Int]]? {
    guard let entry, entry.kind == 5 else { return nil }
    return (0..<entry.count).map { number in
      [0, 4].map { half in
        (0..<4).reduce(0) { $0 | Int(tiff[entry.value + 8 * number + half + $1]) << (8 * $1) }
      }
    }
  }

  @Test("a position stands in a directory of its own, in degrees, minutes and seconds")
  func position() throws {
    var exif = PictureEXIF(camera: "a", program: "b")
    let place = ValuePosition(
      latitude: -33.8567844, longitude: 151.2152967, altitude: -2.5, speed: 10, course: 359.996,
      heading: 12.345)
    exif.make(.init(utc: 1_795_504_023_123_456_789, position: place))
    let tiff = Array(exif.bytes[12...])
    let first = entries(tiff, at: 8)
    #expect(first[0x8769] != nil)
    let at = try #require(first[0x8825]).value
    let gps = entries(tiff, at: at)
    #expect(
      Set(gps.keys) == [0, 1, 2, 3, 4, 5, 6, 7, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x1D] && at % 2 == 0)
    let letters: [(UInt16, Character)] = [(1, "S"), (3, "E"), (0x0C, "K"), (0x0E, "T"), (0x10, "T")]
    for (tag, letter) in letters {
      #expect(gps[tag]?.count == 2 && gps[tag]?.value == Int(letter.asciiValue!))
    }
    #expect(gps[0]?.value == 0x0302 && gps[5]?.value == 1)
    #expect(fractions(tiff, gps[2]) == [[33, 1], [51, 1], [2_442_384, 100_000]])
    #expect(fractions(tiff, gps[4]) == [[151, 1], [12, 1], [5_506_812, 100_000]])
    #expect(fractions(tiff, gps[6]) == [[2500, 1000]])
    #expect(fractions(tiff, gps[7]) == [[7, 1], [7, 1], [3_123_456, 1_000_000]])
    #expect(fractions(tiff, gps[0x0D]) == [[36_000, 1000]])
    #expect(fractions(tiff, gps[0x0F]) == [[0, 100]] && fractions(tiff, gps[0x11]) == [[1235, 100]])
    #expect(text(tiff, gps[0x1D]) == "2026:11:24")
    // All but the position stays, and of a position only what is known.
    exif.make(.init(position: ValuePosition(latitude: 59.99999999999, longitude: 0)))
    let bare = Array(exif.bytes[12...])
    let few = entries(bare, at: try #require(entries(bare, at: 8)[0x8825]).value)
    #expect(Set(few.keys) == [0, 1, 2, 3, 4])
    #expect(fractions(bare, few[2]) == [[60, 1], [0, 1], [0, 100_000]])
  }

  @Test("what isn't known isn't there")
  func unknown() throws {
    var exif = PictureEXIF(camera: "a", program: "b")
    exif.make(.init())
    let tiff = Array(exif.bytes[12...])
    let first = entries(tiff, at: 8)
    #expect(Set(first.keys) == [0x0110, 0x0131, 0x8769])
    #expect(Set(entries(tiff, at: try #require(first[0x8769]).value).keys) == [0x9000])
  }

  @Test("a segment at the front leaves every other byte as it is, and longest names find room")
  func front() throws {
    let long = String(repeating: "x", count: 500)
    var exif = PictureEXIF(camera: long, program: long)
    exif.make(
      .init(
        utc: 0, exposure: 1, roll: (-179.99, 1),
        position: ValuePosition(
          latitude: -90, longitude: -180, altitude: -1e6, speed: 1e5, course: 359, heading: 359)))
    #expect(exif.bytes.count <= PictureEXIF.most)
    let output = Picture(capacity: 100)
    let jpeg: [UInt8] = [0xFF, 0xD8] + (0..<90).map { UInt8($0) } + [0xFF, 0xD9]
    for _ in 0..<2 {
      output.withMemory { memory in for index in jpeg.indices { memory[index] = jpeg[index] } }
      output.byteCount = jpeg.count
      output.put(front: exif.bytes.span)
      let bytes = output.withJPEG { span in (0..<span.count).map { span[$0] } }
      #expect(bytes == exif.bytes + jpeg.dropFirst(2))
    }
  }

  @Test("what is said of a value with an alarm is marked, wherever it stands")
  func alarms() throws {
    let stamp = try PictureStamp("°%{depth:.1f m} or %{speed} %{depth}", corner: .topLeft)
    var values = [
      ValueSample(name: "depth", content: .number(2.25), unit: "m", age: 0),
      ValueSample(name: "speed", content: .number(4), unit: "kn", age: 0),
    ]
    var alarmed: [Range<Int>] = []
    func marked() -> [String] {
      alarmed = []
      let text = stamp.text(nanoseconds: 0, isLocal: false, camera: "", values: values, alarmed: &alarmed)
      return alarmed.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
    }
    #expect(marked() == [])
    let before = values[0]
    values[0].isAlarmed = true
    #expect(marked() == ["2.3 m", "2.3"] || marked() == ["2.2 m", "2.2"], "\(marked())")
    #expect(!values[0].isSaidLike(before))
  }

  @Test("values have decimals and units as asked for, and a dash where there is none")
  func values() throws {
    let values = [
      ValueSample(name: "depth", content: .number(3.25), unit: "m", age: 0),
      ValueSample(name: "speed", content: .number(10), unit: "kn", age: 0),
      ValueSample(name: "lat", content: .number(-48.1173012), unit: "°", age: 0),
      ValueSample(name: "state", content: .text("idle"), unit: "", age: 0),
      ValueSample(name: "old", content: nil, unit: "m", age: 9),
    ]
    for (format, text) in [
      ("%{depth}", "3.3"), ("%{depth:.2f}", "3.25"), ("%{depth:.1f m}", "3.3 m"),
      ("%{depth:.1f ft}", "10.7 ft"),
      ("%{speed:.1f km/h}", "18.5 km/h"), ("%{speed:.0f °C}", "10 kn"), ("%{lat}", "−48.11730"),
      ("%{lat:.3f °}", "−48.117°"), ("%{state}", "idle"), ("%{old:.1f m}", "– m"), ("%{none}", "–"),
      ("%{depth: ft}", "10.7 ft"), ("a%{state}%%", "aidle%"),
    ] {
      let stamp = try PictureStamp(format, corner: .topLeft)
      #expect(stamp.tellsValues)
      #expect(stamp.text(nanoseconds: 0, isLocal: false, camera: "", values: values) == text, "\(format)")
    }
    for wrong in ["%{", "%{depth", "%{}", "%{9a}", "%{a b}", "%{a:1f}", "%{a:.8f}", "%{a:.x}", "%{a:m}"] {
      #expect(throws: PictureStamp.Problem.self, "\(wrong)") { try PictureStamp(wrong, corner: .topLeft) }
    }
    #expect(try !PictureStamp("%{camera} %{timecode:25}", corner: .topLeft).tellsValues)
  }
}
