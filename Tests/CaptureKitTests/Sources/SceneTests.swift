import Foundation
import PixelTypes
import Testing

@testable import CaptureKit

@Suite("Synthetic scenes")
struct SceneTests {
  private func settings(
    _ scene: SceneKind, width: Int = 192, height: Int = 108, format: PixelFormat = .grey, frames: Int = 2,
    _ change: (inout SceneSettings) -> Void = { _ in }
  ) -> SceneSettings {
    sceneSettings(scene, width: width, height: height, format: format, frames: frames, change)
  }

  @Test(
    "are the same for the same seed, differ for another and from frame to frame",
    arguments: SceneKind.allCases)
  func deterministic(kind: SceneKind) throws {
    let first = try SyntheticReader(settings(kind, format: .yuyv)).readAll()
    let second = try SyntheticReader(settings(kind, format: .yuyv)).readAll()
    let other = try SyntheticReader(settings(kind, format: .yuyv) { $0.seed = 2 }).readAll()
    #expect(first.count == 2)
    #expect(first == second)
    #expect(first[0].bytes != other[0].bytes)
    #expect(first[0].bytes != first[1].bytes)
    #expect(first.map(\.nanoseconds) == [0, 33_333_333])
  }

  @Test("come in every format at its size", arguments: PixelFormat.allCases)
  func formats(format: PixelFormat) throws {
    let reader = try SyntheticReader(settings(.city, format: format))
    let frames = try reader.readAll()
    #expect(frames.count == 2)
    #expect(reader.format.pixelFormat == format)
    switch format {
    case .mjpeg:
      let bytes = frames[0].bytes
      let parsed = JPEGFrameHeader(bytes.span)
      let header = try #require(parsed)
      #expect(header.size == reader.format.size && header.hasHuffmanTables && header.obstacle == nil)
    default:
      #expect(frames[0].bytes.count == format.frameBytes(height: 108, bytesPerRow: reader.format.bytesPerRow))
    }
  }

  @Test("show the same luma in each raw format")
  func sameLuma() throws {
    let grey = try SyntheticReader(settings(.walker)).readAll()[1].bytes
    let nv12 = try SyntheticReader(settings(.walker, format: .nv12)).readAll()[1].bytes
    let yuyv = try SyntheticReader(settings(.walker, format: .yuyv)).readAll()[1].bytes
    #expect(Array(nv12.prefix(grey.count)) == grey)
    #expect(stride(from: 0, to: yuyv.count, by: 2).map { yuyv[$0] } == grey)
  }

  @Test("have noise of the strength asked for", arguments: [0.0, 2, 6, 20])
  func noise(deviation: Double) throws {
    let frame = try SyntheticReader(settings(.grey) { $0.noise = deviation }).readAll()[0].bytes
    let mean = frame.reduce(0.0) { $0 + Double($1) } / Double(frame.count)
    let variance = frame.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / Double(frame.count)
    #expect(abs(mean - 128) < 0.5)
    #expect(abs(variance.squareRoot() - deviation) <= 0.08 * deviation)
  }

  @Test("the coast's horizon is where its truth says", arguments: [-12.0, -3.5, 0, 0.4, 5, 20])
  func horizon(roll: Double) throws {
    let reader = try SyntheticReader(
      settings(.coast, width: 480, height: 320, frames: 3) { settings in
        settings.rollDegrees = roll
        settings.swayDegrees = 4
        settings.framesPerSecond = 1
        settings.noise = 0
      })
    let frames = try reader.readAll()
    for (index, frame) in frames.enumerated() {
      let truth = try #require(reader.truth(frame: index).horizon)
      let measured = try #require(measureHorizon(frame.bytes, width: 480, height: 320))
      #expect(abs(measured.angleDegrees - truth.angleDegrees) < 0.2)
      #expect(abs(measured.middle - (truth.leftY + truth.rightY) / 2 * 320) < 1)
    }
  }

  /// A line through the steepest fall of luma in each column of the right half, where no land is.
  private func measureHorizon(_ luma: [UInt8], width: Int, height: Int) -> (
    angleDegrees: Double, middle: Double
  )? {
    var points: [(x: Double, y: Double)] = []
    for x in width / 2..<width {
      var steepest = 0
      var edge = 0
      for y in 2..<height - 2 {
        let fall =
          Int(luma[(y - 2) * width + x]) + Int(luma[(y - 1) * width + x]) - Int(luma[y * width + x])
          - Int(luma[(y + 1) * width + x])
        if fall > steepest {
          steepest = fall
          edge = y
        }
      }
      guard steepest > 60 else { continue }
      // Sub-pixel: how much of the edge row belongs to which side.
      let (above, below) = (Double(luma[(edge - 2) * width + x]), Double(luma[(edge + 2) * width + x]))
      var share = 0.0
      for y in edge - 1...edge + 1 {
        share += min(1, max(0, (Double(luma[y * width + x]) - below) / max(1, above - below)))
      }
      points.append((Double(x) + 0.5, Double(edge - 1) + share))
    }
    guard points.count > width / 4 else { return nil }
    // Theil–Sen over distant pairs: waves and sparkle are outliers.
    let half = points.count / 2
    let slopes = (0..<half).map {
      (points[$0 + half].y - points[$0].y) / (points[$0 + half].x - points[$0].x)
    }
    let slope = slopes.sorted()[slopes.count / 2]
    let offsets = points.map { $0.y + slope * (Double(width) / 2 - $0.x) }.sorted()
    return (-atan(slope) * 180 / .pi, offsets[offsets.count / 2])
  }

