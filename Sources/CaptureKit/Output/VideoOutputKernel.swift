import CVideo4Linux

/// The calls that feed an output node, each returning 0 or an errno; tests use a scripted one.
protocol VideoOutputKernel: Sendable {
  func open(_ path: String, _ descriptor: inout Int32) -> Int32
  func close(_ descriptor: Int32)
  func queryCapability(_ descriptor: Int32, _ capability: inout v4l2_capability) -> Int32
  func setFormat(_ descriptor: Int32, _ format: inout v4l2_pix_format) -> Int32
  func setInterval(_ descriptor: Int32, _ interval: inout v4l2_fract) -> Int32
  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ written: inout Int) -> Int32
  /// Requests `count` mapped buffers and sets `count` to the number granted.
  func requestBuffers(_ descriptor: Int32, _ count: inout UInt32) -> Int32
  func map(_ descriptor: Int32, index: UInt32, _ memory: inout UnsafeMutableRawBufferPointer) -> Int32
  func unmap(_ memory: UnsafeMutableRawBufferPointer)
  func queue(_ descriptor: Int32, index: UInt32, bytes: UInt32) -> Int32
  /// EAGAIN when the driver hasn't returned any yet.
  func dequeue(_ descriptor: Int32, _ index: inout UInt32) -> Int32
  func streamOn(_ descriptor: Int32) -> Int32
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
    unsafe cv4l_s_fmt(descriptor, false, V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue, &format)
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

  func requestBuffers(_ descriptor: Int32, _ count: inout UInt32) -> Int32 {
    var request = v4l2_requestbuffers()
    request.count = count
    request.type = V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue
    request.memory = V4L2_MEMORY_MMAP.rawValue
    let code = unsafe cv4l_reqbufs(descriptor, false, &request)
    count = request.count
    return code
  }

  func map(_ descriptor: Int32, index: UInt32, _ memory: inout UnsafeMutableRawBufferPointer) -> Int32 {
    var raw = unsafe Self.buffer(index)
    var code = unsafe cv4l_querybuf(descriptor, false, &raw)
    if code != 0 { return code }
    var address: UnsafeMutableRawPointer?
    let length = unsafe Int(raw.length)
    code = unsafe cv4l_mmap(descriptor, false, length, raw.m.offset, &address)
    if code == 0 { unsafe memory = UnsafeMutableRawBufferPointer(start: address, count: length) }
    return code
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    _ = unsafe cv4l_munmap(false, memory.baseAddress, memory.count)
  }

  func queue(_ descriptor: Int32, index: UInt32, bytes: UInt32) -> Int32 {
    var raw = unsafe Self.buffer(index)
    unsafe raw.bytesused = bytes
    unsafe raw.field = V4L2_FIELD_NONE.rawValue
    return unsafe cv4l_qbuf(descriptor, false, &raw)
  }

  func dequeue(_ descriptor: Int32, _ index: inout UInt32) -> Int32 {
    var raw = unsafe Self.buffer(0)
    let code = unsafe cv4l_dqbuf(descriptor, false, &raw)
    index = unsafe raw.index
    return code
  }

  func streamOn(_ descriptor: Int32) -> Int32 {
    cv4l_streamon(descriptor, false, V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue)
  }

  private static func buffer(_ index: UInt32) -> v4l2_buffer {
    var raw = unsafe v4l2_buffer()
    unsafe raw.index = index
    unsafe raw.type = V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue
    unsafe raw.memory = V4L2_MEMORY_MMAP.rawValue
    return unsafe raw
  }
}
