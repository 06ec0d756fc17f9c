import Testing

@testable import HUDGeometry

private let width = 64
private let height = 36

/// A checkerboard of 4-pixel squares, its edges softened over `blur` pixels.
private func board(blur: Int) -> [UInt8] {
  var sharp = (0..<(width * height)).map { i in UInt8((i % width / 4 + i / width / 4) % 2 == 0 ? 70 : 180) }
  for _ in 0..<blur {
    let before = sharp
    for y in 0..<height {
      for x in 1..<(width - 1) {
        let i = y * width + x
        sharp[i] = UInt8((Int(before[i - 1]) + 2 * Int(before[i]) + Int(before[i + 1])) / 4)
      }
    }
  }
  return sharp
}

@Suite("Focus and exposure in a box")
struct MeterTests {
  @Test("sharper is more, and snaps at its best only")
  func focus() {
    var meter = FocusMeter(box: Rect(x: 0.2, y: 0.2, width: 0.6, height: 0.6))
    var seen: [(Double, GuideState)] = []
    for (index, blur) in [6, 3, 1, 0, 1, 3, 6, 0].enumerated() {
      meter.update(
        luma: board(blur: blur).span, width: width, height: height, bytesPerRow: width,
        nanoseconds: Int64(index) * 100_000_000)
      seen.append((meter.sharpness, meter.state))
    }
    #expect(seen[0].0 < seen[1].0 && seen[1].0 < seen[2].0 && seen[2].0 < seen[3].0)
    #expect(seen[3].1 == .snapped)
    #expect(seen[6].1 == .idle)
    #expect(seen[7].1 == .snapped)
    // One share for each tenth of a second, the newest last.
    #expect(meter.history.count == 60 && meter.history.last == meter.share)
    #expect(meter.history.suffix(8).allSatisfy { $0 > 0 } && meter.history[51] == 0)
  }

  @Test("an even wall has no focus to find")
  func wall() {
    var meter = FocusMeter(box: .unit)
    let grey = [UInt8](repeating: 120, count: width * height)
    meter.update(luma: grey.span, width: width, height: height, bytesPerRow: width, nanoseconds: 0)
    #expect(meter.state == .unknown)
    #expect(meter.share == 0)
  }

  @Test(
    "the mean and what is clipped decide the exposure's state",
    arguments: [(128, GuideState.snapped), (170, .near), (60, .idle), (255, .idle), (0, .idle)])
  func exposure(code: Int, state: GuideState) {
    var meter = ExposureMeter(box: .unit)
    let luma = [UInt8](repeating: UInt8(code), count: width * height)
    meter.update(luma: luma.span, width: width, height: height, bytesPerRow: width)
    #expect(meter.state == state)
    #expect(abs(meter.mean - Double(code) / 255) < 1e-9)
    #expect(meter.clippedHigh == (code == 255 ? 1 : 0))
    #expect(meter.clippedLow == (code == 0 ? 1 : 0))
  }

  @Test("only the box counts")
  func box() {
    var luma = [UInt8](repeating: 255, count: width * height)
    for y in 0..<(height / 2) {
      for x in 0..<(width / 2) { luma[y * width + x] = 128 }
    }
    var meter = ExposureMeter(box: Rect(x: 0, y: 0, width: 0.5, height: 0.5))
    meter.update(luma: luma.span, width: width, height: height, bytesPerRow: width)
    #expect(meter.state == .snapped)
  }

  @Test("a span that is too short is left alone")
  func short() {
    var meter = ExposureMeter(box: .unit)
    meter.update(
      luma: [UInt8](repeating: 9, count: 10).span, width: width, height: height, bytesPerRow: width)
    #expect(meter.state == .unknown)
  }
}
