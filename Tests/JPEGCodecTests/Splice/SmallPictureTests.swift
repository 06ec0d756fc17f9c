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
    "half of the luma is the means of 2×2 samples, cut at any edge",
    arguments: [(2, 1), (2, 2), (1, 1), (1, 2)], [96, 91])
  func half(sampling: (Int, Int), width: Int) throws {
    let jpeg = try CameraKind(width: width, height: 60, luma: sampling, quality: 95).encoded(seed: 2)
    var scan = WalkedScan()
    #expect(try walked(jpeg, &scan).isWhole)
    let picture = try decoded(jpeg)
    let (columns, rows) = (width / 2, 29)
    var half = [UInt8](repeating: 7, count: (columns + 3) * rows)
    var span = half.mutableSpan
    scan.halfLuma(into: &span, width: columns, height: rows, bytesPerRow: columns + 3)
    var eighth = [UInt8](repeating: 0, count: 12 * 8)
    var small = eighth.mutableSpan
    scan.eighth(component: 0, into: &small, width: 12, height: 8, bytesPerRow: 12)
    var (sum, flat) = (0, 0)
    for (x, y) in Places(0..<columns, 0..<rows) {
      let expected = mean(picture.luma, x * 2, y * 2, 2)
      sum += abs(Int(half[y * (columns + 3) + x]) - expected)
      flat += abs(Int(eighth[y / 4 * 12 + x / 4]) - expected)
    }
    // Higher frequencies, of which this picture has many, are missing.
    #expect(3 * sum < flat)
    // Nothing is written beyond the width.
    #expect((0..<rows).allSatisfy { half[$0 * (columns + 3) + columns] == 7 })
  }

  @Test("of a damaged row, half of the luma is the blocks' means")
  func damaged() throws {
    var jpeg = try CameraKind(width: 96, height: 64, luma: (2, 1), quality: 95).encoded(seed: 2)
    jpeg.removeLast(jpeg.count / 4)
    var scan = WalkedScan()
    #expect(!(try walked(jpeg, &scan).isWhole))
    let row = try #require((0..<scan.layout.rows).first { !scan.isGood(row: $0) })
    var half = [UInt8](repeating: 0, count: 48 * 32)
    var eighth = [UInt8](repeating: 0, count: 12 * 8)
    var span = half.mutableSpan
    scan.halfLuma(into: &span, bytesPerRow: 48)
    var small = eighth.mutableSpan
    scan.eighth(component: 0, into: &small, bytesPerRow: 12)
    for (x, y) in Places(0..<48, 4 * row..<32) {
      #expect(abs(Int(half[y * 48 + x]) - Int(eighth[y / 4 * 12 + x / 4])) <= 1)
    }
  }

  @Test("halves are the same with and without wide vectors, and by the formula of T.81, A.3.3")
  func halves() {
    var random = Seeded(3)
    for range in [60, 400, 65_536] {
      let low = (0..<16).map { _ in Int16(truncatingIfNeeded: random.below(range) - range / 2) }
      let scale = (0..<16).map { _ in Float(1 + random.below(20)) / 64 }
      var (fast, plain) = ([UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 16))
      unsafe cjpeg_half(low, scale, &fast)
      unsafe cjpeg_half_plain(low, scale, &plain)
      #expect(fast == plain)
      for (x, y) in Places(0..<4, 0..<4) {
        var sum = 128.0
        for (u, v) in Places(0..<4, 0..<4) {
          let share = Double(low[4 * v + u]) * Double(scale[4 * v + u])
          sum += share * Self.basis(x, u) * Self.basis(y, v)
        }
        #expect(abs(Double(fast[4 * y + x]) - min(255, max(0, sum))) < 0.51)
      }
    }
  }

  /// The basis of four points: cos((2 place + 1) frequency π/8), less its factor of cos(π/4) for the second frequency.
  private static func basis(_ place: Int, _ frequency: Int) -> Double {
    let (long, short) = (0.923879533, 0.382683432)
    return [
      [1, 1, 1, 1], [long, short, -short, -long], [1, -1, -1, 1], [short, -long, long, -short],
    ][frequency][place]
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
