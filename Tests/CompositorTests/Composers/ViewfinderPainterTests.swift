import Foundation
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import JPEGCodec

@Suite("A camera's frames in its viewfinder")
struct ViewfinderPainterTests {
  @Test(
    "shown at half its size or less a frame is decoded to half, and looks as if it had been decoded whole",
    arguments: ["422", "420"])
  func halved(subsampling: String) throws {
    let source = "synth:city?w=640&h=360&noise=0&frames=1&subsampling=" + subsampling
    let slot = try #require(try TestSlot.read(source, frames: 1).first)
    for (width, height) in [(320, 180), (302, 170), (100, 56)] {
      let size = try #require(PixelSize(width: width, height: height))
      var painter = try ViewfinderPainter(
        rect: PixelRect(x: 0, y: 0, width: width, height: height), canvasSubsampling: .yuv422)
      let canvas = PlanarPicture(size: size, subsampling: .yuv422)
      #expect(painter.draw(slot, into: canvas) == .drawn)
      let whole = try decoded(TestSlot.bytes(slot)).picture
      let expected = PlanarPicture(size: size, subsampling: .yuv422)
      for (from, to) in [
        (whole.luma, expected.luma), (whole.cb, expected.cb), (whole.cr, expected.cr),
      ] {
        var scaler = PlaneScaler(from: (from.width, from.height), to: (to.width, to.height))
        scaler.scale(from, into: to, at: PixelRect(x: 0, y: 0, width: to.width, height: to.height))
      }
      for (one, other, most) in [
        (canvas.luma, expected.luma, 4.0), (canvas.cb, expected.cb, 2), (canvas.cr, expected.cr, 2),
      ] {
        let sum = one.places.reduce(0) { $0 + abs(Int(one[$1.x, $1.y]) - Int(other[$1.x, $1.y])) }
        let mean = Double(sum) / Double(one.width * one.height)
        #expect(mean < most, "\(width)x\(height): \(mean)")
        // Decoded whole its luma would be the same to the last bit; chroma of 4:2:0 is whole either way.
        if one === canvas.luma { #expect(mean > 0) }
      }
    }
  }

  @Test(
    "at eighths of its size a frame is decoded in place, nearer to the ideal than resampled, and the same ahead",
    arguments: [("422", 6), ("420", 6), ("420", 4), ("422", 5), ("422", 3)])
  func eighths(subsampling: String, eighths: Int) throws {
    let source = "synth:city?w=640&h=384&noise=0&frames=2&subsampling=" + subsampling
    let slots = try TestSlot.read(source, frames: 2)
    let canvasSubsampling: ChromaSubsampling = subsampling == "420" ? .yuv420 : .yuv422
    let rect = PixelRect(x: 16, y: 32, width: 80 * eighths, height: 48 * eighths)
    let size = PixelSize(clampingWidth: rect.maxX + 8, height: rect.maxY + 6)
    var painter = try ViewfinderPainter(rect: rect, canvasSubsampling: canvasSubsampling)
    let canvas = PlanarPicture(size: size, subsampling: canvasSubsampling)
    #expect(painter.draw(slots[0], into: canvas) == .drawn)
    var decoder = try JPEGDecoder()
    let jpeg = TestSlot.bytes(slots[0])
    let header = try decoder.readHeader(jpeg.span)
    #expect(ViewfinderPainter.Way(header, rect, canvasSubsampling).isExact)
    let isUntouched = canvas.luma.places.allSatisfy { x, y in
      rect.contains(PixelRect(x: x, y: y, width: 1, height: 1)) || canvas.luma[x, y] == 0
    }
    #expect(isUntouched)
    // The means of what each sample shows, and what resampling the whole frame makes of them.
    let whole = try decoded(TestSlot.bytes(slots[0])).picture.luma
    let resampled = PixelPlane(width: rect.width, height: rect.height)
    var scaler = PlaneScaler(from: (whole.width, whole.height), to: (rect.width, rect.height))
    scaler.scale(whole, into: resampled, at: resampled.bounds)
    var errors = (ours: 0.0, resampled: 0.0)
    for (x, y) in resampled.places where (5 * x + 3 * y) % 37 == 0 {
      let ideal = Self.lanczos(whole, x, y, Double(eighths) / 8)
      errors.ours += pow(ideal - Double(canvas.luma[rect.x + x, rect.y + y]), 2)
      errors.resampled += pow(ideal - Double(resampled[x, y]), 2)
    }
    #expect(errors.ours < errors.resampled, "\(errors)")
    let ahead = painter.ahead
    try #require(ahead).prepare(slots[0])
    let again = PlanarPicture(size: size, subsampling: canvasSubsampling)
    #expect(painter.draw(slots[0], into: again) == .drawn)
    for (one, other) in [(canvas.luma, again.luma), (canvas.cb, again.cb), (canvas.cr, again.cr)] {
      #expect(Plane.largestDifference(one, other) == 0)
    }
  }

  /// A sample of a picture made smaller in doubles, by Lanczos' window of three.
  private static func lanczos(_ plane: PixelPlane, _ x: Int, _ y: Int, _ factor: Double) -> Double {
    func weights(_ place: Int, _ length: Int) -> [(Int, Double)] {
      let middle = (Double(place) + 0.5) / factor
      let all = (Int(middle - 3 / factor)...Int(middle + 3 / factor)).map { sample -> (Int, Double) in
        let distance = (Double(sample) + 0.5 - middle) * factor * Double.pi
        let weight =
          abs(distance) < 1e-9
          ? 1
          : abs(distance) < 3 * Double.pi ? 3 * sin(distance) * sin(distance / 3) / distance / distance : 0
        return (min(max(sample, 0), length - 1), weight)
      }
      let sum = all.reduce(0) { $0 + $1.1 }
      return all.map { ($0.0, $0.1 / sum) }
    }
    let across = weights(x, plane.width)
    return weights(y, plane.height).reduce(0) { sum, row in
      sum + row.1 * across.reduce(0) { $0 + $1.1 * Double(plane[$1.0, row.0]) }
    }
  }

  @Test("a damaged frame at eighths of its size keeps its readable rows, as at any other")
  func damagedEighths() throws {
    let source = "synth:city?w=640&h=384&noise=0&frames=2&subsampling=422"
    let slots = try TestSlot.read(source, frames: 2)
    slots[1].byteCount -= slots[1].byteCount / 3
    let rect = PixelRect(x: 0, y: 0, width: 480, height: 288)
    var painter = try ViewfinderPainter(rect: rect, canvasSubsampling: .yuv422)
    let canvas = PlanarPicture(size: PixelSize(clampingWidth: 480, height: 288), subsampling: .yuv422)
    guard case .damaged(let rows?) = painter.draw(slots[1], standIn: slots[0], into: canvas) else {
      Issue.record("it wasn't damaged")
      return
    }
    #expect(rows.kept > 10 && rows.kept < rows.total)
    // The rest is the stand-in's: no row is dark.
    let last = (0..<480).reduce(0) { $0 + Int(canvas.luma[$1, 280]) }
    #expect(last > 480 * 20)
  }

  @Test("enlarged it shows the middle, as large as the viewfinder, and whole again afterwards")
  func zoom() throws {
    let slot = try #require(
      try TestSlot.read("synth:city?w=640&h=360&noise=0&frames=1&subsampling=422", frames: 1).first)
    let rect = PixelRect(x: 0, y: 0, width: 640, height: 360)
    var painter = try ViewfinderPainter(rect: rect, canvasSubsampling: .yuv422)
    let size = try #require(PixelSize(width: 640, height: 360))
    let whole = PlanarPicture(size: size, subsampling: .yuv422)
    #expect(painter.draw(slot, into: whole) == .drawn)
    let canvas = PlanarPicture(size: size, subsampling: .yuv422)
    for zoom in [2.0, 3.3, 10] {
      painter.zoom = zoom
      #expect(painter.draw(slot, into: canvas) == .drawn)
      // Each pixel of the whole picture's middle lies at its distance from the middle, times the zoom.
      var sum = 0.0
      for (column, row) in Places(0..<124, 0..<68) {
        let (x, y) = (10 + 5 * column, 10 + 5 * row)
        let (u, v) = (320 + (Double(x) - 319.5) / zoom - 0.5, 180 + (Double(y) - 179.5) / zoom - 0.5)
        let (i, j) = (Int(u), Int(v))
        let (a, b) = (u - Double(i), v - Double(j))
        let upper = Double(whole.luma[i, j]) * (1 - a) + Double(whole.luma[i + 1, j]) * a
        let lower = Double(whole.luma[i, j + 1]) * (1 - a) + Double(whole.luma[i + 1, j + 1]) * a
        sum += abs(upper * (1 - b) + lower * b - Double(canvas.luma[x, y]))
      }
      let mean = sum / Double(68 * 124)
      #expect(mean < 4, "\(zoom): \(mean)")
    }
    painter.zoom = 1
    #expect(painter.draw(slot, into: canvas) == .drawn)
    #expect(Plane.largestDifference(canvas.luma, whole.luma) == 0)
  }
}
