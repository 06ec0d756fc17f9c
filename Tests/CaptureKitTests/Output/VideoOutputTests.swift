import CVideo4Linux
import Glibc
import PixelTypes
import Synchronization
import Testing

@testable import CaptureKit

/// An output node that does as it is told.
final class ScriptedOutput: NodeKernel {
  struct State {
    var capabilities = cv4l_cap_video_output | cv4l_cap_read_write
    var errors: [String: Int32] = [:]
    var change: @Sendable (inout v4l2_pix_format) -> Void = { _ in }
    var asked = v4l2_pix_format()
    var interval = v4l2_fract()
    var chosen: UInt32 = 0
    var open = 0
    var frames: [[UInt8]] = []
    var takes = Int.max
    var driver = ""
    /// Mapped buffers, which the driver holds, and what was queued.
    var buffers: [[UInt8]] = []
    var held: [UInt32] = []
    var mapped = 0
    var isOn = false
    var length = 64 * 32 * 2
    var wrongIndex: UInt32?
  }
  private let state = Mutex(State())

  init(_ change: @Sendable (inout State) -> Void = { _ in }) { with(change) }

  @discardableResult
  func with<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }

  private func error(_ call: String) -> Int32 { with { $0.errors[call] ?? 0 } }

  func open(_ path: String, _ device: inout DeviceHandle) -> Int32 {
    if error("open") != 0 { return error("open") }
    device.descriptor = 7
    with { $0.open += 1 }
    return 0
  }
  func close(_ device: DeviceHandle) -> Int32 {
    with { $0.open -= 1 }
    return 0
  }
  func queryCapability(_ device: DeviceHandle, _ capability: inout Capability) -> Int32 {
    capability.flags = with { $0.capabilities }
    capability.driver = with { $0.driver }
    return error("capability")
  }
  func setFormat(_ device: DeviceHandle, _ format: inout v4l2_pix_format) -> Int32 {
    let asked = format
    with {
      $0.asked = asked
      $0.change(&format)
    }
    return error("format")
  }
  func getFormat(_ device: DeviceHandle, _ format: inout v4l2_pix_format) -> Int32 {
    format.pixelformat = with { $0.chosen }
    return error("readers")
  }
  func setParameters(_ device: DeviceHandle, _ parameters: inout v4l2_captureparm) -> Int32 {
    let asked = parameters.timeperframe
    with { $0.interval = asked }
    return error("interval")
  }
  func write(_ device: DeviceHandle, _ bytes: UnsafeRawBufferPointer, _ written: inout Int) -> Int32 {
    let code = error("write")
    if code != 0 { return code }
    let frame = unsafe Array(bytes)
    written = with {
      $0.frames.append(frame)
      return min(frame.count, $0.takes)
    }
    return 0
  }

  func requestBuffers(_ device: DeviceHandle, _ count: inout UInt32) -> Int32 {
    count = 2
    return error("request")
  }
  func queryBuffer(_ device: DeviceHandle, _ buffer: inout BufferReport) -> Int32 {
    buffer.length = UInt32(with { $0.length })
    buffer.offset = buffer.index * 4096
    return 0
  }
  func map(
    _ device: DeviceHandle, length: Int, offset: UInt32, _ memory: inout UnsafeMutableRawBufferPointer
  ) -> Int32 {
    if error("map") != 0 && offset == 4096 { return error("map") }
    with { $0.mapped += 1 }
    unsafe memory = .allocate(byteCount: length, alignment: 16)
    return 0
  }
  func unmap(_ memory: UnsafeMutableRawBufferPointer, isConverting: Bool) -> Int32 {
    with { $0.mapped -= 1 }
    unsafe memory.deallocate()
    return 0
  }
  func queueBuffer(_ device: DeviceHandle, index: UInt32, bytes: UInt32) -> Int32 {
    with { $0.held.append(index) }
    return error("queue")
  }
  func dequeueBuffer(_ device: DeviceHandle, _ buffer: inout BufferReport) -> Int32 {
    if error("dequeue") != 0 { return error("dequeue") }
    buffer.index = with { $0.wrongIndex ?? $0.held.removeFirst() }
    return 0
  }
  func streamOn(_ device: DeviceHandle) -> Int32 {
    with { $0.isOn = true }
    return error("on")
  }
}

struct VideoOutputTests {
  private let size = PixelSize(clampingWidth: 64, height: 32)
  private let specification = VideoOutputSpecification(path: "/dev/video9")

