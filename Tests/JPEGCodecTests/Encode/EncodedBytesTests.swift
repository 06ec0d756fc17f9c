import CJPEGReference
import PixelTypes
import TestSupport
import Testing

@testable import JPEGCodec

@Suite("What libjpeg-turbo would write")
struct EncodedBytesTests {
  /// What a picture shows: each kind has blocks that another lacks.
  enum Content: CaseIterable {
    case flat, gradient, noise, edges, extremes
  }

  private static func picture(
    _ content: Content, _ size: PixelSize, _ subsampling: ChromaSubsampling, _ random: inout Seeded
  )
    -> PlanarPicture
  {
    let picture = PlanarPicture(size: size, subsampling: subsampling)
    for plane in [picture.luma, picture.cb, picture.cr] {
      let level = random.below(256)
      for (x, y) in plane.places {
        let sample =
          switch content {
          case .flat: level
          case .gradient: level + x / 3 + y / 2
          case .noise: random.below(256)
          case .edges: level + ((x / 5 + y / 3) % 2 == 0 ? 90 : 0) + random.below(12)
          case .extremes: random.below(2) * 255
          }
        plane[x, y] = UInt8(truncatingIfNeeded: sample)
      }
    }
    return picture
  }

  private static func theirs(_ picture: PlanarPicture, quality: Int, hasRestarts: Bool) throws -> [UInt8] {
    var output = [UInt8](repeating: 0, count: picture.size.area * 12 + 4096)
    var written = 0
    let isGrey = picture.subsampling == .grey
    var planes: (UnsafePointer<UInt8>?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?) = unsafe (
      UnsafePointer(picture.luma.base), UnsafePointer(picture.cb.base), UnsafePointer(picture.cr.base)
    )
    var rows = (
      Int32(picture.luma.bytesPerRow), Int32(picture.cb.bytesPerRow), Int32(picture.cr.bytesPerRow)
    )
    let code = unsafe cjpegref_encode_planes(
      &planes.0, &rows.0, Int32(picture.size.width), Int32(picture.size.height),
      isGrey ? 0 : Int32(picture.subsampling.horizontal), Int32(picture.subsampling.vertical), Int32(quality),
      hasRestarts ? 1 : 0, &output, output.count, &written)
    try #require(code == 0)
    return Array(output[..<written])
  }

  /// - Returns: the first byte that differs.
  private static func difference(_ ours: [UInt8], _ theirs: [UInt8]) -> Int? {
    if ours == theirs { return nil }
    return zip(ours, theirs).enumerated().first { $1.0 != $1.1 }?.offset ?? min(ours.count, theirs.count)
  }

  @Test(
    "each byte is the same, with and without restart markers, whatever a picture's size, sampling, quality and content"
  )
  func same() throws {
    var random = Seeded(4711)
    var encoder = JPEGEncoder()
    for subsampling in [ChromaSubsampling.grey, .yuv444, .yuv422, .yuv420, .yuv440] {
      for round in 0..<60 {
        // Sizes around whole MCUs, which edges depend on, and one of some rows.
        let size = PixelSize(
          clampingWidth: round % 7 == 0 ? 1 + random.below(300) : 1 + random.below(40),
          height: round % 7 == 1 ? 1 + random.below(300) : 1 + random.below(40))
        let content = Content.allCases[round % Content.allCases.count]
        let picture = Self.picture(content, size, subsampling, &random)
        let quality = [1, 25, 49, 50, 75, 85, 90, 97, 100][random.below(9)]
        let what = "\(size) \(subsampling) \(content) at \(quality)"
        #expect(
          Self.difference(
            try encoder.encode(picture, quality: quality),
            try Self.theirs(picture, quality: quality, hasRestarts: false)) == nil, "\(what)")
        let banded = BandedEncoder(size: size, subsampling: subsampling)
        var bytes = [UInt8](
          repeating: 0,
          count: JPEGEncoder.largestOutput(size: size, subsampling: subsampling) + 3 * size.height)
        var span = bytes.mutableSpan
        let count = try banded.encode(picture, quality: quality, into: &span)
        #expect(
          Self.difference(
            Array(bytes[..<count]), try Self.theirs(picture, quality: quality, hasRestarts: true)) == nil,
          "\(what), with restart markers")
      }
    }
  }

  @Test("an encoder that changes its picture's kind writes as a new one")
  func change() throws {
    var random = Seeded(12)
    var encoder = JPEGEncoder()
    for round in 0..<12 {
      let size = PixelSize(clampingWidth: 40 + 16 * (round % 2), height: 33)
      let picture = Self.picture(.edges, size, round % 3 == 0 ? .yuv420 : .yuv422, &random)
      let quality = round % 4 < 2 ? 80 : 81
      #expect(
        Self.difference(
          try encoder.encode(picture, quality: quality),
          try Self.theirs(picture, quality: quality, hasRestarts: false)) == nil)
    }
  }

  @Test("of any room that is too small the error names it, and nothing is written beyond")
  func noRoom() throws {
    var random = Seeded(3)
    let picture = Self.picture(.noise, PixelSize(clampingWidth: 48, height: 40), .yuv420, &random)
    var encoder = JPEGEncoder()
    let whole = try encoder.encode(picture, quality: 90)
    for room in Array(stride(from: 0, to: whole.count, by: 97)) + [whole.count - 1] {
      var bytes = [UInt8](repeating: 7, count: whole.count + 64)
      #expect(throws: JPEGError.noRoom(capacity: room)) {
        var all = bytes.mutableSpan
        var span = all._mutatingExtracting(0..<room)
        _ = try encoder.encode(picture, quality: 90, into: &span)
      }
      #expect(bytes[room...].allSatisfy { $0 == 7 }, "\(room)")
    }
  }
}
