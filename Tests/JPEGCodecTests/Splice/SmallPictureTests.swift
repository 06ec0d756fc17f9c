import PixelTypes
import Testing

@testable import JPEGCodec

@Suite("Small pictures from the walk")
struct SmallPictureTests {
  @Test("they are the means of the samples that they stand for", arguments: [(2, 1), (2, 2), (1, 1)])
  func means(sampling: (Int, Int)) throws {
    let jpeg = try CameraKind(width: 96, height: 64, luma: sampling, quality: 95).encoded(seed: 2)
    var scan = WalkedScan()
    let report = try walked(jpeg, &scan, detail: .lowFrequencies)
    #expect(report.isWhole)
    var decoder = try JPEGDecoder()
    let header = try decoder.readHeader(jpeg.span)
    let picture = PlanarPicture(size: header.size, subsampling: header.subsampling)
    _ = try decoder.decode(jpeg.span, into: picture)
    var eighth = [UInt8](repeating: 0, count: 12 * 8)
    var quarter = [UInt8](repeating: 0, count: 24 * 16)
    var span = eighth.mutableSpan
    scan.eighth(component: 0, into: &span, bytesPerRow: 12)
    var wide = quarter.mutableSpan
    scan.quarterLuma(into: &wide, bytesPerRow: 24)
    var worst = 0
    var sum = 0
    var flat = 0
    for y in 0..<16 {
      for x in 0..<24 {
        let expected = mean(picture.luma, x * 4, y * 4, 4)
        sum += abs(Int(quarter[y * 24 + x]) - expected)
        flat += abs(Int(eighth[y / 2 * 12 + x / 2]) - expected)
        if y % 2 == 0 && x % 2 == 0 {
          worst = max(worst, abs(Int(eighth[y / 2 * 12 + x / 2]) - mean(picture.luma, x * 4, y * 4, 8)))
        }
      }
    }
    // Rounding and clamping of the samples alone for the DC.
    #expect(worst <= 1)
    // Higher frequencies are missing from the quarter, but the lowest tell most of what the DC alone misses.
    #expect(2 * sum < flat)
  }

  private func mean(_ plane: PixelPlane, _ x: Int, _ y: Int, _ side: Int) -> Int {
    var sum = 0
    for row in y..<y + side {
      for column in x..<x + side { sum += Int(plane[column, row]) }
    }
    return (sum + side * side / 2) / (side * side)
  }
}
