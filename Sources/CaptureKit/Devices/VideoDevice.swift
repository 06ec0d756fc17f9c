import CVideo4Linux
import Glibc
import PixelTypes

/// An open video node: typed calls over the thin ones, and the sole owner of the descriptor.
///
/// Everything here returns an errno as a value (0 for success), because its meaning depends on the caller; the
/// initializer and `failure(_:call:)` turn it into a ``CaptureError``.
struct VideoDevice<Kernel: KernelInterface>: ~Copyable {
  let kernel: Kernel
  /// The node, with all links resolved.
  let path: String
  private(set) var handle: DeviceHandle

  /// - Throws: ``CaptureError/notFound(path:hint:)``, ``CaptureError/permission(path:hint:)``,
  ///   ``CaptureError/busy(path:holder:)``, otherwise ``CaptureError/system(call:path:code:)``.
  init(_ path: String, kernel: Kernel) throws(CaptureError) {
    var handle = DeviceHandle(descriptor: -1)
    let node = kernel.realPath(of: path) ?? path
    let code = uninterrupted { kernel.open(node, &handle) }
    guard code == 0 else {
      throw DeviceFailure(kernel: kernel, path: path, node: node).error(code, call: "open")
    }
    self.kernel = kernel
    self.path = node
    self.handle = handle
  }

  deinit { _ = kernel.close(handle) }

  /// Routes the device through libv4l2, which converts the formats it knows. Returns 0 or an errno.
  mutating func convert() -> Int32 { kernel.convert(&handle) }

  func failure(_ code: Int32, call: String) -> CaptureError {
    DeviceFailure(kernel: kernel, path: path, node: path).error(code, call: call)
  }

  /// Queries the node's capabilities and sets the buffer type for later calls.
  mutating func capability() throws(CaptureError) -> Capability {
    var capability = Capability()
    let code = uninterrupted { kernel.queryCapability(handle, &capability) }
    // Then it isn't a V4L2 device, but some other character device.
    if code == ENOTTY || code == EINVAL {
      throw .notACamera(path: path, reason: "it isn't a V4L2 device")
    }
    guard code == 0 else { throw failure(code, call: "VIDIOC_QUERYCAP") }
    if capability.isMultiplanar { handle.bufferType = V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue }
    if capability.isMetadata { handle.bufferType = V4L2_BUF_TYPE_META_CAPTURE.rawValue }
    return capability
  }

  /// Sets a control.
  func set(_ control: CameraControl, to value: Int64) -> Int32 {
    uninterrupted { kernel.setControl(handle, control.address, value) }
  }

  /// Makes automatic exposure and focus measure in part of the frame.
  func measure(in region: PixelRect, by control: CameraControl) -> Int32 {
    uninterrupted { kernel.setRectangle(handle, control.address, region) }
  }

  /// Why no picture can come through the selected input; `nil` when the driver reports no reason.
  var inputProblem: String? {
    var input = InputReport()
    return uninterrupted { kernel.input(handle, &input) } == 0 ? input.problem : nil
  }
}

/// A node's identity and capabilities (`VIDIOC_QUERYCAP`).
struct Capability: Sendable, Equatable {
  var driver = ""
  var card = ""
  var bus = ""
  /// This node's flags, not the whole device's, if the driver distinguishes them.
  var flags: UInt32 = 0

  init() {}

  init(_ raw: v4l2_capability) {
    driver = fieldText(raw.driver)
    card = fieldText(raw.card)
    bus = fieldText(raw.bus_info)
    flags = raw.capabilities & cv4l_cap_device_caps != 0 ? raw.device_caps : raw.capabilities
  }

  /// Whether it captures only through the multi-planar interface.
  var isMultiplanar: Bool {
    flags & cv4l_cap_video_capture == 0 && flags & cv4l_cap_video_capture_planes != 0
  }

  /// Whether it captures what belongs to another node's frames.
  var isMetadata: Bool { flags & cv4l_cap_metadata != 0 }

  /// Why this node delivers no pictures to applications; `nil` when it does. Rules out metadata, output, M2M and
  /// media-controller nodes.
  var whyNoCamera: String? {
    if flags & cv4l_cap_not_a_camera != 0 { return "it is a metadata or codec node" }
    if flags & (cv4l_cap_video_capture | cv4l_cap_video_capture_planes) == 0 {
      return "it doesn't capture video"
    }
    if flags & cv4l_cap_streaming == 0 { return "it can't stream into mapped buffers" }
    return nil
  }
}
