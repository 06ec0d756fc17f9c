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
  private func picture(_ width: Int, _ height: Int, _ subsampling: ChromaSubsampling) throws -> [UInt8] {
    let picture = PlanarPicture(
      size: PixelSize(clampingWidth: width, height: height), subsampling: subsampling)
    for y in 0..<height {
      for x in 0..<width { picture.luma[x, y] = UInt8((x * x / 7 + y * 5 + x * y / 11) & 255) }
    }
    for plane in [picture.cb, picture.cr] {
      for y in 0..<plane.height {
        for x in 0..<plane.width { plane[x, y] = UInt8((x * 3 + y * y / 5) & 255) }
      }
    }
    var encoder = try JPEGEncoder()
    return try encoder.encode(picture, quality: 80)
  }

  @Test(
    "each turn moves every pixel where it says", arguments: turns,
    [ChromaSubsampling.yuv444, .yuv422, .yuv420, .yuv440, .grey])
  func pixels(turn: PictureTurn, subsampling: ChromaSubsampling) throws {
    let bytes = try picture(96, 64, subsampling)
    var transformer = try JPEGTransformer()
    var out: [UInt8] = []
    let size = PixelSize(clampingWidth: 96, height: 64)
    let (count, isDamaged) = try transformer.transform(bytes.span, turn, into: &out, size: size)
    #expect(!isDamaged)
    let (before, after) = (try decoded(bytes), try decoded(Array(out[..<count])))
    #expect(after.size == turn.turned(size))
    // The transform of a transposed block isn't the same sum: it may round otherwise.
    var largest = 0
    for y in 0..<after.size.height {
      for x in 0..<after.size.width {
        let origin = turn.origin(x: x, y: y, in: size)
        largest = max(largest, abs(Int(after.luma[x, y]) - Int(before.luma[origin.x, origin.y])))
      }
    }
    #expect(largest <= 2)
  }

  @Test("four quarter turns give the coefficients back, byte for byte")
  func around() throws {
    let bytes = try picture(96, 64, .yuv420)
    var transformer = try JPEGTransformer()
    var now = bytes
    var size = PixelSize(clampingWidth: 96, height: 64)
    var out: [UInt8] = []
    // Once through, so that both are written by the same hand.
    for round in 0..<5 {
      let turn = PictureTurn(quarters: round == 0 ? 0 : 1)
      let (count, _) = try transformer.transform(now.span, turn, into: &out, size: size)
      now = Array(out[..<count])
      size = turn.turned(size)
    }
    let (count, _) = try transformer.transform(bytes.span, .none, into: &out, size: size)
    #expect(now == Array(out[..<count]))
  }

  @Test("MCUs that an edge cuts are left out when a turn would move them", arguments: turns)
  func trimmed(turn: PictureTurn) throws {
    // 4:2:0: MCUs of 16, and 8 and 4 pixels beyond the last whole one.
    let size = PixelSize(clampingWidth: 104, height: 68)
    let bytes = try picture(104, 68, .yuv420)
    var transformer = try JPEGTransformer()
    var out: [UInt8] = []
    let (count, _) = try transformer.transform(bytes.span, turn, into: &out, size: size)
    let after = try decoded(Array(out[..<count]))
    let corner = turn.origin(x: 0, y: 0, in: size)
    let kept = PixelSize(clampingWidth: corner.x == 0 ? 104 : 96, height: corner.y == 0 ? 68 : 64)
    #expect(after.size == turn.turned(kept))
  }

  @Test("a rectangle is cut out of the turned picture")
  func crop() throws {
    let size = PixelSize(clampingWidth: 96, height: 64)
    let bytes = try picture(96, 64, .yuv422)
    var transformer = try JPEGTransformer()
    var out: [UInt8] = []
    let crop = PixelRect(x: 16, y: 8, width: 50, height: 20)
    let (count, _) = try transformer.transform(bytes.span, .none, crop: crop, into: &out, size: size)
    let (before, after) = (try decoded(bytes), try decoded(Array(out[..<count])))
    #expect(after.size == PixelSize(width: 50, height: 20))
    for y in 0..<20 { for x in 0..<50 { #expect(after.luma[x, y] == before.luma[16 + x, 8 + y]) } }
    #expect(throws: JPEGError.self) {
      try transformer.transform(
        bytes.span, .none, crop: PixelRect(x: 90, y: 8, width: 50, height: 20), into: &out, size: size)
    }
  }

  @Test("what is no JPEG is an error, what is cut short is damaged")
  func bad() throws {
    let size = PixelSize(clampingWidth: 96, height: 64)
    let bytes = try picture(96, 64, .yuv422)
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
