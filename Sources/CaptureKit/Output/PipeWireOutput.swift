import CCameraLibraries
import CVideo4Linux
import Glibc

/// A PipeWire node of this process's own, asked as an output's driver is: it is offered once its rate is set. Opens one node.
@safe
final class PipeWireOutput: NodeKernel, @unchecked Sendable {
  // SAFETY: one thread at a time uses it, as it does the output; C locks out PipeWire's, and keeps no pointer.
  private var node: UnsafeMutableRawPointer?
  private var name = ""
  private var format = v4l2_pix_format()

  func open(_ path: String, _ device: inout DeviceHandle) -> Int32 {
    name = String(path.dropFirst(CameraService.pipewire.scheme.count))
    return unsafe pipewire_library.open(name, nil, nil, &node)
  }

  func close(_ device: DeviceHandle) -> Int32 {
    if let node = unsafe node { unsafe pipewire_library.close(node) }
    unsafe node = nil
    return 0
  }

  func queryCapability(_ device: DeviceHandle, _ capability: inout Capability) -> Int32 {
    capability.driver = CameraService.pipewire.rawValue
    capability.card = String(decoding: name.utf8.prefix(31), as: UTF8.self)
    capability.flags = cv4l_cap_video_output | cv4l_cap_read_write
    return 0
  }

  /// Without a pixel format readers choose between YUYV and MJPEG.
  func setFormat(_ device: DeviceHandle, _ format: inout v4l2_pix_format) -> Int32 {
    let bytesPerRow = (format.width + 1) / 2 * 4
    format.bytesperline = format.pixelformat == FourCharacterCode(.mjpeg).rawValue ? 0 : bytesPerRow
    format.sizeimage = bytesPerRow * format.height
    self.format = format
    return 0
  }

  func getFormat(_ device: DeviceHandle, _ format: inout v4l2_pix_format) -> Int32 {
    format = self.format
    return unsafe pipewire_readers(node, &format.pixelformat)
  }

  func setParameters(_ device: DeviceHandle, _ parameters: inout v4l2_captureparm) -> Int32 {
    let interval = parameters.timeperframe
    var (divisor, rest) = (interval.denominator, interval.numerator)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    let rate = v4l2_fract(
      numerator: interval.denominator / max(divisor, 1), denominator: interval.numerator / max(divisor, 1))
    return unsafe pipewire_offer(node, &format, rate)
  }

  func write(_ device: DeviceHandle, _ bytes: UnsafeRawBufferPointer, _ written: inout Int) -> Int32 {
    let code = unsafe pipewire_put(node, bytes.baseAddress, bytes.count)
    written = code == 0 ? bytes.count : 0
    return code
  }
}
