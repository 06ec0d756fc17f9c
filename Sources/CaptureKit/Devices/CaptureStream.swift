// https://docs.kernel.org/userspace-api/media/v4l/mmap.html

import Glibc
import PixelTypes

/// An open camera with an agreed format and mapped buffers: the typed base of streaming. Its deinit stops the
/// stream, frees the driver's buffers and closes the node.
struct CaptureStream<Kernel: KernelInterface>: ~Copyable {
  /// The most buffers in use; a driver that insists on more keeps the rest.
  static var mostBuffers: Int { 32 }

  let device: VideoDevice<Kernel>
  let agreed: AgreedStream
  let capability: Capability
  let buffers: [MappedBuffer<Kernel>]
  private(set) var isStreaming = false
  private var metadata: MetadataStream<Kernel>?
  /// Why the camera's metadata isn't used, if it has any: its frames then have no times by its own clock.
  private(set) var metadataFailure: CaptureError?

  /// Opens the camera, negotiates, and requests and maps buffers.
  ///
  /// - Throws: what `Negotiator.agree(with:)` and opening throw; ``CaptureError/busy(path:holder:)`` when
  ///   another process is streaming.
  init(path: String, kernel: Kernel, negotiator: Negotiator) throws(CaptureError) {
    var device = try VideoDevice(path, kernel: kernel)
    let capability = try device.capability()
    if let reason = capability.whyNoCamera { throw .notACamera(path: path, reason: reason) }
    let agreed = try negotiator.agree(with: &device)
    // uvcvideo sets the metadata's format only while the camera has no buffers.
    do throws(CaptureError) {
      metadata = try SysfsNode(device.path, kernel: kernel).metadataNode.map {
        node throws(CaptureError) in try MetadataStream(node, kernel: kernel)
      }
    } catch { metadataFailure = error }
    buffers = try Self.buffers(of: device, agreed, count: negotiator.request.bufferCount)
    self.agreed = agreed
    self.capability = capability
    self.device = device
  }

  /// The camera's controls with their current values.
  var controls: [CameraControl] { ControlSurvey.controls(of: device) }
  /// The sizes and rates that the camera offers in its current format.
  var modes: [StreamMode] {
    StreamMode.modes(of: FormatSurvey.formats(of: device), in: agreed.format.pixelFormat)
  }

  private static func buffers(
    of device: borrowing VideoDevice<Kernel>, _ agreed: AgreedStream, count asked: Int
  ) throws(CaptureError) -> [MappedBuffer<Kernel>] {
    var count = UInt32(min(max(asked, 3), Self.mostBuffers))
    let code = uninterrupted { device.kernel.requestBuffers(device.handle, &count) }
    guard code == 0 else { throw device.failure(code, call: "VIDIOC_REQBUFS") }
    guard count > 0 else { throw device.failure(ENOMEM, call: "VIDIOC_REQBUFS") }
    var buffers: [MappedBuffer<Kernel>] = []
    for index in 0..<min(Int(count), Self.mostBuffers) {
      buffers.append(try MappedBuffer(index: index, of: device, atLeast: agreed.bufferBytes))
    }
    return buffers
  }

  deinit {
    if isStreaming { _ = uninterrupted { device.kernel.streamOff(device.handle) } }
    // Frees the queue for other processes even while a frame is still being read; drivers that can't (before
    // Linux 4.20) answer EBUSY and free it with the last mapping.
    var none: UInt32 = 0
    _ = uninterrupted { device.kernel.requestBuffers(device.handle, &none) }
  }

  /// Starts the stream.
  ///
  /// - Throws: ``CaptureError/bandwidth(path:bus:smaller:)`` on ENOSPC.
  mutating func start() throws(CaptureError) {
    withMetadata { metadata throws(CaptureError) in try metadata.start() }
    let code = uninterrupted { device.kernel.streamOn(device.handle) }
    if code == ENOSPC {
      throw .bandwidth(
        path: device.path, bus: capability.bus,
        smaller: SmallerModes.of(FormatSurvey.formats(of: device), than: agreed.format))
    }
    guard code == 0 else { throw device.failure(code, call: "VIDIOC_STREAMON") }
    isStreaming = true
  }

  /// Takes all buffers back from the driver. Returns 0 or an errno.
  mutating func stop() -> Int32 {
    isStreaming = false
    withMetadata { metadata throws(CaptureError) in try metadata.stop() }
    return uninterrupted { device.kernel.streamOff(device.handle) }
  }

  func queue(_ index: Int) -> Int32 {
    uninterrupted { device.kernel.queueBuffer(device.handle, index: UInt32(index), bytes: 0) }
  }

  func dequeue(_ report: inout BufferReport) -> Int32 {
    uninterrupted { device.kernel.dequeueBuffer(device.handle, &report) }
  }

  /// Waits for a frame or a wake-up.
  func poll(wake: Int32, milliseconds: Int32, _ events: inout PollEvents) -> Int32 {
    uninterrupted { device.kernel.poll(device.handle, wake: wake, milliseconds: milliseconds, &events) }
  }

  /// As ``MetadataStream/time(of:)``; `nil` without metadata.
  mutating func deviceTime(of sequence: UInt32) -> DeviceTime? {
    var time: DeviceTime?
    withMetadata { metadata throws(CaptureError) in time = try metadata.time(of: sequence) }
    return time
  }

  /// Uses the metadata, if there is any; goes on without it once something fails.
  private mutating func withMetadata(_ body: (inout MetadataStream<Kernel>) throws(CaptureError) -> Void) {
    guard var metadata = metadata.take() else { return }
    do throws(CaptureError) {
      try body(&metadata)
      self.metadata = consume metadata
    } catch {
      // A camera that goes away is told of as such.
      if case .disconnected = error { return }
      metadataFailure = error
    }
  }
}
