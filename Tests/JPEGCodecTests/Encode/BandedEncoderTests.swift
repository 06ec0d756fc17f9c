import PixelTypes
import TestSupport
import Testing

@testable import JPEGCodec

@Suite("Encoding in bands")
struct BandedEncoderTests {
  struct Case: CustomTestStringConvertible {
    var width: Int
    var height: Int
    var subsampling: ChromaSubsampling
    var most = 2
    var bands = 2

    var testDescription: String { "\(width)x\(height) \(subsampling), up to \(most)" }
  }

  private func picture(_ example: Case) -> PlanarPicture {
    func sample(_ x: Int, _ y: Int) -> Int { x * 3 + y * 7 + (x ^ y) % 31 }
    return JPEGCodecTests.picture(
      example.width, example.height, example.subsampling, luma: sample, chroma: sample)
  }

  private func encoded(_ picture: PlanarPicture, most: Int, reversed: Bool) throws -> (
    jpeg: [UInt8], bands: Int
  ) {
    let encoder = BandedEncoder(size: picture.size, subsampling: picture.subsampling, bands: most)
    let room = JPEGEncoder.largestOutput(size: picture.size, subsampling: picture.subsampling)
    var parts: [[UInt8]] = []
    for band in reversed ? encoder.bands.reversed() : encoder.bands {
      var bytes = [UInt8](repeating: 0, count: room)
      var span = bytes.mutableSpan
      // Where it goes makes no difference.
      let start = reversed ? 17 : 0
      let end = try band.encode(picture, quality: 85, into: &span, at: start)
      parts.append(Array(bytes[start..<end]))
    }
    return (Array((reversed ? parts.reversed() : parts).joined()), encoder.bands.count)
  }

  @Test(
    "decodes to what the encoder in one piece gives, whichever band is made first",
    arguments: Share.of(
      [
        Case(width: 1280, height: 720, subsampling: .yuv422),
        Case(width: 1282, height: 724, subsampling: .yuv420),
        Case(width: 1280, height: 333, subsampling: .yuv444),
        Case(width: 1600, height: 901, subsampling: .grey),
        Case(width: 320, height: 240, subsampling: .yuv422, bands: 1),
        Case(width: 4096, height: 64, subsampling: .yuv422, bands: 2),
        Case(width: 1280, height: 720, subsampling: .yuv422, most: 1, bands: 1),
        Case(width: 1280, height: 720, subsampling: .yuv422, most: 5, bands: 5),
        Case(width: 1282, height: 724, subsampling: .yuv420, most: 8, bands: 3),
        Case(width: 8192, height: 100, subsampling: .yuv444, most: 8, bands: 8),
        Case(width: 1280, height: 333, subsampling: .yuv444, most: 8, bands: 6),
      ], oneIn: 3))
  func same(_ example: Case) throws {
    let picture = picture(example)
    let (jpeg, bands) = try encoded(picture, most: example.most, reversed: false)
    #expect(bands == example.bands)
    #expect(try encoded(picture, most: example.most, reversed: true).jpeg == jpeg)
    var room = [UInt8](
      repeating: 0, count: JPEGEncoder.largestOutput(size: picture.size, subsampling: picture.subsampling))
    var span = room.mutableSpan
    let banded = BandedEncoder(size: picture.size, subsampling: picture.subsampling)
    #expect(Array(room[..<(try banded.encode(picture, quality: 85, into: &span))]) == jpeg)
    let whole = try JPEGCodecTests.encoded(picture, quality: 85)

    var decoder = try JPEGDecoder()
    let header = try decoder.readHeader(jpeg.span)
    #expect(header.size == picture.size && header.subsampling == picture.subsampling)
    let ours = PlanarPicture(size: picture.size, subsampling: picture.subsampling)
    let findings = try decoder.decode(jpeg.span, into: ours)
    #expect(findings.damage == 0 && findings.oddities == 0)
    let theirs = try decoded(whole)
    for (plane, other) in [(ours.luma, theirs.luma), (ours.cb, theirs.cb), (ours.cr, theirs.cr)] {
      #expect(largestDifference(plane, other) == 0)
    }
    // Restart markers and the bits before them: a few bytes a row.
    #expect(jpeg.count < whole.count + 8 * (picture.size.height / 8 + 1) + 16)
  }

  @Test("too little room is told of by either band")
  func room() throws {
    let picture = picture(Case(width: 1280, height: 720, subsampling: .yuv422))
    let encoder = BandedEncoder(size: picture.size, subsampling: picture.subsampling, bands: 2)
    for band in encoder.bands {
      var bytes = [UInt8](repeating: 0, count: 5000)
      var span = bytes.mutableSpan
      #expect(throws: JPEGError.noRoom(capacity: 5000)) {
        _ = try band.encode(picture, quality: 85, into: &span, at: 100)
      }
    }
  }
}
