import CaptureKit
import Foundation
import HostResources
import JPEGCodec
import PixelTypes
import TestPictures
import Testing

@testable import Compositor
@testable import Pipeline

/// A node that breaks when it is told to.
private final class ScriptedNode: VideoOutputNode {
  var wanted: VideoOutputSpecification.Format? = .yuyv
  let bytesPerRow = 96
  let frameBytes = 96 * 32
  var frames = 0
  var jpegs = 0
  var opened = 0
  var isBroken = false

  func open() throws(CaptureError) -> any VideoOutputNode {
    opened += 1
    if isBroken && opened > 1 { throw .disconnected(path: "/dev/video9") }
    return self
  }

  func write(_ bytes: Span<UInt8>) -> VideoOutput.Outcome {
    if isBroken { return .failed(code: 19) }
    frames += bytes.count == frameBytes ? 1 : 0
    jpegs += bytes[0] == 0xFF && bytes[1] == 0xD8 ? 1 : 0
    return .written
  }
}

struct VideoOutputSinkTests {
  private static func frame(_ subsampling: ChromaSubsampling) throws -> (
    frame: Picture, picture: PlanarPicture
  ) {
    let picture = PlanarPicture(size: PixelSize(clampingWidth: 48, height: 32), subsampling: subsampling)
    for plane in [picture.luma, picture.cb, picture.cr] {
      for y in 0..<plane.height { for x in 0..<plane.width { plane[x, y] = UInt8(clamping: 120 + x - y) } }
    }
    var encoder = JPEGEncoder()
    let output = Picture(capacity: 100_000)
    output.byteCount = try output.withMemory { memory throws(JPEGError) in
      try encoder.encode(picture, quality: 100, into: &memory)
    }
    return (output, picture)
  }

  @Test(
    "packed pictures come back from the unpacker of cameras as they were, within a level of rounding",
    arguments: [ChromaSubsampling.yuv422, .yuv420, .yuv444, .yuv440, .grey])
  func packing(subsampling: ChromaSubsampling) throws {
    let (width, height, stride) = (20, 6, 48)
    let size = PixelSize(clampingWidth: width, height: height)
    let picture = PlanarPicture(size: size, subsampling: subsampling)
    for plane in [picture.luma, picture.cb, picture.cr] {
      // Chroma alike in pairs both ways, so that no mean changes it.
      for y in 0..<plane.height {
        for x in 0..<plane.width { plane[x, y] = UInt8((x / 2 * 37 + y / 2 * 11 + plane.width) % 256) }
      }
    }
    var packed = [UInt8](repeating: 0xEE, count: stride * height)
    var span = packed.mutableSpan
    YUYVPacker.pack(picture, bytesPerRow: stride, into: &span)
    for y in 0..<height {
      // Nothing beyond the row.
      #expect(packed[(y * stride + 2 * width)..<((y + 1) * stride)].allSatisfy { $0 == 0xEE })
    }
    let slot = TestSlot.make(
      packed,
      StreamFormat(
        pixelFormat: .yuyv, size: size, bytesPerRow: stride, framesPerSecond: 30, encoding: .video))
    let back = PlanarPicture(size: size, subsampling: .yuv422)
    #expect(RawUnpacker(encoding: .video).unpack(slot, into: back, at: back.bounds))
    for y in 0..<height {
      for x in 0..<width {
        #expect(abs(Int(back.luma[x, y]) - Int(picture.luma[x, y])) <= 1)
        guard subsampling != .grey else {
          #expect(back.cb[x / 2, y] == 128 && back.cr[x / 2, y] == 128)
          continue
        }
        let (cx, cy) = (x / subsampling.horizontal, y / subsampling.vertical)
        // In 4:4:4 the samples of a pair are alike by construction.
        #expect(abs(Int(back.cb[x / 2, y]) - Int(picture.cb[cx, cy])) <= 1)
        #expect(abs(Int(back.cr[x / 2, y]) - Int(picture.cr[cx, cy])) <= 1)
      }
    }
  }

