import CVideo4Linux
import Glibc
import HostResources
import PixelTypes

/// The real kernel.
struct LinuxKernel: HostKernel {
  // SAFETY, for every call below: the C function uses its pointers within the call and keeps none; a struct
  // passed inout is exactly the one that the ioctl's number encodes; descriptors are plain numbers.

  func open(_ path: String, _ device: inout DeviceHandle) -> Int32 {
    device.isConverting = false
    return unsafe cv4l_open(path, &device.descriptor)
  }

  func convert(_ device: inout DeviceHandle) -> Int32 {
    let code = cv4l_convert(device.descriptor)
    device.isConverting = code == 0
    return code
  }

  func close(_ device: DeviceHandle) -> Int32 { cv4l_close(device.descriptor, device.isConverting) }

  func queryCapability(_ device: DeviceHandle, _ capability: inout Capability) -> Int32 {
    var raw = v4l2_capability()
    let code = unsafe cv4l_querycap(device.descriptor, &raw)
    capability = Capability(raw)
    return code
  }

  func enumerateFormat(_ device: DeviceHandle, _ format: inout v4l2_fmtdesc) -> Int32 {
    unsafe cv4l_enum_fmt(device.descriptor, &format)
  }

  func enumerateFrameSize(_ device: DeviceHandle, _ size: inout v4l2_frmsizeenum) -> Int32 {
    unsafe cv4l_enum_framesizes(device.descriptor, &size)
  }

  func enumerateFrameInterval(_ device: DeviceHandle, _ interval: inout v4l2_frmivalenum) -> Int32 {
    unsafe cv4l_enum_frameintervals(device.descriptor, &interval)
  }

  func input(_ device: DeviceHandle, _ input: inout InputReport) -> Int32 {
    let (code, name) = unsafe text(room: 32) { unsafe cv4l_input(device.descriptor, $0, &input.status) }
    input.name = name
    return code
  }

  func setFormat(_ device: DeviceHandle, _ format: inout v4l2_pix_format) -> Int32 {
    unsafe cv4l_s_fmt(device.descriptor, device.isConverting, device.bufferType, &format)
  }

  func getParameters(_ device: DeviceHandle, _ parameters: inout v4l2_captureparm) -> Int32 {
    var whole = v4l2_streamparm()
    whole.type = device.bufferType
    let code = unsafe cv4l_g_parm(device.descriptor, device.isConverting, &whole)
    parameters = unsafe whole.parm.capture
    return code
  }

  func setParameters(_ device: DeviceHandle, _ parameters: inout v4l2_captureparm) -> Int32 {
    var whole = v4l2_streamparm()
    whole.type = device.bufferType
    unsafe whole.parm.capture = parameters
    let code = unsafe cv4l_s_parm(device.descriptor, device.isConverting, &whole)
    parameters = unsafe whole.parm.capture
    return code
  }

  func queryControl(_ device: DeviceHandle, _ control: inout v4l2_query_ext_ctrl) -> Int32 {
    unsafe cv4l_query_ext_ctrl(device.descriptor, &control)
  }

  func queryOldControl(_ device: DeviceHandle, _ control: inout v4l2_queryctrl) -> Int32 {
    unsafe cv4l_queryctrl(device.descriptor, &control)
  }

  func queryMenuItem(_ device: DeviceHandle, _ item: inout MenuItem) -> Int32 {
    let (code, name) = unsafe text(room: 32) {
      unsafe cv4l_querymenu(device.descriptor, item.id, item.index, $0, &item.value)
    }
    item.name = name
    return code
  }

  func getControl(_ device: DeviceHandle, _ control: ControlAddress, _ value: inout Int64) -> Int32 {
    unsafe cv4l_g_ctrl(device.descriptor, control.id, control.isWide, &value)
  }

  func setControl(_ device: DeviceHandle, _ control: ControlAddress, _ value: Int64) -> Int32 {
    cv4l_s_ctrl(device.descriptor, control.id, control.isWide, value)
  }

  func setRectangle(_ device: DeviceHandle, _ control: ControlAddress, _ rect: PixelRect) -> Int32 {
    cv4l_s_rect(
      device.descriptor, control.id,
      v4l2_rect(
        left: Int32(clamping: rect.x), top: Int32(clamping: rect.y), width: UInt32(clamping: rect.width),
        height: UInt32(clamping: rect.height)))
  }

  func requestBuffers(_ device: DeviceHandle, _ count: inout UInt32) -> Int32 {
    var request = v4l2_requestbuffers()
    request.count = count
    request.type = device.bufferType
    request.memory = V4L2_MEMORY_MMAP.rawValue
    let code = unsafe cv4l_reqbufs(device.descriptor, device.isConverting, &request)
    count = request.count
    return code
  }

