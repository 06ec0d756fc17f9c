import CVideo4Linux
import Glibc
import PixelTypes

/// An open V4L2 output node that takes frames one by one: by write(2), as v4l2loopback's writers do, or through mapped
/// buffers; or a PipeWire node of this process's own.
///
/// Never waits: a node without room for a frame doesn't get it. Use from one thread at a time.
public final class VideoOutput {
  /// The result of passing on a frame.
  public enum Outcome: Sendable, Equatable {
    /// The node took it.
    case written
    /// The node had no room for it now (EAGAIN).
    case busy
    /// It has more bytes than the node accepts.
    case tooLarge
    /// The node failed or went away, with an errno: close this output, and open another once the node is back.
    case failed(code: Int32)
  }

  /// The path and format that the output was opened with.
  public let specification: VideoOutputSpecification
  /// The frame's size in pixels.
  public let size: PixelSize
  /// Bytes from one row to the next of raw pictures; 0 if it takes only JPEGs.
  public let bytesPerRow: Int
  /// The largest frame that the node accepts, in bytes.
  public let frameBytes: Int
  /// The driver's name for the node.
  public let name: String
  private let kernel: any NodeKernel
  private let device: DeviceHandle
  private let isStreaming: Bool
  private var buffers: OutputBuffers?

  /// Opens the node and sets its format, at full size or not at all.
  ///
  /// - Parameters:
  ///   - specification: the node's path and the format to set.
  ///   - size: the frame's size in pixels.
  ///   - framesPerSecond: passed to the node for readers that ask for it.
  /// - Throws: ``CaptureError/notFound(path:hint:)``, ``CaptureError/permission(path:hint:)``,
  ///   ``CaptureError/busy(path:holder:)``, ``CaptureError/notAnOutput(path:reason:)``,
  ///   ``CaptureError/system(call:path:code:)``.
  public convenience init(
    _ specification: VideoOutputSpecification, size: PixelSize, framesPerSecond: Double
  ) throws(CaptureError) {
    try self.init(
      specification, size: size, framesPerSecond: framesPerSecond,
      kernel: specification.isPipeWire ? PipeWireOutput() : LinuxKernel())
  }

  init(
    _ specification: VideoOutputSpecification, size: PixelSize, framesPerSecond: Double,
    kernel: any NodeKernel
  ) throws(CaptureError) {
    let path = specification.path
    func failure(_ code: Int32, call: String) -> CaptureError {
      if code == ENOENT {
        return .notFound(path: path, hint: "make a virtual camera with `sudo modprobe v4l2loopback`")
      }
      let system = LinuxKernel()
      return DeviceFailure(kernel: system, path: path, node: system.realPath(of: path) ?? path)
        .error(code, call: call)
    }
    var device = DeviceHandle(descriptor: -1, bufferType: V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue)
    var code = uninterrupted { kernel.open(path, &device) }
    guard code == 0 else { throw failure(code, call: "open") }
    do throws(CaptureError) {
      var capability = Capability()
      code = uninterrupted { kernel.queryCapability(device, &capability) }
      if code == ENOTTY || code == EINVAL {
        throw .notAnOutput(path: path, reason: "it isn't a V4L2 device")
      }
      if code != 0 { throw failure(code, call: "VIDIOC_QUERYCAP") }
      guard capability.flags & cv4l_cap_video_output != 0 else {
        throw .notAnOutput(
          path: path,
          reason: "it is a camera, not the input of a virtual one; `v4l2-ctl --list-devices` lists all nodes")
      }
      let canStream = capability.flags & cv4l_cap_streaming != 0
      let canWrite = capability.flags & cv4l_cap_read_write != 0
      // v4l2loopback's documentation tells writers to use write(2). Elsewhere mapped buffers are safer:
      // vivid claims to support write(2) but doesn't.
      isStreaming = canStream && !(canWrite && capability.driver.contains("loopback"))
      guard canWrite || canStream else {
        throw .notAnOutput(path: path, reason: "its driver supports no known way to take frames")
      }
      var format = Self.format(specification.format, size)
      code = uninterrupted { kernel.setFormat(device, &format) }
      if code != 0 { throw failure(code, call: "VIDIOC_S_FMT") }
      let layout = try Self.check(format, specification, size)
      // A node without its own rate may refuse it.
      var parameters = v4l2_captureparm()
      parameters.timeperframe = v4l2_fract(
        numerator: 1000, denominator: UInt32(min(max(framesPerSecond, 0.001), 1000) * 1000))
      _ = uninterrupted { kernel.setParameters(device, &parameters) }
      self.specification = specification
      self.size = size
      (bytesPerRow, frameBytes) = layout
      name = capability.card
      self.kernel = kernel
      self.device = device
    } catch {
      _ = kernel.close(device)
      throw error
    }
  }

