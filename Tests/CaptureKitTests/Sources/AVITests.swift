import PixelTypes
import TestSupport
import Testing

@testable import CaptureKit

@Suite("AVIs of other programs, whole, damaged and one after the other")
struct AVITests {
  private let jpegs: [[UInt8]]

  init() throws { jpegs = try sampleJPEGs(6) }

  private func read(_ bytes: [UInt8]) throws -> (frames: [DeliveredFrame], reader: any FrameReader) {
    let folder = try TestFolder()
    let reader = try files(folder.put(bytes, "x.avi"))
    return (try reader.readAll(), reader)
  }

  /// The start of a JPEG's chunk.
  private func chunk(of jpeg: [UInt8], in bytes: [UInt8]) throws -> Int {
    try #require(bytes.indices.first { bytes[$0...].starts(with: jpeg) }) - 8
  }

  private func flat(_ jpegs: [[UInt8]], rate: Int = 25, isIndexed: Bool = false, codec: String = "MJPG")
    -> [UInt8]
  {
    AVIBytes.plain(jpegs.map { AVIBytes.chunk("00dc", $0) }, rate: rate, isIndexed: isIndexed, codec: codec)
  }

  @Test("an empty chunk lets the frame before last longer, and is no loss")
  func repeats() throws {
    // As `ffmpeg -c copy` writes a film of half the rate.
    let bytes = AVIBytes.plain(
      jpegs.flatMap { [AVIBytes.chunk("00dc", $0), AVIBytes.chunk("00dc", [])] }, rate: 50)
    let (frames, reader) = try read(bytes)
    #expect(frames.map(\.bytes) == jpegs)
    #expect(frames.allSatisfy { $0.gap == 0 } && reader.lostAtEnd == 0)
    #expect(frames.map(\.nanoseconds) == (0..<6).map { $0 * 40_000_000 })
  }

