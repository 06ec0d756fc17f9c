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
  begins: 1_700_000_000,
  framesPerSecond: 10)

private func moment(_ milliseconds: Int64, caption: String = "") -> FilmMoment {
  FilmMoment(nanoseconds: milliseconds * 1_000_000, lasts: 100_000_000, caption: caption)
}

@Suite("Films")
struct FilmTests {
  /// The kinds of film, by the endings of their files.
  static func film(_ ending: String, _ path: String) throws -> any FilmWriter {
    ending == "mkv"
      ? try MatroskaFilm(path, description, isHidden: true) : try AVIFilm(path, description)
  }

  @Test(
    "a film has its name only when it is whole, and leaves nothing behind otherwise",
    arguments: ["mkv", "avi"])
  func names(ending: String) throws {
    let folder = try TestFolder()
    do {
      let film = try Self.film(ending, folder.file("a.\(ending)"))
      try film.add(picture(1).span, at: moment(0))
      #expect(!folder.exists("a.\(ending)"))
      try film.finish(at: 100_000_000)
    }
    #expect(try folder.names() == ["a.\(ending)"])
    do {
      let film = try Self.film(ending, folder.file("b.\(ending)"))
      try film.add(picture(1).span, at: moment(0))
    }
    #expect(try folder.names() == ["a.\(ending)"])
  }

  @Test(
    "the next film clears away what killed runs left in the folder, not what others write there",
    arguments: ["mkv", "avi"])
  func killed(ending: String) throws {
    let folder = try TestFolder()
    for name in [".a.\(ending)", ".old.mcap"] { try folder.put("half", name + TemporaryName.usual) }
    try folder.put("mine", "notes\(TemporaryName.usual)")
    do {
      let other = try Self.film(ending, folder.file("b.\(ending)"))
      let film = try Self.film(ending, folder.file("a.\(ending)"))
      try film.add(picture(1).span, at: moment(0))
      #expect {
        _ = try Self.film(ending, folder.file("b.\(ending)"))
      } throws: {
        guard case .busy? = $0 as? FileError else { return false }
        return true
      }
      for film in [film, other] {
        try film.add(picture(2).span, at: moment(100))
        try film.finish(at: 200_000_000)
      }
    }
    #expect(try folder.names() == ["a.\(ending)", "b.\(ending)", "notes\(TemporaryName.usual)"])
  }

  @Test("no file is overwritten, also one that came meanwhile", arguments: ["mkv", "avi"])
  func existing(ending: String) throws {
    let folder = try TestFolder()
    try folder.put("mine", "a.\(ending)")
    #expect {
      _ = try Self.film(ending, folder.file("a.\(ending)"))
    } throws: {
      guard case .cannotCreate(_, let reason)? = $0 as? FileError else { return false }
      return reason.contains("it exists")
    }
    let film = try Self.film(ending, folder.file("b.\(ending)"))
    try film.add(picture(1).span, at: moment(0))
    try folder.put("mine", "b.\(ending)")
    #expect(throws: FileError.self) { try film.finish(at: 100_000_000) }
    #expect(try folder.text("a.\(ending)") == "mine")
    #expect(try folder.text("b.\(ending)") == "mine")
  }

  @Test("a film of a folder that isn't there is an error that names it", arguments: ["mkv", "avi"])
  func noFolder(ending: String) throws {
    #expect {
      _ = try Self.film(ending, "/nowhere/at/all/a.\(ending)")
    } throws: { "\($0)".contains("/nowhere/at/all/a.\(ending)") && "\($0)".contains("no such folder") }
  }

  @Test("the pictures' bytes are in it as they are", arguments: ["mkv", "avi"])
  func bytes(ending: String) throws {
    let folder = try TestFolder()
    let film = try Self.film(ending, folder.file("a.\(ending)"))
    for number in 0..<5 {
      try film.add(picture(number).span, at: moment(Int64(number) * 100, caption: "n\(number)"))
    }
    try film.finish(at: 500_000_000)
    let data = Data(try folder.bytes("a.\(ending)"))
    #expect(data.count == film.byteCount || ending == "mkv")
    var position = data.startIndex
    for number in 0..<5 {
      let found = try #require(data.range(of: Data(picture(number)), in: position..<data.endIndex))
      position = found.upperBound
    }
  }

  @Test("a large AVI has parts, each with an index that leads to its pictures")
  func parts() throws {
    let folder = try TestFolder()
    let film = try AVIFilm(folder.file("a.avi"), description, partBytes: 8000)
    for number in 0..<30 {
      try film.add(picture(number, bytes: 900 + number).span, at: moment(Int64(number) * 100))
    }
    try film.finish(at: 3_000_000_000)
    let data = Data(try folder.bytes("a.avi"))
    func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(data[offset + $1]) << (8 * $1) } }
    // Every entry of every ix00 names a chunk of a picture.
    var position = 0
    var found = 0
    while let index = data.range(of: Data("ix00".utf8), in: position..<data.count) {
      position = index.upperBound
      let entries = number(index.lowerBound + 12)
      let base = number(index.lowerBound + 20)
      for entry in 0..<entries {
        let offset = base + number(index.lowerBound + 32 + 8 * entry)
        let bytes = number(index.lowerBound + 36 + 8 * entry)
        #expect(Array(data[offset..<offset + bytes]) == picture(found, bytes: 900 + found))
        found += 1
      }
    }
    #expect(found == 30)
    #expect(data.ranges(of: Data("AVIX".utf8)).count >= 3)
    // The lengths add up: RIFF after RIFF to the end.
    var riff = 0
    while riff < data.count {
      #expect(data[riff..<riff + 4] == Data("RIFF".utf8))
      riff += 8 + number(riff + 4)
    }
    #expect(riff == data.count)
  }

  @Test("a pause without end in an AVI is cut; what follows keeps its distances")
  func pause() throws {
    let folder = try TestFolder()
    let film = try AVIFilm(folder.file("a.avi"), description)
    for time in [0, 1 << 42, (1 << 42) + 300] { try film.add(picture(1).span, at: moment(Int64(time))) }
    try film.finish(at: 1 << 62)
    let data = Data(try folder.bytes("a.avi"))
    let index = try #require(data.range(of: Data("idx1".utf8)))
    func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(data[offset + $1]) << (8 * $1) } }
    let count = number(index.upperBound) / 16
    let taken = (0..<count).filter { number(index.upperBound + 4 + 16 * $0 + 12) > 0 }
    #expect(taken == [0, AVIFilm.longestPause + 1, AVIFilm.longestPause + 4])
  }

  @Test("in an AVI a picture stands at the frame nearest to its time; frames between are empty")
  func slots() throws {
    let folder = try TestFolder()
    let film = try AVIFilm(folder.file("a.avi"), description)
    // At ten a second: frames 0, 1, 5, and 6, which is nearer to 5 but that is taken.
    for (number, time) in [0, 104, 496, 520].enumerated() {
      try film.add(picture(number).span, at: moment(Int64(time)))
    }
    try film.finish(at: 620_000_000)
    let data = Data(try folder.bytes("a.avi"))
    let index = try #require(data.range(of: Data("idx1".utf8)))
    func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(data[offset + $1]) << (8 * $1) } }
    let sizes = (0..<7).map { number(index.upperBound + 4 + 16 * $0 + 12) }
    #expect(sizes == [1004, 1004, 0, 0, 0, 1004, 1004])
    #expect(number(index.upperBound) == 16 * 7)
  }
}

@Suite("MCAP files")
struct MCAPTests {
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
