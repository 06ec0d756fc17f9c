import PixelTypes
import TestSupport
import Testing

@testable import CaptureKit

/// Builds Y4M files whose samples say where they belong.
enum Y4MBytes {
  static func luma(_ frame: Int, _ x: Int, _ y: Int) -> UInt8 { UInt8((frame * 50 + y * 10 + x) & 127) }
  static func cb(_ frame: Int, _ x: Int, _ y: Int) -> UInt8 { UInt8(130 + frame * 20 + y * 5 + x) }
  static func cr(_ frame: Int, _ x: Int, _ y: Int) -> UInt8 { UInt8(190 + frame * 20 + y * 5 + x) }

  static func file(
    layout: String, width: Int, height: Int, frames: Int, extra: String = "", frameLine: String = "FRAME"
  ) -> [UInt8] {
    var bytes = Array("YUV4MPEG2 W\(width) H\(height) F30000:1001 Ip A1:1 C\(layout)\(extra)\n".utf8)
    let chromaHeight = layout.hasPrefix("420") ? (height + 1) / 2 : height
    for frame in 0..<frames {
      bytes += Array((frameLine + "\n").utf8)
      for y in 0..<height { for x in 0..<width { bytes.append(luma(frame, x, y)) } }
      guard layout != "mono" else { continue }
      for y in 0..<chromaHeight { for x in 0..<(width + 1) / 2 { bytes.append(cb(frame, x, y)) } }
      for y in 0..<chromaHeight { for x in 0..<(width + 1) / 2 { bytes.append(cr(frame, x, y)) } }
    }
    return bytes
  }
}

@Suite("Raw Y4M files")
struct Y4MTests {
  @Test("4:2:0 becomes NV12", arguments: ["420jpeg", "420", "420mpeg2"], [(6, 4), (5, 3)])
  func nv12(layout: String, size: (width: Int, height: Int)) throws {
    let (width, height) = size
    let folder = try TestFolder()
    let path = try folder.put(Y4MBytes.file(layout: layout, width: width, height: height, frames: 2), "x.y4m")
    let reader = try files(path)
    #expect(reader.format.pixelFormat == .nv12)
    #expect(reader.format.encoding == .video)
    #expect(abs((reader.format.framesPerSecond ?? 0) - 29.97) < 0.001)
    let stride = reader.format.bytesPerRow
    let frames = try reader.readAll()
    #expect(frames.count == 2)
    for (index, frame) in frames.enumerated() {
      for y in 0..<height {
        for x in 0..<width {
          #expect(frame.bytes[y * stride + x] == Y4MBytes.luma(index, x, y))
          let chroma = (height + y / 2) * stride + x / 2 * 2
          #expect(frame.bytes[chroma] == Y4MBytes.cb(index, x / 2, y / 2))
          #expect(frame.bytes[chroma + 1] == Y4MBytes.cr(index, x / 2, y / 2))
        }
      }
    }
    #expect(frames[1].nanoseconds == 33_366_667)
  }

  @Test("4:2:2 becomes YUYV, and the range is taken from the header")
  func yuyv() throws {
    let folder = try TestFolder()
    let bytes = Y4MBytes.file(
      layout: "422", width: 6, height: 4, frames: 1, extra: " XCOLORRANGE=FULL", frameLine: "FRAME Ib")
    let reader = try files(try folder.put(bytes, "x.y4m"))
    #expect(reader.format.encoding == .jpeg)
    #expect(reader.format.bytesPerRow == 12)
    let frame = try #require(try reader.readAll().first)
    for y in 0..<4 {
      for x in 0..<6 {
        #expect(frame.bytes[y * 12 + 2 * x] == Y4MBytes.luma(0, x, y))
        let chroma = x % 2 == 0 ? Y4MBytes.cb(0, x / 2, y) : Y4MBytes.cr(0, x / 2, y)
        #expect(frame.bytes[y * 12 + 2 * x + 1] == chroma)
      }
    }
  }

  @Test("mono becomes grey")
  func grey() throws {
    let folder = try TestFolder()
    let path = try folder.put(Y4MBytes.file(layout: "mono", width: 5, height: 3, frames: 3), "x.y4m")
    let reader = try files(path)
    #expect(reader.format.pixelFormat == .grey)
    let frames = try reader.readAll()
    #expect(frames.count == 3)
    #expect(frames[2].bytes == (0..<15).map { Y4MBytes.luma(2, $0 % 5, $0 / 5) })
  }

  @Test("a cut last frame is delivered as damaged, its missing part black")
  func cut() throws {
    let folder = try TestFolder()
    let bytes = Y4MBytes.file(layout: "420", width: 6, height: 4, frames: 2).dropLast(20)
    let frames = try files(try folder.put(Array(bytes), "x.y4m")).readAll()
    #expect(frames.map { $0.flags.contains(.damaged) } == [false, true])
    #expect(frames[1].bytes.suffix(12) == [UInt8](repeating: 128, count: 12)[...])
    #expect(frames[1].bytes[23] == 16)
  }
}
