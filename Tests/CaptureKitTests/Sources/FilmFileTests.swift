import Glibc
import PixelTypes
import TestSupport
import Testing

@testable import CaptureKit

@Suite("Films in Matroska, MP4 and QuickTime")
struct FilmFileTests {
  private static let milliseconds = [0, 40, 45, 1000]

  private func reader(_ bytes: [UInt8], _ name: String) throws -> any FrameReader {
    let folder = try TestFolder()
    return try files(folder.put(bytes, name))
  }

  /// The frames of a film's bytes as they come through a pipe.
  private func piped(_ bytes: [UInt8]) throws -> [DeliveredFrame] {
    let folder = try TestFolder()
    let descriptor = unsafe open(try folder.put(bytes, "x"), O_RDONLY)
    defer { close(descriptor) }
    let film = try #require(try film(InputFile(InputPipe(descriptor))))
    return try JPEGReader(film, settings: FileSourceSettings(path: "-")).readAll()
  }

  @Test(
    "a Matroska film gives its frames at its times, from a file and a pipe", arguments: ["x.mkv", "x.webm"])
  func matroska(name: String) throws {
    let jpegs = try sampleJPEGs(4)
    let bytes = MatroskaBytes.file(jpegs, at: Self.milliseconds)
    let reader = try reader(bytes, name)
    #expect(reader.format.framesPerSecond == 25)
    let frames = try reader.readAll()
    #expect(frames.map(\.bytes) == jpegs)
    #expect(frames.map(\.nanoseconds) == Self.milliseconds.map { Int64($0) * 1_000_000 })
    #expect(frames.allSatisfy { $0.gap == 0 && $0.flags.isEmpty })
    #expect(try piped(bytes) == frames)
    let old = MatroskaBytes.file(jpegs, at: Self.milliseconds, codec: "V_MS/VFW/FOURCC")
    #expect(try piped(old) == frames)
  }

  @Test(
    "a film's frames know when they were taken, if it says when it was; at another rate from its beginning on"
  )
  func dates() throws {
    let jpegs = try sampleJPEGs(2)
    let begins: Int64 = 1_795_505_077
    func utcs(_ bytes: [UInt8], _ name: String, fps: Double? = nil) throws -> [Int64?] {
      let folder = try TestFolder()
      let reader = try files(folder.put(bytes, name), fps: fps)
      let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
      return try (0..<2).map { _ throws in
        let isThere = try reader.read(into: slot)
        #expect(isThere)
        return slot.utc.map { $0 - begins * 1_000_000_000 }
      }
    }
    #expect(try utcs(MatroskaBytes.file(jpegs, at: [0, 50]), "x.mkv") == [nil, nil])
    let date = (Int(begins) - 978_307_200) * 1_000_000_000
    let film = MatroskaBytes.file(jpegs, at: [0, 50], date: date)
    #expect(try utcs(film, "x.mkv") == [0, 50_000_000])
    #expect(try utcs(film, "x.mkv", fps: 10) == [0, 100_000_000])
    #expect(try utcs(MatroskaBytes.file(jpegs, at: [0, 50], date: -date), "x.mkv") == [nil, nil])
    for isLarge in [false, true] {
      var form = MP4Bytes()
      form.isLarge = isLarge
      var bytes = form.file(jpegs, at: [0, 50])
      #expect(try utcs(bytes, "x.mp4") == [nil, nil])
      let header =
        try #require(bytes.indices.first { bytes[$0...].starts(with: "mvhd".utf8) }) + (isLarge ? 16 : 8)
      let count = isLarge ? 8 : 4
      bytes.replaceSubrange(
        header..<header + count, with: BigEndian.bytes(Int(begins) + 2_082_844_800, count))
      #expect(try utcs(bytes, "x.mp4") == [0, 50_000_000])
    }
  }

  @Test("what a pipe's film holds beside its frames may be larger than what is kept of a pipe")
  func passes() throws {
    let jpegs = try sampleJPEGs(4)
    let attachment = [UInt8](repeating: 0, count: InputPipe.most + 1_000_000)
    let bytes = MatroskaBytes.file(jpegs, at: Self.milliseconds, attachment: attachment)
    #expect(try piped(bytes).map(\.bytes) == jpegs)
  }

