import CJPEG
import PixelTypes
import TestSupport
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
    let picture = try decoded(jpeg)
    var eighth = [UInt8](repeating: 0, count: 12 * 8)
    var quarter = [UInt8](repeating: 0, count: 24 * 16)
    var span = eighth.mutableSpan
    scan.eighth(component: 0, into: &span, bytesPerRow: 12)
    var wide = quarter.mutableSpan
    scan.quarterLuma(into: &wide, bytesPerRow: 24)
    var worst = 0
    var sum = 0
    var flat = 0
    for (x, y) in Places(0..<24, 0..<16) {
      let expected = mean(picture.luma, x * 4, y * 4, 4)
      sum += abs(Int(quarter[y * 24 + x]) - expected)
      flat += abs(Int(eighth[y / 2 * 12 + x / 2]) - expected)
      if y % 2 == 0 && x % 2 == 0 {
        worst = max(worst, abs(Int(eighth[y / 2 * 12 + x / 2]) - mean(picture.luma, x * 4, y * 4, 8)))
      }
    }
    // Rounding and clamping of the samples alone for the DC.
    #expect(worst <= 1)
    // Higher frequencies are missing from the quarter, but the lowest tell most of what the DC alone misses.
    #expect(2 * sum < flat)
  }

  @Test(
    "processors with and without wide vectors come to the same, and to the formula", arguments: [1, 2, 4])
  func kernels(across: Int) {
    var random = Seeded(across)
    for width in [1, 2, 3, 15, 16, 17, 127, 128, 129, 130, 300] {
      let mcus = (width + across - 1) / across
      // From levels that pictures have to all that fits, so that both ends are clamped.
      let range = width % 2 == 0 ? 65_536 : 400
      let dc = (0..<4 * mcus).map { _ in Int16(truncatingIfNeeded: random.below(range) - range / 2) }
      let count = 4 * across * mcus
      let low = (0..<count).map { _ in Int16(truncatingIfNeeded: random.below(range) - range / 2) }
      let empty = [UInt8](repeating: 7, count: width + 1)
      var (eighth, top, bottom) = (empty, empty, empty)
      var (plainEighth, plainTop, plainBottom) = (empty, empty, empty)
      unsafe dc.withUnsafeBufferPointer { dc in
        unsafe low.withUnsafeBufferPointer { low in
          var row = unsafe cjpeg_block_row(
            dc: dc.baseAddress, low: low.baseAddress, dc_step: 4, low_step: across, across: CInt(across),
            mean: 0.375, slope: 1.5, fall: 0.7, twist: 1.1)
          unsafe cjpeg_eighth(&row, CInt(width), &eighth)
          unsafe cjpeg_eighth_plain(&row, CInt(width), &plainEighth)
          unsafe cjpeg_quarter(&row, CInt(width), &top, &bottom)
          unsafe cjpeg_quarter_plain(&row, CInt(width), &plainTop, &plainBottom)
        }
      }
      #expect(eighth == plainEighth && top == plainTop && bottom == plainBottom)
      for x in 0..<width {
        let own = Float(dc[x / across * 4 + x % across])
        let level: Float = own * 0.375 + 128.5
        #expect(eighth[x] == UInt8(max(0, min(255, level))))
        let block = x / 2
        let mean: Float = Float(dc[block / across * 4 + block % across]) * 0.375 + 128
        let slope: Float = Float(low[4 * block]) * 1.5
        let fall: Float = Float(low[4 * block + 1]) * 0.7
        let twist: Float = Float(low[4 * block + 2]) * 1.1
        let (upper, lower): (Float, Float)
        if x % 2 == 0 {
          upper = mean + slope + fall + twist
          lower = mean + slope - fall - twist
        } else {
          upper = mean - slope + fall - twist
          lower = mean - slope - fall + twist
        }
        #expect(top[x] == UInt8(max(0, min(255, upper)).rounded(.toNearestOrEven)))
        #expect(bottom[x] == UInt8(max(0, min(255, lower)).rounded(.toNearestOrEven)))
      }
      // Nothing is written beyond the width.
      #expect(eighth[width] == 7 && top[width] == 7 && bottom[width] == 7)
    }
  }

  private func mean(_ plane: PixelPlane, _ x: Int, _ y: Int, _ side: Int) -> Int {
    let sum = Places(x..<x + side, y..<y + side).reduce(0) { $0 + Int(plane[$1.x, $1.y]) }
    return (sum + side * side / 2) / (side * side)
  }
}
