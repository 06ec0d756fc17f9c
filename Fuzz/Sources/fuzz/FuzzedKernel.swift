import CVideo4Linux
import Glibc
import PixelTypes

@testable import CaptureKit

/// A kernel that answers with an input's bytes; when they are used up, everything fails and the feed is stopped.
@safe
final class FuzzedKernel: KernelInterface, @unchecked Sendable {
  // SAFETY: all runs on the fuzzer's one thread.
  private let bytes: [UInt8]
  private var position = 0
  private var clock: Int64 = 1_000_000_000
  private var mapped: [UInt: Int] = [:]
  /// Called with each wait, and when nothing is left.
  var atWait: (_ isOver: Bool) -> Void = { _ in }

  init(_ input: [UInt8]) { bytes = input }

  deinit { precondition(mapped.isEmpty, "a buffer is still mapped") }

  private var isOver: Bool { position >= bytes.count }

  private func byte() -> UInt8 {
    guard !isOver else { return 0xFF }
    defer { position += 1 }
    return bytes[position]
  }

  private func word() -> UInt32 { (0..<4).reduce(0) { word, _ in word << 8 | UInt32(byte()) } }

  /// Mostly a likely value, now and then any.
  private func number(_ likely: UInt32...) -> UInt32 {
    let choice = byte()
    return choice < 224 ? likely[Int(choice) % likely.count] : word()
  }

  /// 0, or an errno; `done` fills what the call gives.
  private func answer(_ done: () -> Void = {}) -> Int32 {
    if isOver { return EINVAL }
    let choice = byte()
    if choice < 200 {
      done()
      return 0
    }
    let codes = [EINVAL, EIO, ENODEV, EBUSY, ENOSPC, EACCES, EAGAIN, ENOTTY, ENOMEM, EPERM, ENXIO, EPIPE]
    return codes[Int(choice) % codes.count]
  }

  private func fill<Value>(_ value: inout Value) {
    unsafe withUnsafeMutableBytes(of: &value) { raw in
      for index in raw.indices { unsafe raw[index] = byte() }
    }
  }

  private func text(most: Int = 12) -> String {
    String(decoding: (0..<Int(byte()) % most).map { _ in byte() }, as: UTF8.self)
  }

  // MARK: - Nodes

  func open(_ path: String, _ device: inout DeviceHandle) -> Int32 { answer { device.descriptor = 7 } }
  func convert(_ device: inout DeviceHandle) -> Int32 { answer { device.isConverting = true } }
  func close(_ device: DeviceHandle) -> Int32 { 0 }

  func queryCapability(_ device: DeviceHandle, _ capability: inout Capability) -> Int32 {
    answer {
      var raw = v4l2_capability()
      fill(&raw.card)
      raw.capabilities = number(0x8520_0001)
      // Of one plane, or of several.
      raw.device_caps = number(0x0420_0001, 0x0420_1000)
      capability = Capability(raw)
    }
  }

  func input(_ device: DeviceHandle, _ input: inout InputReport) -> Int32 {
    answer {
      input.name = text()
      input.status = number(0, 1, 2, 0x100)
    }
  }

  private func code() -> UInt32 {
    number(
      FourCharacterCode("MJPG").rawValue, FourCharacterCode("YUYV").rawValue,
      FourCharacterCode("NV12").rawValue, FourCharacterCode("GREY").rawValue,
      FourCharacterCode("BGR3").rawValue)
  }

  func enumerateFormat(_ device: DeviceHandle, _ format: inout v4l2_fmtdesc) -> Int32 {
    answer { format.pixelformat = code() }
  }

  func enumerateFrameSize(_ device: DeviceHandle, _ size: inout v4l2_frmsizeenum) -> Int32 {
    answer {
      size.type = number(V4L2_FRMSIZE_TYPE_DISCRETE.rawValue, V4L2_FRMSIZE_TYPE_STEPWISE.rawValue)
      size.stepwise.min_width = number(640, 16, 1280)
      size.stepwise.max_width = number(480, 1920)
      size.stepwise.step_width = number(1, 16)
      size.stepwise.min_height = number(16, 480)
      size.stepwise.max_height = number(1080, 480)
      size.stepwise.step_height = number(1, 2)
    }
  }

  func enumerateFrameInterval(_ device: DeviceHandle, _ interval: inout v4l2_frmivalenum) -> Int32 {
    answer {
      interval.type = number(V4L2_FRMIVAL_TYPE_DISCRETE.rawValue, V4L2_FRMIVAL_TYPE_STEPWISE.rawValue)
      interval.stepwise.min = v4l2_fract(numerator: number(1), denominator: number(30, 15, 60))
      interval.stepwise.max = v4l2_fract(numerator: number(1), denominator: number(5, 1))
    }
  }

  func setFormat(_ device: DeviceHandle, _ format: inout v4l2_pix_format) -> Int32 {
    answer {
      let asked = format
      if byte() < 32 { fill(&format) }
      format.pixelformat = number(asked.pixelformat)
      format.width = number(asked.width, 640)
      format.height = number(asked.height, 480)
      format.bytesperline = number(0, asked.width * 2, asked.width)
      format.sizeimage = number(asked.width &* asked.height &* 2, 1 << 20)
    }
  }

