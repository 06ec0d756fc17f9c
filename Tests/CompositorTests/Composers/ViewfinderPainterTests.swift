import PixelTypes
import TestPictures
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
      var decoder = try JPEGDecoder()
      let whole = try slot.withBytes { bytes throws(JPEGError) in
        let header = try decoder.readHeader(bytes)
        let picture = PlanarPicture(size: header.size, subsampling: header.subsampling)
        _ = try decoder.decode(bytes, into: picture)
        return picture
      }
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
        var sum = 0
        for y in 0..<one.height {
          for x in 0..<one.width { sum += abs(Int(one[x, y]) - Int(other[x, y])) }
        }
        let mean = Double(sum) / Double(one.width * one.height)
        #expect(mean < most, "\(width)x\(height): \(mean)")
        // Decoded whole its luma would be the same to the last bit; chroma of 4:2:0 is whole either way.
        if one === canvas.luma { #expect(mean > 0) }
      }
    }
  }
}
