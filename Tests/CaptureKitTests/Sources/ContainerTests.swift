import Glibc
import PixelTypes
import TestSupport
import Testing

@testable import CaptureKit

@Suite("Files of JPEGs")
struct ContainerTests {
  /// The frames of a file with some bytes.
  private func frames(_ bytes: [UInt8], _ name: String = "x.mjpeg") throws -> [DeliveredFrame] {
    let folder = try TestFolder()
    return try files(folder.put(bytes, name)).readAll()
  }

  @Test("a folder is read in natural order, and each file is delivered as it is")
  func folder() throws {
    let folder = try TestFolder()
    let jpegs = try sampleJPEGs(3)
    try folder.put(jpegs[2], "f10.jpg")
    try folder.put(jpegs[1], "f2.JPEG")
    try folder.put(jpegs[0], "f1.jpg")
    try folder.put([1, 2], "notes.txt")
    try folder.put([1, 2], ".hidden.jpg")
    let reader = try files(folder.path, fps: 10)
    #expect(reader.format.size == PixelSize(width: 64, height: 64))
    let frames = try reader.readAll()
    #expect(frames.map(\.bytes) == jpegs)
    #expect(frames.map(\.nanoseconds) == [0, 100_000_000, 200_000_000])
    #expect(frames.allSatisfy { $0.flags.isEmpty && $0.gap == 0 })
  }

  @Test("a glob takes what it matches, a single file is one frame")
  func globAndSingle() throws {
    let folder = try TestFolder()
    let jpegs = try sampleJPEGs(3)
    for index in 0..<3 { try folder.put(jpegs[index], "a\(index).jpg") }
    #expect(try files(folder.path + "/a[12].jpg").readAll().map(\.bytes) == Array(jpegs[1...]))
    #expect(try files(folder.path + "/a0.jpg").readAll().map(\.bytes) == [jpegs[0]])
    #expect(throws: CaptureError.self) { try files(folder.path + "/b*.jpg") }
  }

  @Test("names sort by their numbers")
  func naturalOrder() {
    let names = ["a1", "a02", "a2", "a10", "b1", "b1x", "a100"]
    #expect(names.sorted(by: FileNames.naturally) == ["a1", "a02", "a2", "a10", "a100", "b1", "b1x"])
  }

  @Test("a frame of another size is delivered in its own, one without a header is left out and counted")
  func oddFrames() throws {
    let jpegs = try sampleJPEGs(2)
    // Larger than the slots that the first frame asks for, too.
    let other = try sampleJPEGs(1, width: 128, height: 64)[0] + [UInt8](repeating: 0, count: 100_000)
    let folder = try TestFolder()
    let path = try folder.put(
      jpegs[0] + other + [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0xFF, 0xD9] + jpegs[1], "x.mjpeg")
    let reader = try files(path)
    let slot = FrameSlot(capacity: 4096, format: reader.format)
    var seen: [String] = []
    while try reader.read(into: slot) { seen.append("\(slot.format.size) \(slot.sequence) \(slot.gap)") }
    #expect(seen == ["64x64 0 0", "128x64 1 0", "64x64 3 1"])
  }

  @Test("garbage between frames is skipped, and a thumbnail's markers don't split a frame")
  func garbage() throws {
    let jpegs = try sampleJPEGs(2)
    // An APP1 segment that holds a whole JPEG.
    let length = jpegs[1].count + 2
    let segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + jpegs[1]
    let nested = jpegs[0][..<2] + segment + jpegs[0][2...]
    let frames = try frames([9, 0xFF, 0xD9, 7] + nested + [0, 0, 0xFF, 0, 0xD8] + jpegs[1] + [1])
    #expect(frames.map(\.bytes) == [Array(nested), jpegs[1]])
    #expect(frames.allSatisfy { $0.flags.isEmpty })
  }

  @Test("a frame without its end is delivered as damaged")
  func cut() throws {
    let jpegs = try sampleJPEGs(3)
    let frames = try frames(jpegs[0] + jpegs[1].dropLast(2) + jpegs[2].dropLast(jpegs[2].count / 8))
    #expect(frames.count == 3)
    #expect(frames.map { $0.flags.contains(.damaged) } == [false, true, true])
    #expect(frames[1].bytes == Array(jpegs[1].dropLast(2)))
  }

