import CAllocationCounter
import PixelTypes
import TestSupport
import Testing

@testable import JPEGCodec

/// A smooth picture with some texture, the same for the same seed.
private func testPicture(width: Int, height: Int, _ subsampling: ChromaSubsampling) -> PlanarPicture {
  picture(
    width, height, subsampling, luma: { x, y in 40 + (x * 3 + y * 2) % 160 },
    chroma: { x, y in 90 + (x + y) % 60 })
}

/// A canvas of sevens with a JPEG decoded into a rectangle of it.
private func canvas(
  _ jpeg: [UInt8], at rect: PixelRect, _ subsampling: ChromaSubsampling
) throws -> PlanarPicture {
  let canvas = PlanarPicture(size: PixelSize(clampingWidth: 128, height: 96), subsampling: subsampling)
  for plane in [canvas.luma, canvas.cb, canvas.cr] {
    plane.withMutableBytes { span in
      for index in span.indices { span[index] = 7 }
    }
  }
  var decoder = try JPEGDecoder()
  _ = try decoder.decode(jpeg.span, into: canvas, at: rect)
  return canvas
}

@Suite("Planes to JPEG and back")
struct CodecTests {
  @Test(
    "a picture of any size and subsampling comes back almost as it was",
    arguments: [
      (64, 48), (65, 49), (63, 47), (8, 8), (1, 1), (17, 3), (640, 360), (100, 200),
    ], [ChromaSubsampling.yuv444, .yuv422, .yuv420, .yuv440, .grey])
  func roundTrip(size: (Int, Int), subsampling: ChromaSubsampling) throws {
    let picture = testPicture(width: size.0, height: size.1, subsampling)
    let bytes = try encoded(picture, quality: 98)
    var decoder = try JPEGDecoder()
    let header = try decoder.readHeader(bytes.span)
    #expect(header.size == picture.size)
    #expect(header.subsampling == subsampling)
    #expect(header.hasHuffmanTables)
    let back = PlanarPicture(size: picture.size, subsampling: subsampling)
    let findings = try decoder.decode(bytes.span, into: back)
    #expect(findings == JPEGFindings(damage: 0, oddities: 0))
    // Sawtooth edges in the test picture lose most.
    #expect(largestDifference(picture.luma, back.luma) < 40)
    if subsampling != .grey { #expect(largestDifference(picture.cb, back.cb) < 24) }
  }

  @Test("decoding into a rectangle writes nothing outside it", arguments: [(48, 40), (50, 42), (41, 39)])
  func rectangle(size: (Int, Int)) throws {
    let bytes = try encoded(testPicture(width: size.0, height: size.1, .yuv422))
    let rect = PixelRect(x: 32, y: 16, width: size.0, height: size.1)
    let canvas = try canvas(bytes, at: rect, .yuv422)
    let chroma = PixelRect(x: 16, y: 16, width: (size.0 + 1) / 2, height: size.1)
    for (plane, rect) in [(canvas.luma, rect), (canvas.cb, chroma), (canvas.cr, chroma)] {
      #expect(plane.places.count { !rect.contains(x: $0, y: $1) && plane[$0, $1] != 7 } == 0)
    }
    #expect(canvas.luma[40, 20] != 7)
  }

  @Test(
    "a grey picture in a coloured rectangle is grey there, and nothing outside it changes",
    arguments: [ChromaSubsampling.yuv444, .yuv422, .yuv420])
  func greyAmongColours(subsampling: ChromaSubsampling) throws {
    let grey = testPicture(width: 48, height: 40, .grey)
    let bytes = try encoded(grey, quality: 98)
    let rect = PixelRect(x: 32, y: 16, width: 48, height: 40)
    let canvas = try canvas(bytes, at: rect, subsampling)
    let (across, down) = (128 / canvas.cb.width, 96 / canvas.cb.height)
    let wrong = canvas.cb.places.count { x, y in
      let wanted: UInt8 = rect.contains(x: x * across, y: y * down) ? 128 : 7
      return canvas.cb[x, y] != wanted || canvas.cr[x, y] != wanted
    }
    #expect(wrong == 0)
    #expect(abs(Int(canvas.luma[50, 30]) - Int(grey.luma[18, 14])) < 40 && canvas.luma[81, 30] == 7)
  }

  @Test("a frame without Huffman tables decodes as with the standard ones, also after one with others")
  func missingTables() throws {
    let picture = testPicture(width: 64, height: 48, .yuv422)
    let whole = try encoded(picture)
    let stripped = withoutHuffmanTables(whole)
    var decoder = try JPEGDecoder()
    #expect(try decoder.readHeader(stripped.span).hasHuffmanTables == false)
    let a = PlanarPicture(size: picture.size, subsampling: .yuv422)
    let b = PlanarPicture(size: picture.size, subsampling: .yuv422)
    _ = try decoder.decode(whole.span, into: a)
    let findings = try decoder.decode(stripped.span, into: b)
    #expect(findings.damage == 0)
    #expect(largestDifference(a.luma, b.luma) == 0)
    var (completed, needless): ([UInt8], [UInt8]) = ([], [])
    StandardHuffmanTables.append(stripped.span, isComplete: true, to: &completed)
    #expect(try decoder.readHeader(completed.span).hasHuffmanTables)
    StandardHuffmanTables.append(whole.span, isComplete: true, to: &needless)
    #expect(needless == whole)
  }

  @Test("a cut frame decodes as far as it goes and is found damaged")
  func cut() throws {
    let bytes = try encoded(testPicture(width: 320, height: 240, .yuv422))
    var decoder = try JPEGDecoder()
    let picture = PlanarPicture(size: try #require(PixelSize(width: 320, height: 240)), subsampling: .yuv422)
    let findings = try decoder.decode(bytes.span.extracting(0..<(bytes.count / 2)), into: picture)
    #expect(findings.damage > 0)
  }

  @Test("garbage is an error that says so, and the decoder goes on")
  func garbage() throws {
    var decoder = try JPEGDecoder()
    let good = try encoded(testPicture(width: 64, height: 48, .yuv420))
    let picture = PlanarPicture(size: try #require(PixelSize(width: 64, height: 48)), subsampling: .yuv420)
    var random = Seeded(1)
    for _ in 0..<400 {
      var bad = good
      for _ in 0..<6 { bad[random.below(bad.count)] = UInt8(random.below(256)) }
      do { _ = try decoder.decode(bad.span, into: picture) } catch {}
    }
    #expect(throws: JPEGError.self) { _ = try decoder.readHeader([UInt8](repeating: 0, count: 100).span) }
    #expect(throws: JPEGError.self) { _ = try decoder.readHeader([UInt8]().span) }
    #expect(try decoder.decode(good.span, into: picture).damage == 0)
  }

  @Test("a few bytes that claim a picture of gigabytes are refused by their headers")
  func claims() throws {
    var decoder = try JPEGDecoder()
    var jpeg = try encoded(testPicture(width: 64, height: 48, .yuv420))
    let frame = try #require(frameHeader(of: jpeg))
    // Height and width, the higher byte first: 16,128 each.
    for offset in [5, 7] { jpeg[frame + offset] = 0x3F }
    for offset in [6, 8] { jpeg[frame + offset] = 0 }
    #expect { try decoder.readHeader(jpeg.span) } throws: { "\($0)".contains("16128x16128") }
  }

  @Test(
    "decoded to half its size it is as if each sample were the mean of four",
    arguments: [(64, 48), (65, 49), (1, 1), (17, 3), (642, 362)],
    [ChromaSubsampling.yuv444, .yuv422, .yuv420, .yuv440, .grey])
  func halved(size: (Int, Int), subsampling: ChromaSubsampling) throws {
    let size = try #require(PixelSize(width: size.0, height: size.1))
    let picture = PlanarPicture(size: size, subsampling: subsampling)
    // Waves that a picture of half the size still shows.
    for (number, plane) in [picture.luma, picture.cb, picture.cr].enumerated() {
      for (x, y) in plane.places { plane[x, y] = UInt8(128 + 100 * triangle(x + 2 * y + 9 * number)) }
    }
    let bytes = try encoded(picture, quality: 98)
    var decoder = try JPEGDecoder()
    let half = try #require(PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2))
    let back = PlanarPicture(size: half, subsampling: subsampling.halved)
    #expect(
      try decoder.decode(bytes.span, into: back, isHalved: true) == JPEGFindings(damage: 0, oddities: 0))
    #expect(difference(picture.luma, back.luma, (2, 2)) < 3)
    // Chroma of 2×2 has as many samples as before.
    let scale = subsampling == .yuv420 ? (1, 1) : (2, 2)
    if subsampling != .grey { #expect(difference(picture.cb, back.cb, scale) < 3) }
    // A picture of the whole size isn't what was asked for, nor is one of other chroma.
    let whole = PlanarPicture(size: size, subsampling: subsampling)
    if size != half {
      #expect(throws: JPEGError.self) { _ = try decoder.decode(bytes.span, into: whole, isHalved: true) }
      #expect(throws: JPEGError.self) { _ = try decoder.decode(bytes.span, into: back) }
    }
  }

  /// A wave of 64 samples, -1...1.
  private func triangle(_ x: Int) -> Double { abs(Double(x % 64) / 16 - 2) - 1 }

  /// How far a small plane is from the means of a large one, in the mean over samples that lie whole in it.
  private func difference(_ large: PixelPlane, _ small: PixelPlane, _ scale: (Int, Int)) -> Double {
    var (sum, count) = (0.0, 0)
    for (x, y) in Places(0..<large.width / scale.0, 0..<large.height / scale.1) {
      var mean = 0.0
      let samples = PixelRect(x: x * scale.0, y: y * scale.1, width: scale.0, height: scale.1)
      for (column, row) in samples.places { mean += Double(large[column, row]) }
      sum += (mean / Double(scale.0 * scale.1) - Double(small[x, y])).magnitude
      count += 1
    }
    return count == 0 ? 0 : sum / Double(count)
  }

  @Test("too small an output buffer is an error, not an overrun")
  func noRoom() throws {
    let picture = testPicture(width: 64, height: 48, .yuv422)
    var encoder = JPEGEncoder()
    var bytes = [UInt8](repeating: 0, count: 300)
    #expect(throws: JPEGError.noRoom(capacity: 300)) {
      var span = bytes.mutableSpan
      _ = try encoder.encode(picture, quality: 90, into: &span)
    }
    // The encoder goes on.
    bytes = [UInt8](repeating: 0, count: 100_000)
    var span = bytes.mutableSpan
    #expect(try encoder.encode(picture, quality: 90, into: &span) > 300)
  }

  @Test("coding in a steady state allocates nothing", .countsAllocations)
  func noAllocation() throws {
    let picture = testPicture(width: 640, height: 360, .yuv422)
    let back = PlanarPicture(size: picture.size, subsampling: .yuv422)
    var encoder = JPEGEncoder()
    var decoder = try JPEGDecoder()
    var bytes = [UInt8](repeating: 0, count: 2_000_000)
    var count = 0
    for round in 0..<8 {
      let before = callocation_count_thread()
      var span = bytes.mutableSpan
      count = try encoder.encode(picture, quality: 85, into: &span)
      _ = try decoder.decode(bytes.span.extracting(0..<count), into: back)
      let after = callocation_count_thread()
      if round >= 2 { #expect(after == before) }
    }
    #expect(count > 1000)
  }
}
