import Foundation
import PixelTypes
import TestSupport
import Testing

@testable import JPEGCodec

@Suite("Scans decoded to eighths of their size")
struct ReducedDecodingTests {
  private static let eighths = [1, 2, 3, 5, 6, 7]

  /// A sample of a block at n points a side, by the lowest n × n frequencies of its transform (T.81, A.3.3).
  private static func sample(_ block: [Double], _ points: Int, _ x: Int, _ y: Int) -> Double {
    func wave(_ frequency: Int, _ place: Int) -> Double {
      frequency == 0
        ? 0.125.squareRoot()
        : 0.5 * cos(Double((2 * place + 1) * frequency) * Double.pi / Double(2 * points))
    }
    var sum = 128.0
    for (u, v) in Places(0..<points, 0..<points) where block[8 * v + u] != 0 {
      sum += block[8 * v + u] * wave(u, x) * wave(v, y)
    }
    return min(max(sum, 0), 255)
  }

  @Test(
    "each sample is that of the lowest frequencies, to the nearest, and none beside them changes",
    arguments: CameraKind.all.indices)
  func samples(number: Int) throws {
    let kind = CameraKind.all[number]
    let jpeg = try kind.encoded(seed: 2)
    let (headers, reference) = (try headers(of: jpeg), try ReferenceCoefficients(jpeg))
    let layout = headers.layout
    var decoder = try JPEGDecoder()
    for eighths in Self.eighths {
      let sides = ((kind.width * eighths + 7) / 8, (kind.height * eighths + 7) / 8)
      let rect = PixelRect(x: 4, y: 2, width: sides.0, height: sides.1)
      let picture = PlanarPicture(
        size: PixelSize(clampingWidth: sides.0 + 9, height: sides.1 + 5), subsampling: layout.subsampling)
      for plane in [picture.luma, picture.cb, picture.cr] {
        for (x, y) in plane.places { plane[x, y] = 77 }
      }
      let isDecoded = decoder.decodeReduced(jpeg.span, into: picture, at: rect, eighths: eighths)
      #expect(isDecoded)
      var worst = 0.0
      for component in 0..<layout.componentCount {
        let plane = PlaneBlocks.plane(picture, component)
        let place = component == 0 ? rect : rect.inChroma(layout.subsampling)
        for (x, y) in plane.places {
          let (column, row) = (x - place.x, y - place.y)
          guard column >= 0, row >= 0, column < place.width, row < place.height else {
            check(plane[x, y] == 77)
            continue
          }
          // A fifth of them, in each row and column of each block.
          guard (x + 2 * y) % 5 == 0 else { continue }
          let (across, down) = (Int(layout.across[component]), Int(layout.down[component]))
          let (blockX, blockY) = (column / eighths, row / eighths)
          let mcu = blockY / down * layout.columns + blockX / across
          let block = Int(layout.firstBlock[component]) + blockY % down * across + blockX % across
          let coefficients = reference.block(layout, mcu: mcu, block: block).enumerated().map {
            Double(Int($1) * headers.quantizer(component: component, position: $0))
          }
          let ideal = Self.sample(coefficients, eighths, column % eighths, row % eighths)
          worst = max(worst, abs(ideal - Double(plane[x, y])))
        }
      }
      #expect(worst < 0.7, "\(eighths) eighths: \(worst)")
    }
  }

  @Test(
    "what isn't whole, has another size or isn't baseline is left to libjpeg, and nothing beside it changes")
  func others() throws {
    var decoder = try JPEGDecoder()
    let kind = CameraKind(width: 64, height: 48)
    let whole = try kind.encoded(seed: 1)
    let picture = PlanarPicture(size: PixelSize(clampingWidth: 60, height: 40), subsampling: .yuv422)
    let rect = PixelRect(x: 2, y: 2, width: 48, height: 36)
    for (x, y) in picture.luma.places { picture.luma[x, y] = 77 }
    func isDecoded(_ jpeg: [UInt8], _ picture: PlanarPicture, eighths: Int = 6) -> Bool {
      decoder.decodeReduced(jpeg.span, into: picture, at: rect, eighths: eighths)
    }
    #expect(isDecoded(whole, picture))
    #expect(!isDecoded(whole, picture, eighths: 5))
    #expect(!isDecoded(whole, PlanarPicture(size: picture.size, subsampling: .yuv420)))
    var progressive = kind
    progressive.progressive = true
    #expect(!isDecoded(try progressive.encoded(seed: 1), picture))
    var random = Seeded(9)
    var refused = 0
    for _ in 0..<300 {
      var broken = whole
      broken.removeLast(random.below(40))
      for _ in 0...random.below(4) { broken[random.below(broken.count)] = UInt8(random.below(256)) }
      if !isDecoded(broken, picture) { refused += 1 }
    }
    #expect(refused > 200)
    for (x, y) in picture.luma.places where !(2..<50 ~= x && 2..<38 ~= y) { check(picture.luma[x, y] == 77) }
    // And the decoder goes on.
    #expect(isDecoded(whole, picture))
  }
}
