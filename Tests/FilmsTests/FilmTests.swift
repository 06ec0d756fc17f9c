import Foundation
import HostResources
import PixelTypes
import TestSupport
import Testing

@testable import Films

/// Bytes that stand for a picture: containers don't look inside.
private func picture(_ number: Int, bytes: Int = 1000) -> [UInt8] {
  var random = Seeded(UInt64(number))
  return [0xFF, 0xD8] + (0..<bytes).map { _ in UInt8.random(in: 0...254, using: &random) } + [0xFF, 0xD9]
}

private let description = FilmDescription(
  size: PixelSize(clampingWidth: 640, height: 360), title: "a title", program: "test 1",
  begins: 1_700_000_000_000_000_000)

private func moment(_ milliseconds: Int64, caption: String = "") -> FilmMoment {
  FilmMoment(nanoseconds: milliseconds * 1_000_000, lasts: 100_000_000, caption: caption)
}

@Suite("Films")
struct FilmTests {
  static func film(_ path: String) throws -> MatroskaFilm {
    try MatroskaFilm(path, description, isHidden: true)
  }

  @Test("a film has its name only when it is whole, and leaves nothing behind otherwise")
  func names() throws {
    let folder = try TestFolder()
    do {
      let film = try Self.film(folder.file("a.mkv"))
      try film.add(picture(1).span, at: moment(0))
      #expect(!folder.exists("a.mkv"))
      try film.finish(at: 100_000_000)
    }
    #expect(try folder.names() == ["a.mkv"])
    do {
      let film = try Self.film(folder.file("b.mkv"))
      try film.add(picture(1).span, at: moment(0))
    }
    #expect(try folder.names() == ["a.mkv"])
  }

  @Test("the next film clears away what killed runs left in the folder, not what others write there")
  func killed() throws {
    let folder = try TestFolder()
    for name in [".a.mkv", ".old.mcap"] { try folder.put("half", name + TemporaryName.usual) }
    try folder.put("mine", "notes\(TemporaryName.usual)")
    do {
      let other = try Self.film(folder.file("b.mkv"))
      let film = try Self.film(folder.file("a.mkv"))
      try film.add(picture(1).span, at: moment(0))
      let error = #expect(throws: FileError.self) { try Self.film(folder.file("b.mkv")) }
      #expect(error?.exitCode == 75)
      for film in [film, other] {
        try film.add(picture(2).span, at: moment(100))
        try film.finish(at: 200_000_000)
      }
    }
    #expect(try folder.names() == ["a.mkv", "b.mkv", "notes\(TemporaryName.usual)"])
  }

  @Test("no file is overwritten, also one that came meanwhile")
  func existing() throws {
    let folder = try TestFolder()
    try folder.put("mine", "a.mkv")
    let error = #expect(throws: FileError.self) { try Self.film(folder.file("a.mkv")) }
    #expect(error?.exitCode == 73 && "\(error, default: "")".contains("it exists"))
    let film = try Self.film(folder.file("b.mkv"))
    try film.add(picture(1).span, at: moment(0))
    try folder.put("mine", "b.mkv")
    #expect(throws: FileError.self) { try film.finish(at: 100_000_000) }
    #expect(try folder.text("a.mkv") == "mine")
    #expect(try folder.text("b.mkv") == "mine")
  }

  @Test("a film of a folder that isn't there is an error that names it")
  func noFolder() throws {
    #expect {
      _ = try Self.film("/nowhere/at/all/a.mkv")
    } throws: { "\($0)".contains("/nowhere/at/all/a.mkv") && "\($0)".contains("no such folder") }
  }

  @Test("the pictures' bytes are in it as they are")
  func bytes() throws {
    let folder = try TestFolder()
    let film = try Self.film(folder.file("a.mkv"))
    for number in 0..<5 {
      try film.add(picture(number).span, at: moment(Int64(number) * 100, caption: "n\(number)"))
    }
    try film.finish(at: 500_000_000)
    let data = Data(try folder.bytes("a.mkv"))
    #expect(data.count == film.byteCount)
    var position = data.startIndex
    for number in 0..<5 {
      let found = try #require(data.range(of: Data(picture(number)), in: position..<data.endIndex))
      position = found.upperBound
    }
  }
}

@Suite("MCAP files")
struct MCAPTests {
  @Test("a calibration is Foxglove's message, field by field")
  func calibration() {
    let info = ROSCameraInfo(
      width: 640, height: 3, model: "m", distortion: [], matrix: [1, -2], rectification: [], projection: [])
    let bytes: [UInt8] =
      [0x0A, 4, 8, 1, 16, 2, 0x15, 0x80, 2, 0, 0, 0x1D, 3, 0, 0, 0, 0x22, 1, 0x6D, 0x2A, 0]
      + [0x32, 16, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0xC0, 0x3A, 0, 0x42, 0, 0x4A, 1, 0x66]
    #expect(FoxgloveCalibration.message(info, nanoseconds: 1_000_000_002, frame: "f") == bytes)
  }

  @Test("records follow each other without a gap from the first magic to the last, and checksums hold")
  func records() throws {
    let folder = try TestFolder()
    let file = try MCAPFile(folder.file("a.mcap"), library: "test")
    let schema = try file.addSchema(
      name: CompressedImage.name, encoding: "protobuf", data: CompressedImage.schema)
    let channel = try file.addChannel(
      topic: "/picture", schema: schema, encoding: "protobuf", metadata: ["a": "b"])
    for number in 0..<4 {
      let data = CompressedImage.message(picture(number).span, nanoseconds: UInt64(number), frame: "canvas")
      try file.add([MCAPMessage(channel: channel, time: UInt64(number), data: data)])
    }
    try file.attach(name: "x", mediaType: "text/plain", time: 7, data: Array("hello".utf8))
    try file.describe("facts", ["key": "value"])
    try file.finish()
    let bytes = try folder.bytes("a.mcap")
    let magic = [0x89] + Array("MCAP0\r\n".utf8)
    #expect(Array(bytes.prefix(8)) == magic && Array(bytes.suffix(8)) == magic)
    var position = 8
    var opcodes: [UInt8] = []
    while position < bytes.count - 8 {
      opcodes.append(bytes[position])
      let length = (0..<8).reduce(0) { $0 | Int(bytes[position + 1 + $1]) << (8 * $1) }
      position += 9 + length
    }
    #expect(position == bytes.count - 8)
    #expect(opcodes.prefix(3) == [1, 3, 4])
    #expect(opcodes.count { $0 == 6 } == 4 && opcodes.count { $0 == 7 } == 4)
    // Data ends, then the summary: schema, channel, statistics, indexes, offsets, footer.
    let end = try #require(opcodes.firstIndex(of: 15))
    #expect(Array(opcodes[(end + 1)...]) == [3, 4, 11, 8, 8, 8, 8, 10, 13, 14, 14, 14, 14, 14, 14, 2])
  }
}
