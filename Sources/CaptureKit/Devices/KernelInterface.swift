import CVideo4Linux
import Glibc
import PixelTypes

/// An open device node, with everything needed to make calls on it.
struct DeviceHandle: Sendable {
  var descriptor: Int32
  /// The camera behind the descriptor, if a library offers it instead of the kernel.
  var camera: LibraryCamera?
  /// Whether libv4l2 converts its frames.
  var isConverting = false
  /// The type of its buffers (`v4l2_buf_type`).
  var bufferType = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue

  /// Whether its driver has only the multi-planar interface; each frame is then in one plane.
  var isMultiplanar: Bool { bufferType == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue }
}

/// The kernel as the code for any node sees it, a camera's or an output's: one function per system call, each
/// returning 0 or an errno; ENOTTY, as a driver does, where it has no such call. No function here retries:
/// `uninterrupted(_:)` does.
protocol NodeKernel: Sendable {
  func open(_ path: String, _ device: inout DeviceHandle) -> Int32
  func close(_ device: DeviceHandle) -> Int32
  func queryCapability(_ device: DeviceHandle, _ capability: inout Capability) -> Int32
  func setFormat(_ device: DeviceHandle, _ format: inout v4l2_pix_format) -> Int32
  /// What an output's readers get: a PipeWire node's is theirs to choose, and none while it has none.
  func getFormat(_ device: DeviceHandle, _ format: inout v4l2_pix_format) -> Int32
  /// Sets the rate; an output's parameters are laid out as a camera's.
  func setParameters(_ device: DeviceHandle, _ parameters: inout v4l2_captureparm) -> Int32
  /// Passes a frame to an output by write(2).
  func write(_ device: DeviceHandle, _ bytes: UnsafeRawBufferPointer, _ written: inout Int) -> Int32

  /// Requests `count` mapped buffers (0 frees them) and sets `count` to the number granted.
  func requestBuffers(_ device: DeviceHandle, _ count: inout UInt32) -> Int32
  func queryBuffer(_ device: DeviceHandle, _ buffer: inout BufferReport) -> Int32
  /// Queues a buffer: a camera's to be filled, an output's with `bytes` in it.
  func queueBuffer(_ device: DeviceHandle, index: UInt32, bytes: UInt32) -> Int32
  /// EAGAIN when the driver hasn't returned any yet.
  func dequeueBuffer(_ device: DeviceHandle, _ buffer: inout BufferReport) -> Int32
  func streamOn(_ device: DeviceHandle) -> Int32
  func map(
    _ device: DeviceHandle, length: Int, offset: UInt32, _ memory: inout UnsafeMutableRawBufferPointer
  ) -> Int32
  func unmap(_ memory: UnsafeMutableRawBufferPointer, isConverting: Bool) -> Int32
}

// What not every kernel has: drivers' nodes keep what was set, and others map no buffers.
extension NodeKernel {
  func getFormat(_ device: DeviceHandle, _ format: inout v4l2_pix_format) -> Int32 { ENOTTY }
  func write(_ device: DeviceHandle, _ bytes: UnsafeRawBufferPointer, _ written: inout Int) -> Int32 {
    ENOTTY
  }
  func requestBuffers(_ device: DeviceHandle, _ count: inout UInt32) -> Int32 { ENOTTY }
  func queryBuffer(_ device: DeviceHandle, _ buffer: inout BufferReport) -> Int32 { ENOTTY }
  func queueBuffer(_ device: DeviceHandle, index: UInt32, bytes: UInt32) -> Int32 { ENOTTY }
  func dequeueBuffer(_ device: DeviceHandle, _ buffer: inout BufferReport) -> Int32 { ENOTTY }
  func streamOn(_ device: DeviceHandle) -> Int32 { ENOTTY }
  func map(
    _ device: DeviceHandle, length: Int, offset: UInt32, _ memory: inout UnsafeMutableRawBufferPointer
  ) -> Int32 { ENOTTY }
  func unmap(_ memory: UnsafeMutableRawBufferPointer, isConverting: Bool) -> Int32 { ENOTTY }
}

/// The kernel as the code for cameras sees it.
///
/// `LinuxKernel` is the real one; `LibraryKernel` asks cameras that a library offers instead; tests use a scripted one.
/// Everything above takes it as a generic parameter, so calls are direct.
protocol KernelInterface: NodeKernel {
  /// Routes the device through libv4l2.
  func convert(_ device: inout DeviceHandle) -> Int32
  /// The selected input.
  func input(_ device: DeviceHandle, _ input: inout InputReport) -> Int32
  func enumerateFormat(_ device: DeviceHandle, _ format: inout v4l2_fmtdesc) -> Int32
  func enumerateFrameSize(_ device: DeviceHandle, _ size: inout v4l2_frmsizeenum) -> Int32
  func enumerateFrameInterval(_ device: DeviceHandle, _ interval: inout v4l2_frmivalenum) -> Int32
  func getParameters(_ device: DeviceHandle, _ parameters: inout v4l2_captureparm) -> Int32

