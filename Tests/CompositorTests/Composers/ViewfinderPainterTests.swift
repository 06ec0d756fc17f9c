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