  func getParameters(_ device: DeviceHandle, _ parameters: inout v4l2_captureparm) -> Int32 {
    answer { fill(&parameters) }
  }

  func setParameters(_ device: DeviceHandle, _ parameters: inout v4l2_captureparm) -> Int32 {
    answer { if byte() < 128 { fill(&parameters) } }
  }

  // MARK: - Controls

  func queryControl(_ device: DeviceHandle, _ control: inout v4l2_query_ext_ctrl) -> Int32 {
    answer {
      let next = (control.id & 0x0FFF_FFFF) + 1 + UInt32(byte() % 4)
      fill(&control)
      control.id = number(next)
      control.type = number(1, 2, 3, 5, 6, 7, 8, 9)
    }
  }

  func queryOldControl(_ device: DeviceHandle, _ control: inout v4l2_queryctrl) -> Int32 {
    answer {
      let next = (control.id & 0x0FFF_FFFF) + 1
      fill(&control)
      control.id = number(next)
    }
  }

  func queryMenuItem(_ device: DeviceHandle, _ item: inout MenuItem) -> Int32 {
    answer {
      item.name = text()
      item.value = Int64(Int32(bitPattern: word()))
    }
  }

  func getControl(_ device: DeviceHandle, _ control: ControlAddress, _ value: inout Int64) -> Int32 {
    answer { fill(&value) }
  }

  func setControl(_ device: DeviceHandle, _ control: ControlAddress, _ value: Int64) -> Int32 { answer() }
  func setRectangle(_ device: DeviceHandle, _ control: ControlAddress, _ rect: PixelRect) -> Int32 {
    answer()
  }

  // MARK: - Buffers

  func requestBuffers(_ device: DeviceHandle, _ count: inout UInt32) -> Int32 {
    count == 0 ? 0 : answer { count = number(count, 2) }
  }

  func queryBuffer(_ device: DeviceHandle, _ buffer: inout BufferReport) -> Int32 {
    answer {
      buffer.length = number(1 << 20, 614_400)
      buffer.offset = word()
    }
  }

  func queueBuffer(_ device: DeviceHandle, index: UInt32, bytes: UInt32) -> Int32 { answer() }

  func dequeueBuffer(_ device: DeviceHandle, _ buffer: inout BufferReport) -> Int32 {
    answer {
      buffer.index = number(0, 1, 2, 3, 4, 5)
      buffer.flags = number(0x2000, 0x2040, 0)
      buffer.bytesUsed = number(100, 614_400)
      buffer.sequence = number(UInt32(position))
      buffer.seconds =
        byte() < 224 ? Int(clock / 1_000_000_000) : Int(truncatingIfNeeded: Int64(word()) << 32)
      buffer.microseconds = Int(Int32(bitPattern: number(0, 500_000)))
    }
  }

  func streamOn(_ device: DeviceHandle) -> Int32 { answer() }
  func streamOff(_ device: DeviceHandle) -> Int32 { answer() }

  func map(
    _ device: DeviceHandle, length: Int, offset: UInt32, _ memory: inout UnsafeMutableRawBufferPointer
  ) -> Int32 {
    // SAFETY: a mapping of its own; pages cost nothing until they are touched.
    guard
      let start = unsafe mmap(
        nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      unsafe start != MAP_FAILED
    else { return ENOMEM }
    mapped[UInt(bitPattern: start)] = length
    unsafe memory = UnsafeMutableRawBufferPointer(start: start, count: length)
    return 0
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer, isConverting: Bool) -> Int32 {
    // SAFETY: mapped above with this length, and nobody looks at it any more.
    let length = mapped.removeValue(forKey: UInt(bitPattern: memory.baseAddress))
    precondition(length == memory.count, "unmapped twice, or by another length")
    return unsafe munmap(memory.baseAddress, memory.count) == 0 ? 0 : errno
  }

  // MARK: - Time

  func poll(_ device: DeviceHandle?, wake: Int32, milliseconds: Int32, _ events: inout PollEvents) -> Int32 {
    atWait(isOver)
    let choice = byte()
    clock += Int64(choice % 8 == 7 ? milliseconds : 1) * 1_000_000
    events = PollEvents(isReadable: choice & 16 == 0, isBroken: choice >= 240, isWoken: isOver)
    return choice == 200 ? EINVAL : 0
  }

  func makeWake(_ wake: inout Int32) -> Int32 {
    wake = 3
    return 0
  }

  func signalWake(_ wake: Int32) -> Int32 { 0 }
  func closeWake(_ wake: Int32) {}
  func rest(milliseconds: Int32) {
    atWait(isOver)
    clock += Int64(milliseconds) * 1_000_000
    _ = byte()
  }
  var nanoseconds: Int64 { clock }

  // MARK: - sysfs

  func entries(of folder: String) -> [String] {
    (0..<Int(byte()) % 4).map { index in byte() < 128 ? "video\(index)" : text() }
  }

  func linkTarget(of path: String) -> String? { byte() < 128 ? nil : text() }
  func realPath(of path: String) -> String? { byte() < 200 ? path : nil }
  func text(of path: String) -> String? { byte() < 64 ? nil : text() }
  func groupName(of path: String) -> String? { byte() < 128 ? "video" : nil }
}