  @Test(
    "a node that fails is said once, left alone for a second, opened again, and what it doesn't take is told by picture"
  )
  func comesBack() throws {
    let (frame, _) = try Self.frame(.yuv422)
    let notices = Inbox<SinkNotice>()
    // A full device that is always there: each write fails with ENOSPC.
    let path = "/dev/full"
    let specification = VideoOutputSpecification(path: path)
    #expect(throws: PipelineError.self) {
      // No V4L2 device: refused at the start, with its name.
      _ = try VideoOutputSink(
        specification, size: PixelSize(clampingWidth: 48, height: 32), subsampling: .yuv422,
        framesPerSecond: 30,
        notices: notices)
    }
    let node = ScriptedNode()
    let sink = try VideoOutputSink(
      specification, size: PixelSize(clampingWidth: 48, height: 32), subsampling: .yuv422, notices: notices,
      open: { () throws(CaptureError) in try node.open() })
    #expect(sink.write(frame, now: 0))
    #expect(node.frames == 1 && notices.take().isEmpty)
    node.isBroken = true
    for tick in 1...10 { #expect(!sink.write(frame, now: Int64(tick) * 33_000_000)) }
    #expect(notices.take().count == 1)
    #expect(node.opened == 1)
    for tick in 1...10 { sink.write(frame, now: 33_000_000 + Int64(tick) * VideoOutputSink.retryPeriod) }
    #expect(node.opened == 11)
    node.isBroken = false
    sink.write(frame, now: 20 * VideoOutputSink.retryPeriod)
    #expect(node.frames == 2)
    #expect(notices.take().map(\.text) == ["v4l2:/dev/full accepts pictures again"])
  }

  @Test("PipeWire's daemon is waited for; readers get what they choose, and nobody nothing")
  func readers() throws {
    let (frame, _) = try Self.frame(.yuv422)
    let (notices, node) = (Inbox<SinkNotice>(), ScriptedNode())
    func sink(_ text: String, hint: String) throws -> VideoOutputSink {
      let specification = try VideoOutputSpecification(parsing: text)
      return try VideoOutputSink(
        specification, size: PixelSize(clampingWidth: 48, height: 32), subsampling: .yuv422, notices: notices
      ) { () throws(CaptureError) in
        if node.isBroken { throw .notFound(path: specification.path, hint: hint) }
        return node
      }
    }
    node.isBroken = true
    let isDown = "PipeWire isn't running for this user, or doesn't answer"
    #expect(throws: PipelineError.self) { try sink("v4l2:/dev/video9", hint: "no such module") }
    #expect(throws: PipelineError.self) { try sink("pipewire:dualcam", hint: "its library isn't installed") }
    let sink = try sink("pipewire:dualcam", hint: isDown)
    #expect(notices.take().map(\.text).first?.contains(isDown) == true)
    #expect(!sink.write(frame, now: 1))
    node.isBroken = false
    for (tick, wanted) in [nil, VideoOutputSpecification.Format.yuyv, .mjpeg, nil].enumerated() {
      node.wanted = wanted
      #expect(sink.write(frame, now: VideoOutputSink.retryPeriod + 2 + Int64(tick)))
    }
    #expect(node.frames == 1 && node.jpegs == 1)
    #expect(notices.take().map(\.text) == ["pipewire:dualcam accepts pictures again"])
  }

  @Test("raw pictures of odd width are refused, with the way out")
  func oddWidth() {
    #expect {
      _ = try VideoOutputSink(
        VideoOutputSpecification(path: "/dev/video9"), size: PixelSize(clampingWidth: 47, height: 32),
        subsampling: .yuv422, framesPerSecond: 30, notices: Inbox<SinkNotice>())
    } throws: { "\($0)".contains("format=mjpeg") && ($0 as? PipelineError)?.exitCode == 64 }
  }
}
