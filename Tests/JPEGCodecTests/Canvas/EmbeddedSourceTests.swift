import CAllocationCounter
import HostResources
import PixelTypes
import TestSupport
import Testing

@testable import JPEGCodec

@Suite("Cameras' frames inside a spliced picture")
struct EmbeddedSourceTests {
  private static let names = ["primary", "secondary"]

  private static func studio(_ kind: CameraKind, change: ([UInt8]) -> [UInt8] = { $0 }) throws -> Studio {
    var second = kind
    (second.width, second.height) = (64, 40)
    var rects = CanvasSplicerTests.rects
    (rects[0].width, rects[0].height) = (kind.width, kind.height)
    let jpegs = [change(try kind.encoded(seed: 1)), try second.encoded(seed: 2)]
    return try Studio(rects, size: (208, 128), jpegs: jpegs, embedding: names)
  }

  /// The frames that a picture gives back, by camera.
  private static func frames(_ picture: [UInt8]) throws -> [String: [UInt8]] {
    var restorer = SourceRestorer()
    var frames: [String: [UInt8]] = [:]
    for source in try restorer.read(picture.span) {
      var bytes: [UInt8] = []
      try restorer.restore(source, into: &bytes)
      frames[source.camera] = bytes
    }
    return frames
  }

  /// Ink in the first viewfinder: a line down, one across, and all of it.
  private static let inks: [[PixelRect]] = [
    [], [PixelRect(x: 42, y: 33, width: 1, height: 40), PixelRect(x: 17, y: 50, width: 60, height: 2)],
    [PixelRect(x: 16, y: 32, width: 80, height: 44)],
  ]

  @Test(
    "give back what the cameras sent, byte for byte",
    arguments: CanvasSplicerTests.samplings, inks)
  func whole(kind: CameraKind, ink: [PixelRect]) throws {
    let studio = try Self.studio(kind)
    let picture = try studio.picture { _ in ink }
    let frames = try Self.frames(picture)
    // Optimized tables lack codes that other pictures need: such a frame is recoded.
    if kind.optimized {
      #expect(frames.isEmpty && !studio.sources[0].isEmbedded)
    } else {
      #expect(frames == ["primary": studio.jpegs[0], "secondary": studio.jpegs[1]])
    }
    // The picture shows the same with them and without.
    let plain = try Self.studio(kind)
    for source in plain.sources { source.embeddedName = [] }
    let bare = try Studio(plain.sources.map(\.rect), size: (208, 128), jpegs: plain.jpegs)
    #expect(try without(picture) == bare.picture { _ in ink })
  }

  /// A picture without the segments.
  private func without(_ picture: [UInt8]) throws -> [UInt8] {
    var (bytes, at) = (Array(picture[..<2]), 2)
    while let segment = try JPEGSegment.next(in: picture.span, from: at) {
      if segment.marker != JPEGMarker.application9 { bytes += picture[at..<segment.end] }
      at = segment.end
      if segment.marker == JPEGMarker.startOfScan { break }
    }
    return bytes + picture[at...]
  }

