import CCameraLibraries
import CVideo4Linux
import Glibc
import PixelTypes

/// Cameras that a library offers instead of Linux, asked as V4L2's are:
/// https://docs.kernel.org/userspace-api/media/v4l/user-func.html
///
/// They have no controls, inputs or links, and nothing else that Linux knows of its nodes.
struct LibraryKernel: HostKernel {
  private let service: CameraService
  /// `nil` when it isn't installed.
  private let library: camera_library?

  init(_ service: CameraService) {
    self.init(service, service == .pipewire ? pipewire_library : Self.libcamera)
  }

  init(_ service: CameraService, _ library: camera_library?) {
    self.service = service
    self.library = library
  }

  /// The plug-in that plugins/libcamera/build compiles.
  private static let libcamera: camera_library? = {
    // SAFETY: the plug-in exports this function, whose answer is its own for good; it stays loaded.
    guard let file = unsafe dlopen("/usr/local/lib/dualcam/libcamera.so", RTLD_NOW | RTLD_LOCAL),
      let symbol = unsafe dlsym(file, "dualcam_library")
    else { return nil }
    typealias Entry = @convention(c) () -> UnsafePointer<camera_library>
    let library = unsafe unsafeBitCast(symbol, to: Entry.self)().pointee
    return library.version == UInt32(LIBRARY_VERSION) ? library : nil
  }()

  /// Asks an open camera; EBADF when there is none.
  private func ask(_ device: DeviceHandle, _ body: (inout LibraryCamera.State) -> Int32) -> Int32 {
    device.camera?.with(body) ?? EBADF
  }

  func open(_ path: String, _ device: inout DeviceHandle) -> Int32 {
    guard let library else { return ELIBACC }
    let code = makeWake(&device.descriptor)
    if code != 0 { return code }
    let camera = LibraryCamera(library, signal: device.descriptor)
    device.camera = camera
    // One that isn't opened is freed with the handle.
    return camera.open(String(path.dropFirst(service.scheme.count)))
  }

  func close(_ device: DeviceHandle) -> Int32 {
    device.camera?.close()
    return 0
  }

  func queryCapability(_ device: DeviceHandle, _ capability: inout Capability) -> Int32 {
    // As long as drivers' own.
    func short(_ text: String) -> String { String(decoding: text.utf8.prefix(31), as: UTF8.self) }
    return ask(device) { camera in
      capability.driver = service.rawValue
      capability.card = short(camera.name)
      capability.bus = short(service.scheme + camera.place)
      capability.flags = cv4l_cap_video_capture | cv4l_cap_streaming
      return 0
    }
  }

  // MARK: - Formats

  func enumerateFormat(_ device: DeviceHandle, _ format: inout v4l2_fmtdesc) -> Int32 {
    ask(device) { camera in
      var pixels: [UInt32] = []
      for mode in camera.modes where !pixels.contains(mode.coding.pixels) {
        pixels.append(mode.coding.pixels)
      }
      guard format.index < pixels.count else { return EINVAL }
      format.pixelformat = pixels[Int(format.index)]
      return 0
    }
  }

  func enumerateFrameSize(_ device: DeviceHandle, _ size: inout v4l2_frmsizeenum) -> Int32 {
    ask(device) { camera in
      let modes = camera.modes.of(size.pixel_format)
      guard size.index < modes.count else { return EINVAL }
      let found = modes[Int(size.index)].size
      size.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
      size.discrete = v4l2_frmsize_discrete(width: UInt32(found.width), height: UInt32(found.height))
      return 0
    }
  }

  func enumerateFrameInterval(_ device: DeviceHandle, _ interval: inout v4l2_frmivalenum) -> Int32 {
    ask(device) { camera in
      let size = PixelSize(interval.width, interval.height)
      let mode = camera.modes.of(interval.pixel_format).first { $0.size == size }
      guard let rates = mode?.rates, interval.index < rates.count else { return EINVAL }
      interval.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
      interval.discrete = rates[Int(interval.index)].inverse
      return 0
    }
  }

