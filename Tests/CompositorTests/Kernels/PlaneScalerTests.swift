import CPlaneScaler
import Foundation
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor

@Suite("Scaling planes")
struct PlaneScalerTests {
  private func scaled(_ plane: PixelPlane, _ width: Int, _ height: Int) -> PixelPlane {
    let target = PixelPlane(width: width, height: height, fill: 77)
    var scaler = PlaneScaler(from: (plane.width, plane.height), to: (width, height))
    scaler.scale(plane, into: target, at: PixelRect(x: 0, y: 0, width: width, height: height))
    return target
  }

  @Test("the same size gives the same samples", arguments: [(1, 1), (2, 1), (1, 3), (17, 5), (64, 48)])
  func identity(width: Int, height: Int) {
    let plane = Plane.random(width: width, height: height, seed: 3)
    #expect(Plane.samples(scaled(plane, width, height)) == Plane.samples(plane))
  }

  static let sizes = [
    (1, 1), (2, 2), (3, 1), (1, 9), (7, 5), (16, 16), (33, 21), (100, 3), (640, 8), (1200, 20), (20, 1200),
  ]

  @Test("an even plane stays even at any size", arguments: sizes, sizes)
  func constant(from: (Int, Int), to: (Int, Int)) {
    if from.0 * to.0 > 1_000_000 { return }
    for value in [0, 1, 128, 255] as [UInt8] {
      let result = scaled(PixelPlane(width: from.0, height: from.1, fill: value), to.0, to.1)
      #expect(Set(Plane.samples(result)) == [value])
    }
  }

  @Test(
    "the mean brightness stays",
    arguments: [((64, 64), (31, 17)), ((64, 64), (128, 160)), ((50, 40), (7, 5)), ((9, 7), (100, 90))])
  func meanStays(from: (Int, Int), to: (Int, Int)) {
    // Smooth at the edges, as repeated edge samples weigh more.
    let plane = PixelPlane(width: from.0, height: from.1)
    for (x, y) in plane.places {
      let u = Double(2 * x - from.0 + 1) / Double(from.0)
      let v = Double(2 * y - from.1 + 1) / Double(from.1)
      plane[x, y] = UInt8(120 + 60 * u * v + 40 * u)
    }
    let result = scaled(plane, to.0, to.1)
    #expect(abs(Plane.mean(result) - Plane.mean(plane)) < 1)
  }

  @Test(
    "a ramp stays a ramp, with pixel centres at halves",
    arguments: [(100, 30), (100, 200), (100, 33), (40, 160), (100, 99), (240, 16)])
  func ramp(from: Int, to: Int) {
    for isAcross in [true, false] {
      let plane = isAcross ? PixelPlane(width: from, height: 3) : PixelPlane(width: 3, height: from)
      let slope = 200.0 / Double(from)
      for (x, y) in plane.places {
        plane[x, y] = UInt8((20 + slope * (Double(isAcross ? x : y) + 0.5)).rounded())
      }
      let result = isAcross ? scaled(plane, to, 3) : scaled(plane, 3, to)
      var last = 0
      for index in 0..<to {
        let value = Int(isAcross ? result[index, 1] : result[1, index])
        #expect(value >= last, "not rising at \(index)")
        last = value
        // Away from the edges, where samples repeat.
        let at = (Double(index) + 0.5) * Double(from) / Double(to)
        let reach = max(1, Double(from) / Double(to))
        if at > reach + 1 && at < Double(from) - reach - 1 {
          #expect(abs(Double(value) - (20 + slope * at)) <= 1.25, "at \(index) of \(to)")
        }
      }
    }
  }

  @Test("enlarged, a smooth wave keeps its height, and an edge overshoots by no more than a cubic does")
  func enlarged() {
    let wave = PixelPlane(width: 60, height: 40)
    for (x, y) in wave.places { wave[x, y] = UInt8(128 + 90 * sin(Double(x + 2 * y) * 0.7)) }
    let result = scaled(wave, 90, 60)
    var worst = 0.0
    for (x, y) in result.places where (4..<86).contains(x) && (4..<56).contains(y) {
      let ideal = 128 + 90 * sin(((Double(x) + 0.5) / 1.5 - 0.5 + 2 * ((Double(y) + 0.5) / 1.5 - 0.5)) * 0.7)
      worst = max(worst, abs(Double(result[x, y]) - ideal))
    }
    // A triangle filter is 34 off.
    #expect(worst < 17)
    let edge = PixelPlane(width: 16, height: 4, fill: 60)
    for (x, y) in edge.places where x >= 8 { edge[x, y] = 200 }
    let across = Plane.samples(scaled(edge, 48, 4))
    #expect((45...60).contains(across.min() ?? 0) && (200...215).contains(across.max() ?? 0))
  }