  @Test("a frame whose chunk's head is broken is found, and so is what follows it", arguments: [false, true])
  func brokenHead(isIndexed: Bool) throws {
    var bytes = flat(jpegs, isIndexed: isIndexed)
    for jpeg in jpegs[2...3] {
      let place = try chunk(of: jpeg, in: bytes)
      bytes.replaceSubrange(place..<place + 8, with: [0xA5, 0x5A, 0xA5, 0x5A, 0x11, 0x22, 0x33, 0x44])
    }
    let (frames, reader) = try read(bytes)
    #expect(
      frames.map { Array($0.bytes.prefix(jpegs[0].count / 2)) }
        == jpegs.map { Array($0.prefix(jpegs[0].count / 2)) })
    #expect(frames.allSatisfy { $0.gap == 0 && $0.flags.isEmpty } && reader.lostAtEnd == 0)
  }

  @Test("a hole costs its frames: as many as the index has there, else one", arguments: [false, true])
  func hole(isIndexed: Bool) throws {
    var bytes = flat(jpegs, isIndexed: isIndexed)
    let hole = try chunk(of: jpegs[1], in: bytes)..<chunk(of: jpegs[4], in: bytes)
    bytes.replaceSubrange(hole, with: [UInt8](repeating: 0, count: hole.count))
    let (frames, reader) = try read(bytes)
    #expect(frames.map(\.bytes) == [jpegs[0], jpegs[4], jpegs[5]])
    #expect(frames.map(\.gap) == [0, isIndexed ? 3 : 1, 0] && reader.lostAtEnd == 0)
  }

  @Test("a wrong size costs nothing, whether it is too small or too large", arguments: [20, 1 << 30])
  func wrongSize(size: Int) throws {
    var bytes = flat(jpegs)
    let place = try chunk(of: jpegs[2], in: bytes)
    bytes.replaceSubrange(place + 4..<place + 8, with: AVIBytes.number(size))
    let (frames, reader) = try read(bytes)
    #expect(frames.count == 6 && frames[2].bytes.starts(with: jpegs[2]))
    #expect(frames.allSatisfy { $0.gap == 0 && $0.flags.isEmpty } && reader.lostAtEnd == 0)
  }

  @Test("chunks of odd sizes need no byte of padding")
  func unpadded() throws {
    let odd = jpegs.map { $0.count % 2 == 1 ? $0 : $0 + [0] }
    let bytes = AVIBytes.plain(odd.map { AVIBytes.chunk("00dc", $0).dropLast() }, rate: 25)
    #expect(try read(bytes).frames.map(\.bytes) == odd)
  }

  @Test("an AVI that ends before its list does has lost a frame, wherever it is cut")
  func cut() throws {
    let bytes = flat(jpegs)
    let end = try chunk(of: jpegs[4], in: bytes)
    for end in [end, end + 4, end + 300] {
      let (frames, reader) = try read(Array(bytes[..<end]))
      let isDamaged = frames.last?.flags.contains(.damaged) == true
      #expect(frames.count == (isDamaged ? 5 : 4) && reader.lostAtEnd == (isDamaged ? 0 : 1), "\(end)")
    }
    // Of its index nothing is missed, nor of what programs put behind a film.
    #expect(try read(flat(jpegs, isIndexed: true).dropLast(20)).reader.lostAtEnd == 0)
    for isIndexed in [false, true] {
      let (frames, reader) = try read(flat(jpegs, isIndexed: isIndexed) + [UInt8](repeating: 7, count: 99))
      #expect(frames.map(\.bytes) == jpegs && reader.lostAtEnd == 0)
    }
  }

  @Test("AVIs one after the other are one film, each at its own rate; one of another codec is named")
  func concatenated() throws {
    let (frames, _) = try read(
      flat(Array(jpegs[..<2])) + flat(Array(jpegs[2..<4]), rate: 10) + AVIBytes.file(Array(jpegs[4...])))
    #expect(frames.map(\.bytes) == jpegs)
    #expect(frames.map(\.nanoseconds) == [0, 40, 80, 180, 280, 320].map { $0 * 1_000_000 })
    let (known, reader) = try read(
      flat(Array(jpegs[..<2])) + flat([[1, 2]], codec: "H264") + flat(Array(jpegs[2...])))
    #expect(known.map(\.bytes) == jpegs && known.map(\.gap) == [0, 0, 1, 0, 0, 0])
    #expect(reader.takePassedOver().map(\.reason).first?.contains("H264") == true)
  }

  @Test("Motion JPEG goes by many names", arguments: ["mjpg", "IJPG", "ijpg", "dmb1", "AVRn", "jpeg"])
  func names(codec: String) throws {
    #expect(try read(flat(jpegs, codec: codec)).frames.map(\.bytes) == jpegs)
  }

  @Test("frames in two fields are refused, with the line that weaves them")
  func fields() throws {
    let half = try sampleJPEGs(2, height: 32)
    let folder = try TestFolder()
    let path = try folder.put(AVIBytes.plain([AVIBytes.chunk("00dc", half[0] + half[1])], rate: 25), "x.avi")
    #expect { try files(path) } throws: { "\($0)".contains("two fields; pipe it in: ffmpeg") }
    // A height that isn't the pictures' is no sign of fields alone.
    #expect(try read(AVIBytes.plain(half.map { AVIBytes.chunk("00dc", $0) }, rate: 25)).frames.count == 2)
  }

  @Test("a damaged AVI of a hundred thousand chunks is read in one pass")
  func hostile() throws {
    // Chunks that each claim all that follows, and pictures that begin and never end.
    let head = flat([jpegs[0]])
    let lure =
      AVIBytes.chunk("00wb", []).prefix(4) + AVIBytes.number(1 << 20) + [0xFF, 0xD8, 0xFF, 0, 0, 1, 2, 3]
    var bytes = head + [0, 0, 0, 0]
    for _ in 0..<20_000 { bytes += lure }
    _ = try read(bytes)
  }

  @Test("a film of a hundredth of a frame a second has times, however many frames it claims")
  func lateTimes() throws {
    var clock = FileClock(framesPerSecond: 0.01)
    clock.skip(1 << 40)
    let reader = try SyntheticReader(sceneSettings(.fog))
    let slot = FrameSlot(capacity: 16, format: reader.format)
    clock.stamp(slot, flags: [])
    #expect(slot.time.nanoseconds == 4_000_000_000_000_000_000)
  }
}