  @Test(
    "a damaged byte that looks like a marker loses no frame after it",
    arguments: [0x30, 0xC0, 0xC4, 0xDA, 0xE3, 0xFE])
  func falseMarker(marker: UInt8) throws {
    let jpegs = try sampleJPEGs(4)
    var damaged = jpegs[1]
    let scan = try #require(
      damaged.indices.dropLast().first { damaged[$0] == 0xFF && damaged[$0 + 1] == 0xDA })
    // As long as its length could be: beyond the end of the last frame.
    damaged.replaceSubrange(scan + 40..<scan + 44, with: [0xFF, marker, 0xFF, 0xFE])
    #expect(
      try frames(jpegs[0] + damaged + jpegs[2] + jpegs[3]).map(\.bytes) == [
        jpegs[0], damaged, jpegs[2], jpegs[3],
      ])
  }

  @Test("a frame without Huffman tables is flagged")
  func huffman() throws {
    let jpeg = try sampleJPEGs(1)[0]
    let frames = try frames(withoutHuffmanTables(jpeg) + jpeg)
    #expect(frames.map { $0.flags.contains(.missingHuffmanTables) } == [true, false])
  }

  @Test("a looping file begins anew, while time and numbers go on")
  func loop() throws {
    let folder = try TestFolder()
    let jpegs = try sampleJPEGs(2)
    let path = try folder.put(jpegs[0] + jpegs[1], "x.mjpeg")
    let reader = try files(path, fps: 1, loops: true)
    let frames = try reader.readAll(limit: 5)
    #expect(frames.map(\.bytes) == [jpegs[0], jpegs[1], jpegs[0], jpegs[1], jpegs[0]])
    #expect(frames.map(\.nanoseconds) == [0, 1, 2, 3, 4].map { $0 * 1_000_000_000 })
  }

  @Test("an AVI gives its rate and its frames, through lists, empty chunks and a second RIFF")
  func avi() throws {
    let folder = try TestFolder()
    let jpegs = try sampleJPEGs(4)
    let path = try folder.put(AVIBytes.file(jpegs), "x.avi")
    let reader = try files(path)
    #expect(reader.format.framesPerSecond == 25)
    #expect(reader.format.pixelFormat == .mjpeg)
    let frames = try reader.readAll()
    #expect(frames.map(\.bytes) == jpegs)
    // The empty one lets the second last longer.
    #expect(frames.map(\.gap) == [0, 0, 0, 0])
    #expect(frames.map(\.sequence) == [0, 1, 2, 3])
    #expect(frames.map(\.nanoseconds) == [0, 40, 120, 160].map { $0 * 1_000_000 })
  }

  @Test("a cut AVI gives what is there", arguments: [1, 40, 500])
  func cutAVI(missing: Int) throws {
    let jpegs = try sampleJPEGs(4)
    let frames = try frames(AVIBytes.file(jpegs).dropLast(missing), "x.avi")
    #expect(frames.count >= 3)
    #expect(frames.prefix(3).map(\.bytes) == Array(jpegs.prefix(3)))
    if frames.count == 4 { #expect(frames[3].flags.contains(.damaged)) }
  }

  @Test("a folder without a JPEG is there, and says what it lacks")
  func emptyFolder() throws {
    let folder = try TestFolder()
    #expect(
      throws: CaptureError.badFile(
        path: folder.path, reason: "no file in this folder is a picture")
    ) { try files(folder.path) }
  }

  @Test(
    "what can't be used is refused with the reason",
    arguments: [
      ("x.avi", Array("RIFF\0\0\0\0WAVE".utf8), "RIFF AVI"),
      ("x.avi", AVIBytes.file([], codec: "H264"), "H264"),
      ("x.avi", AVIBytes.file([]), "no JPEG"), ("x.mjpeg", [UInt8](repeating: 7, count: 999), "no JPEG"),
      ("x.mjpeg", [], "empty"), ("x.txt", [1], "must say which"),
      ("x.jpg", [0xFF, 0xD8, 0xFF, 0xD9], "header"),
      (
        "x.jpg",
        [
          0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 16, 0x4E, 0x20, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0,
          63, 0,
        ],
        "20000x16"
      ),
      ("x.y4m", Array("YUV4MPEG2 W4 H4 C444\nFRAME\n".utf8), "C444"), ("x.y4m", [1, 2, 3], "YUV4MPEG2"),
      ("x.y4m", Array("YUV4MPEG2 W0 H4\n".utf8), "0x4"),
      ("x.y4m", Array("YUV4MPEG2 W9999 H9999\nFRAME\n".utf8), "first frame"),
    ])
  func refused(name: String, bytes: [UInt8], word: String) throws {
    let folder = try TestFolder()
    let path = try folder.put(bytes, name)
    let error = #expect(throws: CaptureError.self) { try files(path) }
    guard case .badFile(_, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains(word), "\(reason)")
  }

  @Test("what isn't there is not found")
  func missing() throws {
    #expect(throws: CaptureError.notFound(path: "/no/x.avi", hint: "there is no such file or folder")) {
      try files("/no/x.avi")
    }
  }

  @Test(
    "what isn't read is answered with the command that makes it readable",
    arguments: [
      (
        "clip.ts",
        "ffmpeg -v error -i PATH/clip.ts -map 0:V:0 -c:v mjpeg -q:v 2 -fps_mode passthrough -f matroska - |"
      ),
      ("it's.FLV", #"ffmpeg -v error -i 'PATH/it'\''s.FLV' -map 0:V:0 -c:v mjpeg -q:v 2"#),
      (
        "rtsp://cam/1?a=b",
        "ffmpeg -i 'rtsp://cam/1?a=b' -an -c:v mjpeg -q:v 2 -f mjpeg - | dualcam record --primary file:-"
      ),
    ])
  func conversions(name: String, command: String) throws {
    let folder = try TestFolder()
    let isAddress = name.contains("://")
    let source = isAddress ? name : try folder.put(name, name)
    let error = #expect(throws: CaptureError.self) {
      try makeReader(for: SourceSpecification(parsing: source))
    }
    let told = "\(error, default: "")"
    #expect(told.contains(command.replacing("PATH", with: folder.path)), "\(told)")
    #expect(error?.exitCode == (isAddress ? 64 : 65))
  }

  @Test("bytes without a picture's end don't take all memory, and a pipe that is stopped ends")
  func pipes() throws {
    let folder = try TestFolder()
    let path = try folder.put([UInt8](repeating: 0xFF, count: InputPipe.most + 100_000), "x.mjpeg")
    #expect { try piped(path) } throws: { "\($0)".contains("64 MiB") }
    // A scan's head that claims more than there is makes no picture, as in a file.
    var long = try sampleJPEGs(1)[0]
    let scan = try #require(long.indices.first { long[$0...].starts(with: [0xFF, JPEGMarker.startOfScan]) })
    long.replaceSubrange(scan + 2..<scan + 4, with: [255, 255])
    let film = try folder.put(sampleJPEGs(1)[0] + long, "long.mjpeg")
    #expect(try piped(film) == files(film).readAll() && piped(film).count == 1)
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let jpeg = try sampleJPEGs(1)[0]
    #expect(unsafe write(ends[1], jpeg, jpeg.count) == jpeg.count)
    let reader = try JPEGReader(
      MotionJPEGFile(InputFile(InputPipe(ends[0]))), settings: FileSourceSettings(path: "-"))
    let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
    // The picture is here before anything follows it.
    #expect(try reader.read(into: slot) && slot.copiedBytes == jpeg)
    reader.stop()
    #expect(try !reader.read(into: slot))
  }

  /// The frames of a file's bytes as they come through a pipe.
  private func piped(_ path: String) throws -> [DeliveredFrame] {
    let descriptor = unsafe open(path, O_RDONLY)
    defer { close(descriptor) }
    let file = InputFile(InputPipe(descriptor))
    return try JPEGReader(film(file) ?? MotionJPEGFile(file), settings: FileSourceSettings(path: "-"))
      .readAll()
  }

  /// A JPEG whose frame header has another byte somewhere.
  private func odd(_ jpeg: [UInt8], _ offset: Int, _ value: UInt8) throws -> [UInt8] {
    var jpeg = jpeg
    let frame = try #require(frameHeader(of: jpeg))
    jpeg[frame + offset] = value
    return jpeg
  }

  @Test(
    "a JPEG of a kind that can't be decoded is named: which file, which kind, what to do",
    arguments: [
      (4, 12, "12 bits", "8-bit"),
      (1, 0xC3, "lossless", "save it again"), (11, 0x31, "sampling 3x1", "save it again"),
      (9, 2, "2 components", "again"),
    ])
  func kinds(offset: Int, value: UInt8, kind: String, remedy: String) throws {
    let folder = try TestFolder()
    var jpeg = try odd(try sampleJPEGs(1)[0], offset, value)
    // With a luma of 3 a chroma of 2 is no whole part.
    if offset == 11 { jpeg = try odd(jpeg, 14, 0x21) }
    try folder.put(jpeg, "1.jpg")
    for path in [folder.path, folder.path + "/1.jpg"] {
      let error = #expect(throws: CaptureError.self) { try files(path) }
      let told = "\(error, default: "")"
      #expect(told.hasPrefix(folder.path + "/1.jpg can't be read: it is a"), "\(told)")
      #expect(told.contains(kind) && told.contains(remedy), "\(told)")
      #expect(error?.exitCode == 65)
    }
    // Among others it is named.
    try folder.put(try sampleJPEGs(1)[0], "0.jpg")
    let reader = try files(folder.path)
    #expect(try reader.readAll().count == 1)
    let named = try #require(reader.takePassedOver().first)
    #expect(named.name == "1.jpg" && named.reason.contains(kind) && reader.lostAtEnd == 1)
  }

  @Test("photos keep their size as stored and their turn, however their cameras were held")
  func orientations() throws {
    let folder = try TestFolder()
    let (wide, high) = (
      try sampleJPEGs(1, width: 96, height: 64)[0], try sampleJPEGs(1, width: 64, height: 96)[0]
    )
    for (index, jpeg) in [oriented(wide, 6), high, wide, oriented(wide, 8), oriented(high, 3)].enumerated() {
      try folder.put(jpeg, "\(index).jpg")
    }
    let reader = try files(folder.path)
    #expect(reader.format.size.description == "96x64")
    let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
    var seen: [String] = []
    while try reader.read(into: slot) {
      seen.append("\(slot.format.size) \(slot.format.orientation.quarters) \(slot.gap)")
    }
    #expect(seen == ["96x64 1 0", "64x96 0 0", "96x64 0 0", "96x64 3 0", "64x96 2 0"])
  }

  @Test("pictures are each their own, unless they are numbered as a film's frames and have one size")
  func stills() throws {
    func stills(_ path: String) throws -> [String]? {
      try SourceSpecification(parsing: path).photos()?.map(\.description)
    }
    let folder = try TestFolder()
    let jpeg = try sampleJPEGs(1)[0]
    let one = try folder.put(jpeg, "IMG_0007.jpg")
    #expect(try stills(one) == ["file:" + one])
    // A part of stills isn't split, but is of stills all the same.
    #expect(try stills("file:\(folder.path)?first=0&frames=1") == nil)
    #expect(try SourceSpecification(parsing: "file:\(folder.path)?first=0&frames=1").holdsPhotos())
    #expect(try stills(folder.path) == ["file:" + one])
    let two = try folder.put(jpeg, "IMG_0009.jpg")
    #expect(try stills(folder.path) == ["file:" + one, "file:" + two])
    #expect(try stills(folder.path + "/*9.jpg") == ["file:" + two])
    #expect(try stills("file:\(folder.path)?fps=25") == nil)
    #expect(try stills("synth:coast") == nil)
    let film = try TestFolder()
    for index in 1...11 { try film.put(jpeg, "frame\(index).jpg") }
    #expect(try stills(film.path) == nil)
    #expect(
      try SourceSpecification(parsing: film.path).photos(evenOfFilm: true)?.count == 11)
    try film.put(try sampleJPEGs(1, width: 128, height: 64)[0], "frame12.jpg")
    #expect(try stills(film.path)?.count == 12)
    let later = try TestFolder()
    for index in 8...9 { try later.put(jpeg, "\(index).jpg") }
    #expect(try stills(later.path)?.count == 2)
    #expect(try stills(try film.put(jpeg, "x.mjpeg")) == nil)
  }

  @Test(
    "mutated files neither crash nor hang nor overrun a slot",
    arguments: ["mjpeg", "avi", "y4m", "mkv", "mp4"])
  func fuzz(kind: String) throws {
    let folder = try TestFolder()
    let jpegs = try sampleJPEGs(3)
    let good =
      switch kind {
      case "avi": AVIBytes.file(jpegs)
      case "mkv": MatroskaBytes.file(jpegs, at: [0, 40, 90])
      case "mp4": MP4Bytes(isIndexFirst: true, edits: [(1500, 40)]).file(jpegs, at: [0, 40, 90])
      case "y4m": Y4MBytes.file(layout: "420", width: 6, height: 4, frames: 3)
      default: jpegs.flatMap { $0 }
      }
    var random = Seeded(42)
    var opened = 0
    for _ in 0..<150 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        // Headers are short: half of the hits go there.
        let limit = Bool.random(using: &random) ? min(300, bytes.count) : bytes.count
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[Int.random(in: 0..<limit, using: &random)] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[Int.random(in: 0..<limit, using: &random)] = 0xFF
        case 2: bytes.removeLast(Int.random(in: 0..<max(1, bytes.count / 3), using: &random))
        default:
          let place = Int.random(in: 0..<limit, using: &random)
          bytes.removeSubrange(place..<min(bytes.count, place + 5))
        }
        if bytes.isEmpty { bytes = [0] }
      }
      let path = try folder.put(bytes, "x." + kind)
      // The same bytes through a pipe are the same frames.
      if kind == "mjpeg" || kind == "mkv" && bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
        #expect((try? piped(path)) == (try? files(path).readAll()))
      }
      guard let reader = try? files(path) else { continue }
      opened += 1
      let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
      var count = 0
      while count < 10_000, (try? reader.read(into: slot)) == true {
        count += 1
        #expect(slot.byteCount <= slot.capacity)
      }
      #expect(count < 10_000)
    }
    #expect(opened > 10)
  }
}