  @Test("a Matroska film cut short gives what is there, and counts that the rest is missing")
  func cutMatroska() throws {
    let jpegs = try sampleJPEGs(4)
    let bytes = MatroskaBytes.file(jpegs, at: Self.milliseconds)
    let cut = try reader(bytes.dropLast(MatroskaBytes.tail + 100), "x.mkv")
    let frames = try cut.readAll()
    #expect(frames.prefix(3).map(\.bytes) == Array(jpegs[..<3]))
    #expect(frames[3].flags.contains(.damaged) && cut.lostAtEnd == 0)
    // Between two frames only the segment's size tells.
    let sized = MatroskaBytes.file(jpegs, at: Self.milliseconds, isOpen: false)
    let short = try reader(sized.dropLast(MatroskaBytes.tail), "x.mkv")
    #expect(try short.readAll().map(\.bytes) == jpegs)
    #expect(short.lostAtEnd == 1)
  }

  @Test("bytes that are no element cost the frames up to the next cluster, and are counted")
  func brokenMatroska() throws {
    let jpegs = try sampleJPEGs(4)
    var bytes = MatroskaBytes.file(jpegs, at: Self.milliseconds)
    let second = try #require(bytes.indices.first { bytes[$0...].starts(with: jpegs[1]) })
    // The head of the second frame's block.
    bytes.replaceSubrange(second - 13..<second - 4, with: [UInt8](repeating: 0, count: 9))
    let frames = try reader(bytes, "x.mkv").readAll()
    #expect(frames.map(\.bytes) == [jpegs[0], jpegs[2], jpegs[3]])
    #expect(frames.map(\.gap) == [0, 1, 0])
    #expect(frames.map(\.nanoseconds) == [0, 45_000_000, 1_000_000_000])
  }

  @Test("times rise, whatever a film says of them, and a film that begins anew goes on")
  func times() throws {
    let folder = try TestFolder()
    let jpegs = try sampleJPEGs(4)
    let path = try folder.put(MatroskaBytes.file(jpegs, at: [0, 40, 40, 20]), "x.mkv")
    let once: [Int64] = [0, 40_000_000, 40_000_001, 40_000_002]
    #expect(try files(path).readAll().map(\.nanoseconds) == once)
    let looped = try files(path, loops: true).readAll(limit: 8).map(\.nanoseconds)
    #expect(looped == once + once.map { $0 + 80_000_002 })
    // A rate that was asked for counts instead.
    #expect(try files(path, fps: 10).readAll().map(\.nanoseconds) == [0, 1, 2, 3].map { $0 * 100_000_000 })
    var part = FileSourceSettings(path: path)
    (part.first, part.frames) = (2, 1)
    #expect(try makeReader(for: .files(part)).readAll().map(\.nanoseconds) == [once[2]])
  }

  @Test(
    "an MP4 gives its frames at its times, wherever its index is", arguments: [false, true], [false, true])
  func mp4(isIndexFirst: Bool, isLarge: Bool) throws {
    let jpegs = try sampleJPEGs(4)
    let film = MP4Bytes(isIndexFirst: isIndexFirst, isLarge: isLarge, format: isLarge ? "mp4v" : "jpeg")
    let reader = try reader(film.file(jpegs, at: Self.milliseconds), "x.mp4")
    #expect(reader.format.framesPerSecond == 2)
    let frames = try reader.readAll()
    #expect(frames.map(\.bytes) == jpegs)
    #expect(frames.map(\.nanoseconds) == Self.milliseconds.map { Int64($0) * 1_000_000 })
    #expect(frames.allSatisfy { $0.gap == 0 && $0.flags.isEmpty })
  }

  @Test("an edit list shifts an MP4's times, and hides what lies outside of it", arguments: [false, true])
  func edits(isLarge: Bool) throws {
    let jpegs = try sampleJPEGs(4)
    // A pause of half a second, then from 40 ms on for 10 ms.
    let film = MP4Bytes(isLarge: isLarge, edits: [(500, -1), (10, 40)])
    let frames = try reader(film.file(jpegs, at: Self.milliseconds), "x.mov").readAll()
    #expect(frames.map(\.bytes) == Array(jpegs[1...2]))
    #expect(frames.map(\.nanoseconds) == [500_000_000, 505_000_000])
  }

