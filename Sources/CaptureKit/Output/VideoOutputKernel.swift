import CVideo4Linux

/// The calls that feed an output node, each returning 0 or an errno; tests play a scripted one.
protocol VideoOutputKernel: Sendable {
  func open(_ path: String, _ descriptor: inout Int32) -> Int32
  func close(_ descriptor: Int32)
  func queryCapability(_ descriptor: Int32, _ capability: inout v4l2_capability) -> Int32
  func setFormat(_ descriptor: Int32, _ format: inout v4l2_pix_format) -> Int32
  func setInterval(_ descriptor: Int32, _ interval: inout v4l2_fract) -> Int32
  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ written: inout Int) -> Int32
}

/// The real kernel (https://docs.kernel.org/userspace-api/media/v4l/dev-output.html).
struct LinuxOutputKernel: VideoOutputKernel {
  // SAFETY, for every call below: the C function uses its pointers within the call and keeps none; a struct passed
  // inout is exactly the one that the ioctl's number encodes.

  func open(_ path: String, _ descriptor: inout Int32) -> Int32 { unsafe cv4l_open(path, &descriptor) }

  func close(_ descriptor: Int32) { _ = cv4l_close(descriptor, false) }

  func queryCapability(_ descriptor: Int32, _ capability: inout v4l2_capability) -> Int32 {
    unsafe cv4l_querycap(descriptor, &capability)
  }

  func setFormat(_ descriptor: Int32, _ format: inout v4l2_pix_format) -> Int32 {
    var whole = unsafe v4l2_format()
    unsafe whole.type = V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue
    unsafe whole.fmt.pix = format
    let code = unsafe cv4l_s_fmt(descriptor, false, &whole)
    format = unsafe whole.fmt.pix
    return code
  }

  func setInterval(_ descriptor: Int32, _ interval: inout v4l2_fract) -> Int32 {
    var whole = v4l2_streamparm()
    whole.type = V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue
    unsafe whole.parm.output.timeperframe = interval
    let code = unsafe cv4l_s_parm(descriptor, false, &whole)
    interval = unsafe whole.parm.output.timeperframe
    return code
  }

  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ written: inout Int) -> Int32 {
    unsafe cv4l_write(descriptor, bytes.baseAddress, bytes.count, &written)
  }
}