/// Builds AVI files byte by byte.
enum AVIBytes {
  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + number(data.count) + data + (data.count % 2 == 1 ? [0] : [])
  }

  static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }

  static func list(_ kind: String, _ data: [UInt8], name: String = "LIST") -> [UInt8] {
    chunk(name, Array(kind.utf8) + data)
  }

  private static let zeros = [UInt8](repeating: 0, count: 64)

  private static func stream(_ codec: String, rate: Int) -> [UInt8] {
    let header =
      Array("vids".utf8) + Array(codec.utf8) + zeros[..<12] + number(2) + number(2 * rate) + zeros[..<28]
    let format = number(40) + number(64) + number(64) + [1, 0, 24, 0] + Array(codec.utf8) + zeros[..<20]
    return list("strl", chunk("strh", header) + chunk("strf", format))
  }

  /// Chunks in one list, of pictures 64 high, perhaps with an index.
  static func plain(
    _ chunks: [[UInt8]], rate: Int, isIndexed: Bool = false, codec: String = "MJPG"
  ) -> [UInt8] {
    let headers = list(
      "hdrl", chunk("avih", number(1_000_000 / rate) + zeros[..<52]) + stream(codec, rate: rate))
    var index: [UInt8] = []
    var place = 4
    for chunk in chunks {
      index += chunk.prefix(4) + number(16) + number(place) + chunk[4..<8]
      place += chunk.count
    }
    let movie = list("movi", chunks.flatMap { $0 })
    return list("AVI ", headers + movie + (isIndexed ? chunk("idx1", index) : []), name: "RIFF")
  }

  /// Two frames in a `rec ` list, then sound, an empty chunk, the third frame; the others in a RIFF of their own.
  static func file(_ jpegs: [[UInt8]], codec: String = "MJPG") -> [UInt8] {
    let audio = list(
      "strl", chunk("strh", Array("auds".utf8) + zeros[..<52]) + chunk("strf", Array(zeros[..<16])))
    let headers = list(
      "hdrl",
      chunk("avih", number(33_333) + zeros[..<52]) + audio + stream(codec, rate: 25))
    var movie: [UInt8] = []
    movie += list("rec ", jpegs.prefix(2).flatMap { chunk("01dc", $0) })
    movie += chunk("00wb", [1, 2, 3]) + (jpegs.isEmpty ? [] : chunk("01dc", []))
    movie += jpegs.dropFirst(2).prefix(1).flatMap { chunk("01dc", $0) }
    let info = list("INFO", chunk("ISFT", Array("test".utf8)))
    let first = list(
      "AVI ", headers + info + list("movi", movie) + chunk("idx1", Array(zeros[..<16])), name: "RIFF")
    guard jpegs.count > 3 else { return first }
    return first + list("AVIX", list("movi", jpegs.dropFirst(3).flatMap { chunk("01dc", $0) }), name: "RIFF")
  }
}