  deinit {
    // Unmap the memory before closing its device.
    buffers = nil
    _ = kernel.close(device)
  }

  private static func format(
    _ format: VideoOutputSpecification.Format?, _ size: PixelSize
  ) -> v4l2_pix_format {
    var raw = v4l2_pix_format()
    raw.width = UInt32(size.width)
    raw.height = UInt32(size.height)
    raw.field = V4L2_FIELD_NONE.rawValue
    raw.priv = cv4l_pix_priv_magic
    switch format {
    case nil: break
    case .yuyv:
      raw.pixelformat = FourCharacterCode("YUYV").rawValue
      raw.bytesperline = UInt32(PixelFormat.yuyv.minimumBytesPerRow(width: size.width))
      raw.sizeimage = raw.bytesperline * raw.height
      raw.colorspace = V4L2_COLORSPACE_SRGB.rawValue
      raw.ycbcr_enc = V4L2_YCBCR_ENC_601.rawValue
      raw.quantization = V4L2_QUANTIZATION_LIM_RANGE.rawValue
    case .mjpeg:
      raw.pixelformat = FourCharacterCode("MJPG").rawValue
      // The size of the pixels in 4:2:2: no picture's JPEG is larger.
      raw.sizeimage = UInt32(2 * size.area)
      raw.colorspace = V4L2_COLORSPACE_JPEG.rawValue
    }
    return raw
  }

  /// Checks that the driver took the format as requested; returns the bytes per row and per frame.
  private static func check(
    _ got: v4l2_pix_format, _ specification: VideoOutputSpecification, _ size: PixelSize
  ) throws(CaptureError) -> (bytesPerRow: Int, frameBytes: Int) {
    let path = specification.path
    let asked = format(specification.format, size)
    guard got.pixelformat == asked.pixelformat else {
      let other = specification.format == .yuyv ? "mjpeg" : "yuyv"
      throw .notAnOutput(
        path: path,
        reason: "it takes \(FourCharacterCode(rawValue: got.pixelformat)), not "
          + "\(FourCharacterCode(rawValue: asked.pixelformat)); try v4l2:\(path)?format=\(other)")
    }
    guard got.width == asked.width, got.height == asked.height else {
      throw .notAnOutput(
        path: path,
        reason: "it takes pictures of \(got.width)x\(got.height), not \(size); "
          + "add --canvas \(got.width)x\(got.height)")
    }
    // A raw frame is written row by row, at the driver's row length.
    let isRaw = specification.format != .mjpeg
    let least = isRaw ? 2 * size.width : 0
    let bytesPerRow = isRaw ? Int(got.bytesperline) : 0
    let frame = isRaw ? bytesPerRow * size.height : Int(got.sizeimage)
    guard bytesPerRow >= least, bytesPerRow <= 8 * PixelSize.largestSide, frame > 0,
      frame <= Int(got.sizeimage)
    else {
      throw .notAnOutput(
        path: path,
        reason:
          "its driver wants \(got.sizeimage) bytes in rows of \(got.bytesperline) for \(size), which is impossible"
      )
    }
    return (bytesPerRow, frame)
  }

  /// What readers get now; `nil` while a node that can tell has none.
  public var wanted: VideoOutputSpecification.Format? {
    guard specification.isPipeWire else { return specification.format }
    var format = v4l2_pix_format()
    // A node that is gone tells so when it is written to.
    guard uninterrupted({ kernel.getFormat(device, &format) }) == 0 else { return .mjpeg }
    switch FourCharacterCode(rawValue: format.pixelformat) {
    case FourCharacterCode("YUYV"): return .yuyv
    case FourCharacterCode("MJPG"): return .mjpeg
    default: return nil
    }
  }

  /// Passes a frame on, without waiting.
  public func write(_ bytes: Span<UInt8>) -> Outcome {
    guard bytes.count <= frameBytes else { return .tooLarge }
    return isStreaming ? stream(bytes) : writeWhole(bytes)
  }

  private func stream(_ bytes: Span<UInt8>) -> Outcome {
    if buffers == nil {
      do throws(OutputBuffers.Failure) {
        buffers = try OutputBuffers(device, frameBytes: frameBytes, kernel: kernel)
      } catch { return .failed(code: error.code) }
    }
    return buffers?.write(bytes) ?? .busy
  }

  private func writeWhole(_ bytes: Span<UInt8>) -> Outcome {
    // SAFETY: the span's memory is valid during the calls.
    unsafe bytes.withUnsafeBytes { bytes in
      var written = 0
      let code = uninterrupted { unsafe kernel.write(device, bytes, &written) }
      if code == EAGAIN { return .busy }
      if code != 0 { return .failed(code: code) }
      // A partial write means that the node expects another size.
      return written == bytes.count ? .written : .failed(code: EIO)
    }
  }
}