  @Test("what is written after --sink is read, and reads back")
  func parsing() throws {
    #expect(
      try VideoOutputSpecification(parsing: "/dev/video9") == VideoOutputSpecification(path: "/dev/video9"))
    let jpeg = try VideoOutputSpecification(parsing: "v4l2:/dev/video9?format=mjpeg")
    #expect(jpeg == VideoOutputSpecification(path: "/dev/video9", format: .mjpeg))
    #expect(try VideoOutputSpecification(parsing: jpeg.description) == jpeg)
    let node = try VideoOutputSpecification(parsing: "pipewire:dualcam")
    #expect(node == VideoOutputSpecification(path: "pipewire:dualcam", format: nil))
    for text in ["pipewire:dualcam", "pipewire:dualcam?format=yuyv", "pipewire:dualcam?format=mjpeg"] {
      #expect(try VideoOutputSpecification(parsing: text).description == text)
    }
    for text in [
      "", "video9", "pipewire:", "v4l2:", "v4l2:/dev/video9?format=rgb", "v4l2:/dev/video9?size=2",
      "file:/tmp/x", "udp:1",
    ] {
      #expect(throws: CaptureError.self) { try VideoOutputSpecification(parsing: text) }
    }
  }

  @Test("a node is set to raw pictures of limited range and to the rate, and gets whole frames")
  func raw() throws {
    let kernel = ScriptedOutput {
      $0.change = { ($0.bytesperline, $0.sizeimage) = (192, 192 * 32) }
    }
    do {
      let output = try VideoOutput(specification, size: size, framesPerSecond: 29.97, kernel: kernel)
      #expect(output.bytesPerRow == 192 && output.frameBytes == 192 * 32)
      let frame = (0..<output.frameBytes).map { UInt8(truncatingIfNeeded: $0) }
      #expect(output.write(frame.span) == .written)
      #expect(kernel.with { $0.frames } == [frame])
      let asked = kernel.with { $0.asked }
      #expect(asked.quantization == V4L2_QUANTIZATION_LIM_RANGE.rawValue)
      let interval = kernel.with { $0.interval }
      #expect(interval.numerator == 1000 && interval.denominator == 29970)
      #expect(output.write([UInt8](repeating: 0, count: output.frameBytes + 1).span) == .tooLarge)
    }
    #expect(kernel.with { $0.open } == 0)
  }

  @Test("a PipeWire node takes what its readers choose, and a frame once it is gone")
  func readers() throws {
    let kernel = ScriptedOutput { $0.change = { ($0.bytesperline, $0.sizeimage) = (128, 128 * 32) } }
    let node = VideoOutputSpecification(path: "pipewire:dualcam", format: nil)
    let output = try VideoOutput(node, size: size, framesPerSecond: 30, kernel: kernel)
    #expect(kernel.with { $0.asked.pixelformat } == 0 && output.bytesPerRow == 128)
    for (code, wanted) in [("YUYV", VideoOutputSpecification.Format.yuyv), ("MJPG", .mjpeg)] {
      #expect(output.wanted == nil)
      kernel.with { $0.chosen = FourCharacterCode(code).rawValue }
      #expect(output.wanted == wanted)
      kernel.with { $0.chosen = 0 }
    }
    kernel.with { $0.errors["readers"] = ENODEV }
    #expect(output.wanted != nil)
    // Others have what was set.
    let other = try VideoOutput(specification, size: size, framesPerSecond: 30, kernel: kernel)
    #expect(other.wanted == .yuyv)
  }

  @Test("what a node can't do is said with what to do, and nothing stays open")
  func refusals() {
    typealias Change = @Sendable (inout ScriptedOutput.State) -> Void
    let cases: [(change: Change, exit: Int32, words: String)] = [
      ({ $0.errors["open"] = ENOENT }, 69, "v4l2loopback"),
      ({ $0.errors["open"] = EACCES }, 77, "permission"),
      ({ $0.errors["capability"] = ENOTTY }, 69, "isn't a V4L2 device"),
      ({ $0.capabilities = cv4l_cap_video_capture }, 69, "is a camera"),
      ({ $0.capabilities = cv4l_cap_video_output }, 69, "no known way"),
      ({ $0.errors["format"] = EBUSY }, 75, "busy"),
      ({ $0.errors["format"] = EIO }, 74, "VIDIOC_S_FMT"),
      ({ $0.change = { $0.pixelformat = FourCharacterCode("MJPG").rawValue } }, 69, "?format=mjpeg"),
      ({ $0.change = { $0.width = 32 } }, 69, "--canvas 32x32"),
      ({ $0.change = { $0.bytesperline = 127 } }, 69, "impossible"),
      ({ $0.change = { $0.bytesperline = .max } }, 69, "impossible"),
      ({ $0.change = { $0.sizeimage = 100 } }, 69, "impossible"),
      ({ $0.change = { $0.sizeimage = 0 } }, 69, "impossible"),
    ]
    for (index, item) in cases.enumerated() {
      let kernel = ScriptedOutput(item.change)
      do {
        _ = try VideoOutput(specification, size: size, framesPerSecond: 30, kernel: kernel)
        Issue.record("case \(index) opened")
      } catch {
        #expect(error.exitCode == item.exit, "\(index): \(error)")
        #expect(error.description.contains(item.words), "\(index): \(error)")
        #expect(error.description.contains("/dev/video9"))
      }
      #expect(kernel.with { $0.open } == 0, "\(index)")
    }
  }

  @Test("a node without a rate is used all the same, a full one misses the frame, a broken one fails")
  func writing() throws {
    let kernel = ScriptedOutput { $0.errors["interval"] = ENOTTY }
    let jpeg = VideoOutputSpecification(path: "/dev/video9", format: .mjpeg)
    let output = try VideoOutput(jpeg, size: size, framesPerSecond: 30, kernel: kernel)
    #expect(output.bytesPerRow == 0)
    let bytes: [UInt8] = [1, 2, 3]
    for (code, outcome) in [
      (EAGAIN, VideoOutput.Outcome.busy), (ENODEV, .failed(code: ENODEV)), (EIO, .failed(code: EIO)),
    ] {
      kernel.with { $0.errors["write"] = code }
      #expect(output.write(bytes.span) == outcome)
    }
    kernel.with { ($0.errors["write"], $0.takes) = (nil, 2) }
    #expect(output.write(bytes.span) == .failed(code: EIO))
  }

  @Test("where the driver streams frames go through mapped buffers, and a full queue misses them")
  func mapped() throws {
    // By its driver's name v4l2loopback is written to all the same.
    let kernel = ScriptedOutput {
      $0.capabilities |= cv4l_cap_streaming
      ($0.errors["write"], $0.driver) = (EINVAL, "v4l2 loopback")
    }
    do {
      let output = try VideoOutput(specification, size: size, framesPerSecond: 30, kernel: kernel)
      #expect(output.write([1].span) == .failed(code: EINVAL))
    }
    kernel.with { $0.driver = "vivid" }
    do {
      let output = try VideoOutput(specification, size: size, framesPerSecond: 30, kernel: kernel)
      let frame = [UInt8](repeating: 9, count: output.frameBytes)
      #expect(output.write(frame.span) == .written)
      #expect(output.write(frame.span) == .written)
      #expect(kernel.with { $0.held } == [1, 0] && kernel.with { $0.isOn })
      kernel.with { $0.errors["dequeue"] = EAGAIN }
      #expect(output.write(frame.span) == .busy)
      kernel.with { $0.errors["dequeue"] = nil }
      #expect(output.write(frame.span) == .written)
      #expect(kernel.with { $0.held } == [0, 1])
      kernel.with { $0.wrongIndex = 77 }
      #expect(output.write(frame.span) == .failed(code: EIO))
    }
    #expect(kernel.with { $0.mapped } == 0 && kernel.with { $0.open } == 0)
  }

  @Test(
    "a driver that fails at its buffers fails the frame, and nothing stays mapped",
    arguments: ["request", "map", "queue", "on", "short"])
  func brokenBuffers(call: String) throws {
    let kernel = ScriptedOutput {
      $0.capabilities = cv4l_cap_video_output | cv4l_cap_streaming
      if call == "short" { $0.length = 100 } else { $0.errors[call] = EIO }
    }
    do {
      let output = try VideoOutput(specification, size: size, framesPerSecond: 30, kernel: kernel)
      let frame = [UInt8](repeating: 9, count: output.frameBytes)
      #expect(output.write(frame.span) == .failed(code: call == "short" ? ENOMEM : EIO))
    }
    #expect(kernel.with { $0.mapped } == 0 && kernel.with { $0.open } == 0)
  }
}