  @Test("the walker's box holds all that differs from the empty park, and no more")
  func walkerBox() throws {
    let settings = settings(.walker, width: 320, height: 180) { $0.framesPerSecond = 10 }
    let scene = try settings.makeScene()
    let picture = PlanarPicture(size: settings.size, subsampling: .yuv422)
    let empty = PlanarPicture(size: settings.size, subsampling: .yuv422)
    scene.render(frame: 0, into: empty)
    #expect(scene.subject(frame: 0) == nil)
    var seen = 0
    for index in stride(from: 5, to: 300, by: 7) {
      scene.render(frame: index, into: picture)
      var (left, right, top, bottom) = (320, -1, 180, -1)
      for y in 0..<180 {
        for x in 0..<320 where abs(Int(picture.luma[x, y]) - Int(empty.luma[x, y])) > 3 {
          (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
        }
      }
      guard let box = scene.subject(frame: index) else {
        #expect(right < 0, "frame \(index)")
        continue
      }
      guard right >= 0 else {
        // Less than a pixel's edge looks in.
        #expect(box.width * 320 < 2)
        continue
      }
      seen += 1
      #expect(Double(left) >= box.x * 320 - 1.01 && Double(right + 1) <= (box.x + box.width) * 320 + 1.01)
      #expect(Double(top) >= box.y * 180 - 1.01 && Double(bottom + 1) <= (box.y + box.height) * 180 + 1.01)
      // Dark shoes on dark stone may hide a little.
      #expect(Double(right + 1 - left) >= box.width * 320 - 5)
      #expect(Double(bottom + 1 - top) >= box.height * 180 - 5)
    }
    #expect(seen > 20)
  }

  @Test("the walker stops with the middle of the box near the lower left power point")
  func powerPoint() throws {
    let reader = try SyntheticReader(settings(.walker, frames: 200))
    let box = try #require(reader.truth(frame: 160).subject)
    #expect(abs(box.x + box.width / 2 - 1.0 / 3) < 0.02)
    #expect(abs(box.y + box.height / 2 - 2.0 / 3) < 0.02)
  }

  @Test("a truth reads back from its JSON")
  func json() throws {
    let truth = try SyntheticReader(settings(.coast)).truth(frame: 1)
    let data = try JSONEncoder().encode(truth)
    #expect(try JSONDecoder().decode(SceneTruth.self, from: data) == truth)
  }
}

@Suite("The subject's exact mask")
struct SubjectMaskTests {
  @Test("fills the truth's box, at any size alike", arguments: [70, 150, 220])
  func box(_ frame: Int) throws {
    let reader = try SyntheticReader(sceneSettings(.walker, width: 320, height: 180))
    let box = try #require(reader.truth(frame: frame).subject)
    var shares: [Double] = []
    for (w, h) in [(320, 180), (160, 90)] {
      let mask = try #require(reader.truthMask(frame: frame, width: w, height: h))
      #expect(mask.count == w * h)
      let columns = (0..<w).filter { x in (0..<h).contains { mask[$0 * w + x] > 64 } }
      let rows = (0..<h).filter { y in mask[y * w..<(y + 1) * w].contains { $0 > 64 } }
      #expect(abs(Double(columns.first ?? -9) / Double(w) - box.x) < 0.015)
      #expect(abs(Double((columns.last ?? -9) + 1) / Double(w) - box.x - box.width) < 0.015)
      #expect(abs(Double(rows.first ?? -9) / Double(h) - box.y) < 0.02)
      #expect(abs(Double((rows.last ?? -9) + 1) / Double(h) - box.y - box.height) < 0.02)
      shares.append(mask.reduce(0.0) { $0 + Double($1) / 255 } / Double(w * h))
    }
    #expect(abs(shares[0] - shares[1]) < 0.0005 && shares[0] > 0.02)
    // Before she comes in there is nothing.
    let empty = try #require(reader.truthMask(frame: 0, width: 32, height: 18))
    #expect(empty.allSatisfy { $0 == 0 })
  }

  @Test("is not given by scenes without a subject")
  func none() throws {
    let reader = try SyntheticReader(sceneSettings(.fog))
    #expect(reader.truthMask(frame: 0, width: 8, height: 8) == nil)
  }
}
