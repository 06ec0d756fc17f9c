import Glibc

/// Lists this machine's cameras.
public enum DeviceEnumerator {
  /// Every node that captures video, with what it offers, in numerical order.
  ///
  /// Metadata, output, codec and media-controller nodes are left out. A camera that can't be opened is listed with the
  /// reason. Opens each node briefly; running streams are not disturbed.
  public static func cameras() -> [CameraDevice] { cameras(kernel: LinuxKernel()) }

  static func cameras<Kernel: KernelInterface>(kernel: Kernel) -> [CameraDevice] {
    let names = StableNames(kernel: kernel)
    let byId = names.links(in: "/dev/v4l/by-id")
    let byPath = names.links(in: "/dev/v4l/by-path")
    var cameras: [CameraDevice] = []
    for node in names.nodes {
      guard var camera = camera(at: node, kernel: kernel) else { continue }
      camera.byId = byId[node] ?? []
      camera.byPath = byPath[node] ?? []
      cameras.append(camera)
    }
    let marks = cameras.map { (card: $0.name, bus: $0.bus, serial: names.serial(of: $0.path)) }
    for index in cameras.indices where names.hasTwin(marks[index], among: marks) {
      cameras[index].notes.append(
        "another camera has the same name and serial number, so by-id can't tell them apart:"
          + " use by-path")
    }
    return cameras
  }

  /// The camera at a node; `nil` when the node isn't a camera.
  static func camera<Kernel: KernelInterface>(at node: String, kernel: Kernel) -> CameraDevice? {
    var camera = CameraDevice(
      path: node, name: "", driver: "", bus: "", byId: [], byPath: [], formats: [], controls: [],
      usable: false, problem: nil, notes: [])
    do throws(CaptureError) {
      var device = try VideoDevice(node, kernel: kernel)
      let capability = try device.capability()
      guard capability.whyNoCamera == nil else { return nil }
      camera.name = capability.card
      camera.driver = capability.driver
      camera.bus = capability.bus
      camera.metadataNode = SysfsNode(device.path, kernel: kernel).metadataNode
      let offered = FormatSurvey.formats(of: device)
      camera.formats = offered.map(CameraFormat.init)
      camera.controls = ControlSurvey.controls(of: device)
      camera.problem = problem(offered, device)
      if camera.problem == nil, !offered.contains(where: { $0.code.pixelFormat != nil }) {
        camera.notes.append("none of its formats can be used directly: libv4l2 converts them")
      }
      if let problem = device.inputProblem { camera.notes.append(problem) }
    } catch {
      switch error {
      case .notACamera, .notFound, .disconnected: return nil
      default:
        let known = SysfsNode(node, kernel: kernel)
        camera.name = known.name
        camera.driver = known.driver
        camera.bus = known.bus
        camera.isMetadata = known.isMetadata
        camera.problem = error.description
      }
    }
    camera.usable = camera.problem == nil
    return camera
  }

  private static func problem<Kernel>(
    _ offered: [OfferedFormat], _ device: borrowing VideoDevice<Kernel>
  ) -> String? {
    if offered.isEmpty { return "the driver lists no formats" }
    if device.handle.isMultiplanar, !offered.contains(where: { $0.code.pixelFormat != nil }) {
      return
        "dualcam supports none of its formats (\(offered.map(\.code.description).joined(separator: ", "))),"
        + " and libv4l2 can't convert for a multi-planar camera"
    }
    // Opening a node always succeeds; another process's stream shows only when buffers are requested. Requesting none is
    // harmless, and fails if another process has some.
    var none: UInt32 = 0
    let code = uninterrupted { device.kernel.requestBuffers(device.handle, &none) }
    if code == EBUSY { return device.failure(code, call: "VIDIOC_REQBUFS").description }
    return nil
  }
}
