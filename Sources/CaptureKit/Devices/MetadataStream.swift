import CVideo4Linux
import Glibc
import PixelTypes

/// The open metadata node beside a UVC camera's: tells when each frame was exposed. It never waits.
///
/// The driver completes a frame's metadata before the frame itself. Its deinit stops it and closes the node.
struct MetadataStream<Kernel: KernelInterface>: ~Copyable {
  /// More than a camera has frames under way, so that none is without.
  private static var mostBuffers: UInt32 { 16 }

  private let device: VideoDevice<Kernel>
  private let buffers: [MappedBuffer<Kernel>]
  private var clock = DeviceClock()
  /// Of the newest frames, by the rest of their sequence numbers.
  private var times = InlineArray<16, (sequence: UInt32, time: DeviceTime)?>(repeating: nil)

  /// - Throws: what opening a node and mapping buffers throw; ``CaptureError/system(call:path:code:)`` for a node without the
  ///   headers' clocks.
  init(_ node: String, kernel: Kernel) throws(CaptureError) {
    var device = try VideoDevice(node, kernel: kernel)
    guard try device.capability().isMetadata else { throw device.failure(EINVAL, call: "VIDIOC_QUERYCAP") }
    // v4l2_meta_format begins with the format, where others have a width.
    var format = v4l2_pix_format()
    format.width = FourCharacterCode("UVCH").rawValue
    var code = uninterrupted { device.kernel.setFormat(device.handle, &format) }
    guard code == 0, format.width == FourCharacterCode("UVCH").rawValue else {
      throw device.failure(code == 0 ? EINVAL : code, call: "VIDIOC_S_FMT")
    }
    var count = Self.mostBuffers
    code = uninterrupted { device.kernel.requestBuffers(device.handle, &count) }
    guard code == 0 else { throw device.failure(code, call: "VIDIOC_REQBUFS") }
    var buffers: [MappedBuffer<Kernel>] = []
    for index in 0..<Int(min(count, Self.mostBuffers)) {
      buffers.append(try MappedBuffer(index: index, of: device, atLeast: 0))
    }
    self.buffers = buffers
    self.device = device
  }

  deinit { _ = uninterrupted { device.kernel.streamOff(device.handle) } }

  /// Gives the driver its buffers and starts; the camera's own stream must not run yet.
  func start() throws(CaptureError) {
    for index in buffers.indices { try queue(index) }
    let code = uninterrupted { device.kernel.streamOn(device.handle) }
    guard code == 0 else { throw device.failure(code, call: "VIDIOC_STREAMON") }
  }

  /// Takes all buffers back, and forgets the camera's clock.
  mutating func stop() throws(CaptureError) {
    clock = DeviceClock()
    times = InlineArray(repeating: nil)
    let code = uninterrupted { device.kernel.streamOff(device.handle) }
    guard code == 0 else { throw device.failure(code, call: "VIDIOC_STREAMOFF") }
  }

  /// When the frame with this number, which has just come, was exposed; `nil` if it isn't known. Allocates nothing.
  mutating func time(of sequence: UInt32) throws(CaptureError) -> DeviceTime? {
    for _ in buffers.indices {
      var report = BufferReport()
      let code = uninterrupted { device.kernel.dequeueBuffer(device.handle, &report) }
      if code == EAGAIN { break }
      guard code == 0, report.index < buffers.count else {
        throw device.failure(code == 0 ? EINVAL : code, call: "VIDIOC_DQBUF")
      }
      if report.flags & cv4l_buffer_error == 0 { read(report) }
      try queue(Int(report.index))
    }
    let found = times[Int(sequence % 16)]
    return found?.sequence == sequence ? found?.time : nil
  }

  private mutating func read(_ report: BufferReport) {
    buffers[Int(report.index)].withBytes(Int(report.bytesUsed)) { bytes in
      var at = 0
      while let header = PayloadClock(&at, bytes) { clock.take(header) }
    }
    times[Int(report.sequence % 16)] = clock.endFrame().map { (report.sequence, $0) }
  }

  private func queue(_ index: Int) throws(CaptureError) {
    let code = uninterrupted { device.kernel.queueBuffer(device.handle, index: UInt32(index), bytes: 0) }
    guard code == 0 else { throw device.failure(code, call: "VIDIOC_QBUF") }
  }
}
