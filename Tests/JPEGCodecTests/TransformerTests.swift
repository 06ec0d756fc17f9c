import Foundation
import PixelTypes
import Testing

@testable import JPEGCodec

@Suite("Turning JPEGs in their coefficients")
struct TransformerTests {
  static let turns = (0..<4).flatMap { quarters in
    [false, true].map { PictureTurn(quarters: quarters, isMirrored: $0) }
  }

  /// A picture in which no two blocks are alike.
  private func jpeg(_ width: Int, _ height: Int, _ subsampling: ChromaSubsampling) throws -> [UInt8] {
    let picture = picture(
      width, height, subsampling, luma: { x, y in x * x / 7 + y * 5 + x * y / 11 },
      chroma: { x, y in x * 3 + y * y / 5 })
    return try encoded(picture, quality: 80)
  }

  /// What becomes of a JPEG whose picture has a size.
  private func transformed(
    _ jpeg: [UInt8], _ turn: PictureTurn, crop: PixelRect? = nil,
    size: PixelSize = PixelSize(clampingWidth: 96, height: 64)
  ) throws -> (jpeg: [UInt8], isDamaged: Bool) {
    var transformer = try JPEGTransformer()
    var out: [UInt8] = []
    let (count, isDamaged) = try transformer.transform(
      jpeg.span, turn, crop: crop, into: &out, size: size)
    return (Array(out[..<count]), isDamaged)
  }

  @Test(
    "each turn moves every pixel where it says", arguments: turns,
    [ChromaSubsampling.yuv444, .yuv422, .yuv420, .yuv440, .grey])
  func pixels(turn: PictureTurn, subsampling: ChromaSubsampling) throws {
    let bytes = try jpeg(96, 64, subsampling)
    let (out, isDamaged) = try transformed(bytes, turn)
    #expect(!isDamaged)
    let (before, after) = (try decoded(bytes), try decoded(out))
    #expect(after.size == turn.turned(before.size))
    // The transform of a transposed block isn't the same sum: it may round otherwise.
    for (x, y) in after.luma.places {
      let origin = turn.origin(x: x, y: y, in: before.size)
      #expect(abs(Int(after.luma[x, y]) - Int(before.luma[origin.x, origin.y])) <= 2)
    }
  }

  @Test("four quarter turns give the coefficients back, byte for byte")
  func around() throws {
    // Once through, so that both are written by the same hand.
    let once = try transformed(jpeg(96, 64, .yuv420), .none).jpeg
    var now = once
    for _ in 0..<4 {
      now = try transformed(now, PictureTurn(quarters: 1), size: decoded(now).size).jpeg
    }
    #expect(now == once)
  }

  @Test("MCUs that an edge cuts are left out when a turn would move them", arguments: turns)
  func trimmed(turn: PictureTurn) throws {
    // 4:2:0: MCUs of 16, and 8 and 4 pixels beyond the last whole one.
    let size = PixelSize(clampingWidth: 104, height: 68)
    let after = try decoded(transformed(jpeg(104, 68, .yuv420), turn, size: size).jpeg)
    let corner = turn.origin(x: 0, y: 0, in: size)
    let kept = PixelSize(clampingWidth: corner.x == 0 ? 104 : 96, height: corner.y == 0 ? 68 : 64)
    #expect(after.size == turn.turned(kept))
  }

  @Test("a rectangle is cut out of the turned picture")
  func crop() throws {
    let bytes = try jpeg(96, 64, .yuv422)
    let out = try transformed(bytes, .none, crop: PixelRect(x: 16, y: 8, width: 50, height: 20))
    let (before, after) = (try decoded(bytes), try decoded(out.jpeg))
    #expect(after.size == PixelSize(width: 50, height: 20))
    for (x, y) in after.luma.places { #expect(after.luma[x, y] == before.luma[16 + x, 8 + y]) }
    #expect(throws: JPEGError.self) {
      try transformed(bytes, .none, crop: PixelRect(x: 90, y: 8, width: 50, height: 20))
    }
  }

  @Test("what is no JPEG is an error, what is cut short is damaged")
  func bad() throws {
    let size = PixelSize(clampingWidth: 96, height: 64)
    let bytes = try jpeg(96, 64, .yuv422)
    var transformer = try JPEGTransformer()
    var out: [UInt8] = []
    // A picture before, whose size and bytes must not come back.
    _ = try transformer.transform(bytes.span, .none, into: &out, size: size)
    let tables = Array(bytes.prefix(200)) + [0xFF, 0xD9]
    for wrong in [[], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xD9], tables, Array("not a picture".utf8)]
      as [[UInt8]]
    {
      #expect(throws: JPEGError.self) { try transformer.transform(wrong.span, .none, into: &out, size: size) }
    }
    let cut = Array(bytes.prefix(bytes.count * 2 / 3))
    #expect(try transformer.transform(cut.span, .none, into: &out, size: size).isDamaged)
  }
}