  /// The nearest size in the format.
  func setFormat(_ device: DeviceHandle, _ format: inout v4l2_pix_format) -> Int32 {
    guard let camera = device.camera else { return EBADF }
    let (pixels, width, height) = (format.pixelformat, Int(format.width), Int(format.height))
    func distance(_ mode: LibraryMode) -> Int {
      abs(mode.size.width - width) + abs(mode.size.height - height)
    }
    let (modes, isBusy) = camera.with { ($0.modes.of(pixels), !$0.queue.isEmpty) }
    if isBusy { return EBUSY }
    guard var mode = modes.min(by: { distance($0) < distance($1) }) else { return EINVAL }
    let code = camera.configure(&mode)
    if code != 0 { return code }
    format = mode.format
    camera.with { [mode] state in
      state.modes = state.modes.map { $0.isSame(as: mode) ? mode : $0 }
      (state.mode, state.rate) = (mode, mode.rates.first ?? v4l2_fract())
    }
    return 0
  }

  func getParameters(_ device: DeviceHandle, _ parameters: inout v4l2_captureparm) -> Int32 {
    ask(device) { camera in
      parameters.capability = camera.mode?.rates.isEmpty == false ? cv4l_cap_timeperframe : 0
      parameters.timeperframe = camera.rate.inverse
      return 0
    }
  }

  func setParameters(_ device: DeviceHandle, _ parameters: inout v4l2_captureparm) -> Int32 {
    let wanted = parameters.timeperframe.inverse
    _ = ask(device) { camera in
      guard wanted.denominator > 0, let rates = camera.mode?.rates, !rates.isEmpty else { return 0 }
      func distance(_ rate: v4l2_fract) -> Double { abs(rate.quotient - wanted.quotient) }
      camera.rate = ([camera.rate] + rates).min { distance($0) < distance($1) } ?? camera.rate
      return 0
    }
    return getParameters(device, &parameters)
  }

  // MARK: - Buffers

  func requestBuffers(_ device: DeviceHandle, _ count: inout UInt32) -> Int32 {
    if count > 0, device.camera?.with({ $0.isOn }) == true { return EBUSY }
    device.camera?.stop()
    count = min(count, UInt32(FrameQueue.mostBuffers))
    return ask(device) { camera in
      camera.queue = FrameQueue(count: count, bytes: camera.mode?.format.sizeimage ?? 0)
      return 0
    }
  }

  func queryBuffer(_ device: DeviceHandle, _ buffer: inout BufferReport) -> Int32 {
    ask(device) { camera in
      guard let known = camera.queue[buffer.index] else { return EINVAL }
      buffer = known
      return 0
    }
  }

  func map(
    _ device: DeviceHandle, length: Int, offset: UInt32, _ memory: inout UnsafeMutableRawBufferPointer
  ) -> Int32 {
    guard let camera = device.camera, camera.with({ $0.queue[offset] != nil }) else { return EINVAL }
    // SAFETY: memory of its own; pages are taken as frames need them.
    let made = unsafe mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let made = unsafe made, unsafe made != MAP_FAILED else { return errno }
    let mapped = unsafe UnsafeMutableRawBufferPointer(start: made, count: length)
    camera.with { unsafe $0.queue.map(offset, mapped) }
    unsafe memory = unsafe mapped
    return 0
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer, isConverting: Bool) -> Int32 {
    // SAFETY: mapped above, with this length.
    unsafe munmap(memory.baseAddress, memory.count) == 0 ? 0 : errno
  }

  func queueBuffer(_ device: DeviceHandle, index: UInt32, bytes: UInt32) -> Int32 {
    ask(device) { $0.queue.queue(index) }
  }

  func dequeueBuffer(_ device: DeviceHandle, _ buffer: inout BufferReport) -> Int32 {
    device.camera?.dequeue(&buffer) ?? EBADF
  }

  // MARK: - The stream

  func streamOn(_ device: DeviceHandle) -> Int32 { device.camera?.start() ?? EBADF }

  func streamOff(_ device: DeviceHandle) -> Int32 {
    device.camera?.stop()
    return 0
  }

  // MARK: - Files

  func entries(of folder: String) -> [String] { [] }
  func linkTarget(of path: String) -> String? { nil }
  /// A camera's name leads to itself.
  func realPath(of path: String) -> String? { path.hasPrefix(service.scheme) ? path : nil }
  func text(of path: String) -> String? { nil }
  func groupName(of path: String) -> String? { nil }
}

extension v4l2_fract {
  /// Rates to intervals, and back.
  fileprivate var inverse: v4l2_fract { v4l2_fract(numerator: denominator, denominator: numerator) }
  fileprivate var quotient: Double { Double(numerator) / Double(denominator) }
}