  private static let oddities: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
    ("no tables", withoutHuffmanTables), ("zeros behind", { $0 + [UInt8](repeating: 0, count: 1000) }),
    ("no end", { Array($0.dropLast(2)) }), ("garbage behind", { $0 + Array("garbage".utf8) }),
    ("a comment", { [0xFF, 0xD8, 0xFF, 0xFE, 0, 5, 1, 2, 3] + $0.dropFirst(2) }),
    ("fill before the end", { $0.dropLast(2) + [0xFF, 0xFF, 0xFF, 0xD9] }),
    (
      "a segment of 60 KB",
      { [0xFF, 0xD8, 0xFF, 0xED, 0xEA, 0x60] + [UInt8](repeating: 7, count: 59_998) + $0.dropFirst(2) }
    ),
  ]

  @Test("odd frames come back as they were", arguments: oddities.indices, [0, 5])
  func odd(number: Int, restart: Int) throws {
    let kind = CameraKind(width: 96, height: 48, restart: restart)
    let studio = try Self.studio(kind, change: Self.oddities[number].1)
    for ink in Self.inks {
      let frames = try Self.frames(studio.picture { _ in ink })
      #expect(frames["primary"] == studio.jpegs[0], "\(Self.oddities[number].0)")
    }
  }

  @Test("frames with anything between their codes aren't embedded: nothing tells it")
  func unplain() throws {
    let kind = CameraKind(width: 96, height: 48, restart: 5)
    let fills: [([UInt8]) -> [UInt8]] = [
      { Array($0.dropLast(2)) + [0, 0xFF, 0xD9] },  // a byte more
      { jpeg in  // fill bytes before a restart marker
        guard let at = jpeg.indices.dropLast().first(where: { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xD1 })
        else {
          return jpeg
        }
        return jpeg[..<at] + [0xFF] + jpeg[at...]
      },
      { jpeg in  // zeros up to a whole byte
        guard let at = jpeg.indices.dropLast().first(where: { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xD0 }),
          jpeg[at - 1] & 1 == 1
        else { return jpeg }
        var bytes = jpeg
        bytes[at - 1] &= 0xFE
        return bytes
      },
    ]
    for (index, fill) in fills.enumerated() {
      let jpeg = try kind.encoded(seed: 1)
      #expect(fill(jpeg) != jpeg)
      let studio = try Self.studio(kind, change: fill)
      let frames = try Self.frames(studio.picture())
      #expect(frames["primary"] == nil && frames["secondary"] == studio.jpegs[1], "\(index)")
    }
  }

  @Test(
    "a viewfinder over another, off the grid of MCUs or at the canvas' edge, comes back, and so does what it hides"
  )
  func pictureInPicture() throws {
    for luma in [(2, 2), (2, 1), (1, 1)] {
      let kind = CameraKind(width: 160, height: 96, luma: luma)
      var small = kind
      (small.width, small.height) = (43, 29)
      let rects = [
        PixelRect(x: 32, y: 16, width: 160, height: 96), PixelRect(x: 96, y: 64, width: 43, height: 29),
      ]
      let jpegs = [try kind.encoded(seed: 1), try small.encoded(seed: 2)]
      let studio = try Studio(rects, size: (192, 112), jpegs: jpegs, embedding: Self.names)
      let picture = try studio.picture { _ in [PixelRect(x: 100, y: 58, width: 20, height: 14)] }
      #expect(try Self.frames(picture) == ["primary": jpegs[0], "secondary": jpegs[1]])
    }
  }

  @Test("frames of other tables aren't embedded")
  func others() throws {
    let jpegs = [
      try CameraKind(width: 96, height: 48).encoded(seed: 1),
      try CameraKind(width: 64, height: 40, quality: 60).encoded(seed: 2),
    ]
    let studio = try Studio(CanvasSplicerTests.rects, size: (208, 128), jpegs: jpegs, embedding: Self.names)
    #expect(try Self.frames(studio.picture()) == ["primary": jpegs[0]])
  }

  @Test("a changed viewfinder, segment or picture around it never passes for the camera's frame")
  func changed() throws {
    let kind = CameraKind(width: 96, height: 48, luma: (2, 2), restart: 7)
    let studio = try Self.studio(kind)
    let picture = try studio.picture { _ in Self.inks[1] }
    let right = try Self.frames(picture)
    var random = Seeded(Campaign.seed)
    var (same, refused) = (0, 0)
    for round in 0..<Campaign.count(600) {
      var bytes = picture
      switch round % 4 {
      case 0: bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      case 1: bytes[20 + random.below(1200)] = UInt8(random.below(256))
      case 2: bytes.removeSubrange(random.below(bytes.count)...)
      default:
        let at = random.below(bytes.count - 64)
        bytes.removeSubrange(at..<at + random.below(64))
      }
      do {
        for (camera, frame) in try Self.frames(bytes) {
          // Whatever tells another digest gives another frame, of another name or the same.
          if frame == right[camera] { same += 1 }
          var digest = SHA256()
          digest.update(frame.span)
          let told = try EmbeddedSource.find(in: bytes.span).first { $0.camera == camera }?.sha256
          #expect(digest.finish() == told)
        }
      } catch is JPEGError { refused += 1 }
    }
    #expect(refused > 50 && same > 0)
  }

  private static func allocations(_ body: () -> Void) -> UInt64 {
    let before = callocation_count_thread()
    body()
    return callocation_count_thread() - before
  }

  @Test("nothing is allocated once frames have been seen", .countsAllocations)
  func allocations() throws {
    let studio = try Self.studio(CameraKind(width: 96, height: 48))
    for _ in 0..<3 { _ = try studio.picture { _ in Self.inks[1] } }
    let count = Self.allocations { for _ in 0..<4 { _ = try? studio.picture { _ in Self.inks[1] } } }
    let bare = try Studio(studio.sources.map(\.rect), size: (208, 128), jpegs: studio.jpegs)
    for _ in 0..<3 { _ = try bare.picture { _ in Self.inks[1] } }
    let others = Self.allocations { for _ in 0..<4 { _ = try? bare.picture { _ in Self.inks[1] } } }
    #expect(count == others)
  }
}