  @Test("an MP4 cut short gives what is whole, and counts the rest")
  func cutMP4() throws {
    let jpegs = try sampleJPEGs(4)
    let bytes = MP4Bytes(isIndexFirst: true).file(jpegs, at: Self.milliseconds)
    let cut = try reader(bytes.dropLast(jpegs[3].count + jpegs[2].count), "x.mp4")
    #expect(try cut.readAll().map(\.bytes) == Array(jpegs[..<2]))
    #expect(cut.lostAtEnd == 2)
  }

  @Test("a table of four thousand million samples takes no memory, and a film no longer than its file")
  func claims() throws {
    let jpegs = try sampleJPEGs(4)
    var bytes = MP4Bytes(isIndexFirst: true).file(jpegs, at: Self.milliseconds)
    for name in ["stsz", "stts", "stsc", "stco"] {
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: name.utf8) })
      let count = place + (name == "stsz" ? 12 : 8)
      bytes.replaceSubrange(count..<count + 4, with: [255, 255, 255, 255])
    }
    #expect(try reader(bytes, "x.mp4").readAll().map(\.bytes) == jpegs)
    // All of one byte.
    let sizes = try #require(bytes.indices.first { bytes[$0...].starts(with: "stsz".utf8) })
    bytes.replaceSubrange(sizes + 8..<sizes + 12, with: [0, 0, 0, 1])
    #expect(throws: CaptureError.self) { try reader(bytes, "x.mp4").readAll() }
  }

  @Test(
    "what can't be read is named, with the line that makes it readable",
    arguments: [
      ("x.mkv", MatroskaBytes.file([], at: [], codec: "V_MPEG4/ISO/AVC"), "H.264 ('V_MPEG4/ISO/AVC')", false),
      ("x.webm", MatroskaBytes.file([], at: [], codec: "V_VP9"), "VP9 ('V_VP9')", false),
      ("x.mkv", MatroskaBytes.file([], at: [], isEncoded: true), "ContentEncodings", true),
      ("x.mp4", MP4Bytes(format: "hvc1").file([], at: []), "H.265 ('hvc1')", false),
      ("x.mov", MP4Bytes(format: "mjpb").file([], at: []), "another kind ('mjpb')", false),
      ("x.mp4", MP4Bytes(format: "mp4v", objectType: 0x20).file([], at: []), "MPEG-4 ('mp4v')", false),
    ])
  func refused(name: String, bytes: [UInt8], words: String, hasJPEGs: Bool) throws {
    let folder = try TestFolder()
    let path = try folder.put(bytes, name)
    let error = #expect(throws: CaptureError.self) { try files(path) }
    let line =
      "ffmpeg -v error -i \(path) -map 0:V:0 \(hasJPEGs ? "-c copy" : "-c:v mjpeg -q:v 2 -fps_mode passthrough")"
      + " -f matroska - | dualcam annotate --primary file:- -o DIR"
    let told = "\(error, default: "")"
    #expect(told.hasPrefix(path) && told.contains(words) && told.hasSuffix(line), "\(told)")
    #expect(error?.exitCode == 65)
  }

  @Test(
    "programs pad Matroska's strings with zeros, and keep QuickTime's names",
    arguments: ["V_MJPEG\0", "V_MS/VFW/FOURCC\0\0", "V_QUICKTIME"])
  func names(codec: String) throws {
    let jpegs = try sampleJPEGs(4)
    let bytes = MatroskaBytes.file(jpegs, at: Self.milliseconds, codec: codec)
    #expect(try piped(bytes).map(\.bytes) == jpegs)
  }

  @Test(
    "films one after the other in one file follow each other", arguments: ["x.mkv", "x.mp4", "parts.mp4"])
  func concatenated(name: String) throws {
    let jpegs = try sampleJPEGs(6)
    func film(_ range: Range<Int>, at milliseconds: [Int], _ codec: String? = nil) -> [UInt8] {
      switch name {
      case "x.mkv":
        MatroskaBytes.file(Array(jpegs[range]), at: milliseconds, codec: codec ?? "V_MJPEG", isOpen: false)
      case "x.mp4":
        MP4Bytes(isIndexFirst: range.lowerBound > 0, format: codec ?? "jpeg").file(
          Array(jpegs[range]), at: milliseconds)
      default:
        codec == nil
          ? MP4Bytes().fragments(Array(jpegs[range]), at: milliseconds)
          : MP4Bytes(format: "avc1").file([], at: [])
      }
    }
    let other = film(0..<1, at: [0], "avc1")
    let bytes = film(0..<2, at: [0, 50]) + other + film(2..<4, at: [0, 30]) + film(4..<6, at: [3000, 3010])
    let reader = try reader(bytes, name)
    let frames = try reader.readAll()
    #expect(frames.map(\.bytes) == jpegs && frames.map(\.gap) == [0, 0, 1, 0, 0, 0])
    #expect(reader.takePassedOver().map(\.reason).first?.contains("avc1") == true)
    // They follow each other, but for one whose times count on. An index says how long the last frame lasts.
    let times = frames.map { $0.nanoseconds / 1_000_000 }
    let expected: [Int64] = name == "x.mp4" ? [0, 50, 2000, 2030, 4000, 4010] : [0, 50, 90, 120, 3000, 3010]
    #expect(times == expected)
    if name == "x.mkv" { #expect(try piped(bytes).map(\.bytes) == jpegs) }
  }

  @Test("a film in fragments gives all its frames at their times", arguments: [false, true], [false, true])
  func fragments(isLarge: Bool, isTimed: Bool) throws {
    let jpegs = try sampleJPEGs(5)
    let milliseconds = [0, 40, 100, 110, 1000]
    let bytes = MP4Bytes(isLarge: isLarge).fragments(jpegs, at: milliseconds, isTimed: isTimed)
    let reader = try reader(bytes, "x.mp4")
    let frames = try reader.readAll()
    #expect(frames.map(\.bytes) == jpegs && frames.allSatisfy { $0.gap == 0 && $0.flags.isEmpty })
    #expect(frames.map(\.nanoseconds) == milliseconds.map { Int64($0) * 1_000_000 })
    #expect(reader.format.framesPerSecond.map { (4.8...4.81).contains($0) } == true)
    // Cut short in its last frame, and before it.
    let cut = try self.reader(bytes.dropLast(50), "x.mp4").readAll()
    #expect(cut.count == 5 && cut[4].flags.contains(.damaged))
    let short = try self.reader(bytes.dropLast(jpegs[4].count), "x.mp4")
    #expect(try short.readAll().count == 4 && short.lostAtEnd == 1)
  }

  @Test("a film that is turned as a whole is turned, beside what its pictures say")
  func turned() throws {
    let jpegs = try sampleJPEGs(2, width: 64, height: 32)
    let matrices = [
      ([0, 1, -1, 0], PictureTurn(quarters: 1)), ([-1, 0, 0, -1], PictureTurn(quarters: 2)),
      ([0, -1, 1, 0], PictureTurn(quarters: 3)), ([-1, 0, 0, 1], PictureTurn(isMirrored: true)),
      ([1, 1, 0, 1], .none),
    ]
    for (matrix, turn) in matrices {
      let reader = try reader(MP4Bytes(matrix: matrix).file(jpegs, at: [0, 40]), "x.mov")
      #expect(reader.format.orientation == turn && reader.format.size.description == "64x32")
      #expect(try reader.readAll().count == 2)
    }
    let upright = [oriented(jpegs[0], 6), oriented(jpegs[1], 6)]
    let film = MatroskaBytes.file(upright, at: [0, 40], roll: 90)
    #expect(try reader(film, "x.mkv").format.orientation == .none)
    #expect(
      try reader(MatroskaBytes.file(jpegs, at: [0, 40], roll: -90), "x.mkv").format.orientation.quarters == 1)
  }

  @Test("sizes in `stz2` have 4, 8 or 16 bits", arguments: [8, 16, 64, 248])
  func compactSizes(bits: Int) throws {
    let jpegs = try sampleJPEGs(2)
    let film = MP4Bytes(isIndexFirst: true, sizeBits: bits)
    if bits == 16 {
      #expect(try reader(film.file(jpegs, at: [0, 40]), "x.mp4").readAll().map(\.bytes) == jpegs)
    } else {
      // No JPEG is so small.
      #expect(throws: CaptureError.self) { try reader(film.file(jpegs, at: [0, 40]), "x.mp4").readAll() }
    }
  }

  @Test("an MP4 has to be a file, with its index")
  func unreadable() throws {
    let bytes = MP4Bytes().file(try sampleJPEGs(1), at: [0])
    #expect { try piped(bytes) } throws: {
      "\($0)".contains("has to be a file; as a pipe, send ffmpeg -v error -i -")
    }
    #expect { try reader(Array(bytes.prefix(bytes.count / 2)), "x.mp4") } throws: { "\($0)".contains("moov") }
  }
}