  @Test("an edge between black and white stays within what a sample can be", arguments: [true, false])
  func extremes(isAcross: Bool) {
    let edge = PixelPlane(width: 20, height: 20, fill: 0)
    for (x, y) in edge.places where (isAcross ? x : y) >= 10 { edge[x, y] = 255 }
    let result = scaled(edge, 50, 70)
    for (x, y) in result.places {
      let at = isAcross ? Double(x) / 50 : Double(y) / 70
      if at < 0.45 { #expect(result[x, y] == 0) }
      if at > 0.55 { #expect(result[x, y] == 255) }
    }
  }

  @Test("a part of a plane is written and nothing around it")
  func placed() {
    let plane = Plane.random(width: 9, height: 9, seed: 5)
    let target = PixelPlane(width: 40, height: 30, fill: 200)
    let rect = PixelRect(x: 7, y: 3, width: 20, height: 11)
    var scaler = PlaneScaler(from: (9, 9), to: (20, 11))
    scaler.scale(plane, into: target, at: rect)
    let alone = scaled(plane, 20, 11)
    for (x, y) in target.places {
      #expect(target[x, y] == (rect.contains(x: x, y: y) ? alone[x - 7, y - 3] : 200))
    }
  }
}

/// The vectors' loops beside the plain ones.
@Suite("Scaling's kernels")
struct PlaneScalerKernelTests {
  @Test(
    "sums down are the same with vectors and without", arguments: [1, 2, 3, 4, 7, 40],
    [1, 15, 16, 17, 64, 203])
  func down(taps: Int, width: Int) {
    var random = Seeded(UInt64(taps * 1000 + width))
    let samples = (0..<(taps * 256)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    var weights = (0..<taps).map { _ in Int16(random.next() % UInt64(16384 / taps + 1)) }
    if taps > 2 { weights[1] = 0 }
    // More than 1 in sum, and less than nothing: both ends are cut.
    if taps == 4 { weights = [-1500, 0, 20_000, -1000] }
    if taps == 7 { weights[2] = -20_000 }
    var (fast, plain) = ([Int16](repeating: -1, count: 256), [Int16](repeating: -1, count: 256))
    // SAFETY: the arrays outlive the calls and have room for 256 samples a row.
    unsafe cplanescaler_down(samples, 256, Int32(taps), weights, Int32(width), &fast)
    unsafe cplanescaler_down_plain(samples, 256, Int32(taps), weights, Int32(width), &plain)
    #expect(fast == plain)
    #expect(fast[width] == -1)
  }

  @Test("sums across are the same with vectors and without", arguments: [4, 8, 24], [1, 3, 4, 6, 31, 100])
  func across(taps: Int, width: Int) {
    var random = Seeded(UInt64(taps * 1000 + width))
    let row = (0..<300).map { _ in Int16(random.next() % 32641) }
    let first = (0..<width).map { _ in Int32(random.next() % UInt64(300 - taps)) }
    // More than 1 in sum at times, so that both ends are cut.
    let weights = (0..<(width * taps)).map { _ in
      Int16(truncatingIfNeeded: Int(random.next() % UInt64(40_000 / taps)) - 2000)
    }
    var (fast, plain) = ([UInt8](repeating: 7, count: 128), [UInt8](repeating: 7, count: 128))
    // SAFETY: the arrays outlive the calls; first + taps stays within the row.
    unsafe cplanescaler_across(row, first, Int32(taps), weights, Int32(width), &fast)
    unsafe cplanescaler_across_plain(row, first, Int32(taps), weights, Int32(width), &plain)
    #expect(fast == plain)
    #expect(fast[width] == 7)
  }
}