  func queryBuffer(_ device: DeviceHandle, _ buffer: inout BufferReport) -> Int32 {
    var raw = unsafe Self.mappedBuffer(buffer.index, device)
    let code = unsafe cv4l_querybuf(device.descriptor, device.isConverting, &raw)
    buffer = unsafe BufferReport(raw)
    return code
  }

  func queueBuffer(_ device: DeviceHandle, index: UInt32, bytes: UInt32) -> Int32 {
    var raw = unsafe Self.mappedBuffer(index, device)
    unsafe raw.bytesused = bytes
    // A camera's driver sets the field itself.
    if device.bufferType == V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue {
      unsafe raw.field = V4L2_FIELD_NONE.rawValue
    }
    return unsafe cv4l_qbuf(device.descriptor, device.isConverting, &raw)
  }

  func dequeueBuffer(_ device: DeviceHandle, _ buffer: inout BufferReport) -> Int32 {
    var raw = unsafe Self.mappedBuffer(0, device)
    let code = unsafe cv4l_dqbuf(device.descriptor, device.isConverting, &raw)
    buffer = unsafe BufferReport(raw)
    return code
  }

  private static func mappedBuffer(_ index: UInt32, _ device: DeviceHandle) -> v4l2_buffer {
    var raw = unsafe v4l2_buffer()
    unsafe raw.index = index
    unsafe raw.type = device.bufferType
    unsafe raw.memory = V4L2_MEMORY_MMAP.rawValue
    return unsafe raw
  }

  func streamOn(_ device: DeviceHandle) -> Int32 {
    cv4l_streamon(device.descriptor, device.isConverting, device.bufferType)
  }

  func write(_ device: DeviceHandle, _ bytes: UnsafeRawBufferPointer, _ written: inout Int) -> Int32 {
    unsafe cv4l_write(device.descriptor, bytes.baseAddress, bytes.count, &written)
  }

  func streamOff(_ device: DeviceHandle) -> Int32 {
    cv4l_streamoff(device.descriptor, device.isConverting, device.bufferType)
  }

  func map(
    _ device: DeviceHandle, length: Int, offset: UInt32, _ memory: inout UnsafeMutableRawBufferPointer
  ) -> Int32 {
    var address: UnsafeMutableRawPointer?
    let code = unsafe cv4l_mmap(device.descriptor, device.isConverting, length, offset, &address)
    if code == 0 { unsafe memory = UnsafeMutableRawBufferPointer(start: address, count: length) }
    return code
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer, isConverting: Bool) -> Int32 {
    unsafe cv4l_munmap(isConverting, memory.baseAddress, memory.count)
  }

  func entries(of folder: String) -> [String] {
    (try? FolderHandle(folder).names()) ?? []
  }

  func linkTarget(of path: String) -> String? {
    let (count, target) = unsafe text(room: 4096) { unsafe Int32(readlink(path, $0, 4096)) }
    return count > 0 ? target : nil
  }

  func realPath(of path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  func text(of path: String) -> String? {
    guard let bytes = try? BoundedFile.read(path, limit: 4096), !bytes.isEmpty else { return nil }
    let all = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    return all.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }

  func groupName(of path: String) -> String? {
    let (code, name) = unsafe text(room: 256) { unsafe cv4l_node_group(path, $0, 256) }
    return code == 0 ? name : nil
  }

  /// Calls a function that writes a text to at most `room` bytes; returns its answer and the text.
  private func text(
    room: Int, _ call: (UnsafeMutablePointer<CChar>) -> Int32
  ) -> (answer: Int32, text: String) {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
      unsafe buffer.initialize(repeating: 0)
      let answer = unsafe call(buffer.baseAddress!)
      return (answer, unsafe zeroEndedText(UnsafeRawBufferPointer(buffer)))
    }
  }
}

extension BufferReport {
  // SAFETY: only plain numbers are read; of the union, the offset, as memory is V4L2_MEMORY_MMAP.
  fileprivate init(_ raw: v4l2_buffer) {
    self = unsafe BufferReport(
      index: raw.index, flags: raw.flags, length: raw.length, offset: raw.m.offset,
      bytesUsed: raw.bytesused, dataOffset: raw.reserved2, sequence: raw.sequence,
      seconds: raw.timestamp.tv_sec,
      microseconds: raw.timestamp.tv_usec)
  }
}

/// The text in a fixed array of bytes, up to the first 0 or the end: not all drivers terminate it.
func fieldText<Field>(_ field: Field) -> String {
  // SAFETY: the bytes are the field's own.
  unsafe withUnsafeBytes(of: field) { unsafe zeroEndedText($0) }
}

private func zeroEndedText(_ bytes: UnsafeRawBufferPointer) -> String {
  unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
}