  func queryControl(_ device: DeviceHandle, _ control: inout v4l2_query_ext_ctrl) -> Int32
  func queryOldControl(_ device: DeviceHandle, _ control: inout v4l2_queryctrl) -> Int32
  func queryMenuItem(_ device: DeviceHandle, _ item: inout MenuItem) -> Int32
  func getControl(_ device: DeviceHandle, _ control: ControlAddress, _ value: inout Int64) -> Int32
  func setControl(_ device: DeviceHandle, _ control: ControlAddress, _ value: Int64) -> Int32
  /// Sets a control whose value is a rectangle.
  func setRectangle(_ device: DeviceHandle, _ control: ControlAddress, _ rect: PixelRect) -> Int32

  func streamOff(_ device: DeviceHandle) -> Int32
  /// Waits until the device has an event, `wake` is signalled or the time is up. Without a device, waits only for `wake`
  /// or the time.
  func poll(_ device: DeviceHandle?, wake: Int32, milliseconds: Int32, _ events: inout PollEvents) -> Int32
  func makeWake(_ wake: inout Int32) -> Int32
  func signalWake(_ wake: Int32) -> Int32
  func closeWake(_ wake: Int32)
  /// Sleeps; used when poll itself fails.
  func rest(milliseconds: Int32)
  /// CLOCK_MONOTONIC.
  var nanoseconds: Int64 { get }

  /// The names in a folder, unordered; empty when it can't be read.
  func entries(of folder: String) -> [String]
  /// The target of a symbolic link, as stored.
  func linkTarget(of path: String) -> String?
  /// The path with every link resolved; `nil` when nothing is there.
  func realPath(of path: String) -> String?
  /// The first line of a small text file, without surrounding white space; at most 4 KiB.
  func text(of path: String) -> String?
  /// The name of the group that owns a node.
  func groupName(of path: String) -> String?
}

// Nor has every camera inputs and controls, or formats that libv4l2 converts.
extension KernelInterface {
  func convert(_ device: inout DeviceHandle) -> Int32 { ENOTTY }
  func input(_ device: DeviceHandle, _ input: inout InputReport) -> Int32 { ENOTTY }
  func queryControl(_ device: DeviceHandle, _ control: inout v4l2_query_ext_ctrl) -> Int32 { ENOTTY }
  func queryOldControl(_ device: DeviceHandle, _ control: inout v4l2_queryctrl) -> Int32 { ENOTTY }
  func queryMenuItem(_ device: DeviceHandle, _ item: inout MenuItem) -> Int32 { ENOTTY }
  func getControl(_ device: DeviceHandle, _ control: ControlAddress, _ value: inout Int64) -> Int32 { ENOTTY }
  func setControl(_ device: DeviceHandle, _ control: ControlAddress, _ value: Int64) -> Int32 { ENOTTY }
  func setRectangle(_ device: DeviceHandle, _ control: ControlAddress, _ rect: PixelRect) -> Int32 { ENOTTY }
}

/// What the driver reports about a buffer (`v4l2_buffer`), unchecked.
struct BufferReport: Equatable {
  var index: UInt32 = 0
  var flags: UInt32 = 0
  /// The buffer's size in bytes, and the offset for mapping it.
  var length: UInt32 = 0
  var offset: UInt32 = 0
  /// For a filled buffer: bytes up to the frame's end, and where among them the frame begins (`v4l2_plane`).
  var bytesUsed: UInt32 = 0
  var dataOffset: UInt32 = 0
  var sequence: UInt32 = 0
  var seconds: Int = 0
  var microseconds: Int = 0

  /// The time stamp on CLOCK_MONOTONIC in nanoseconds; `nil` when it is on another clock or out of range.
  var monotonicNanoseconds: Int64? {
    guard flags & cv4l_buffer_clock_mask == cv4l_buffer_clock_monotonic,
      (0..<1 << 33).contains(seconds), (0..<1_000_000).contains(microseconds)
    else { return nil }
    return Int64(seconds) * 1_000_000_000 + Int64(microseconds) * 1000
  }
}

/// An input as described by its driver (`v4l2_input`).
struct InputReport {
  var name = ""
  var status: UInt32 = 0

  /// Why no picture can come through it, as a clause; `nil` when the driver reports no reason.
  var problem: String? {
    let trouble: String
    if status & cv4l_input_no_power != 0 {
      trouble = "has no power"
    } else if status & cv4l_input_no_signal != 0 {
      trouble = "has no signal"
    } else if status & cv4l_input_no_lock != 0 {
      trouble = "has a signal but no recognizable picture"
    } else {
      return nil
    }
    return "its input \(name) \(trouble): check what is plugged into it"
  }
}

/// The events that `poll` reported.
struct PollEvents: Equatable {
  var isReadable = false
  /// POLLERR or POLLHUP: the device is gone or isn't streaming.
  var isBroken = false
  var isWoken = false
}

/// The id of a control, and whether its value takes 64 bits.
struct ControlAddress: Sendable, Hashable {
  var id: UInt32
  var isWide = false
}

/// One item of a menu control (`VIDIOC_QUERYMENU`).
struct MenuItem {
  var id: UInt32
  var index: UInt32
  /// Set for a menu.
  var name = ""
  /// Set for an integer menu.
  var value: Int64 = 0
}

/// Repeats a call until no signal interrupts it: the only place that retries on EINTR.
///
/// Limited to 1000 tries, because a driver that always answers EINTR would hang the thread. No burst of signals is that long.
@inline(__always)
func uninterrupted(_ call: () -> Int32) -> Int32 {
  var code = EINTR
  for _ in 0..<1000 where code == EINTR { code = call() }
  return code
}
