import CVideo4Linux
import PixelTypes

@testable import CaptureKit

/// A camera of the scripted kernel.
@safe
struct ScriptedCamera {
  struct Size {
    var width: UInt32
    var height: UInt32
    /// Frames a second.
    var rates: [UInt32] = [30]
    /// For a range up to width × height.
    var smallest: (width: UInt32, height: UInt32, step: UInt32)?
  }

  struct Control {
    var id: UInt32
    var name: String
    var type = V4L2_CTRL_TYPE_INTEGER
    var range: ClosedRange<Int64> = 0...255
    var value: Int64 = 0
    var flags: UInt32 = 0
    var items: [Int64: String] = [:]
    /// Keeps its value whatever is set.
    var isStubborn = false
  }

  var card = "Test Cam"
  var driver = "uvcvideo"
  var bus = "usb-0000:00:14.0-1"
  /// Of the whole device.
  var capabilities: UInt32 = 0x8520_0001
  /// Of the node.
  var deviceCaps: UInt32 = 0x0420_0001
  var formats: [(code: String, sizes: [Size])] = [
    (
      "MJPG",
      [Size(width: 640, height: 480), Size(width: 1280, height: 720), Size(width: 1920, height: 1080)]
    ),
    ("YUYV", [Size(width: 640, height: 480), Size(width: 1280, height: 720, rates: [10, 5])]),
  ]
  var controls: [Control] = []
  /// What its driver tells of the input that is chosen (`V4L2_IN_ST_…`).
  var inputStatus: UInt32 = 0
  /// Whether its driver takes buffers of the multi-planar kind only.
  var isMultiplanar: Bool { deviceCaps & cv4l_cap_video_capture_planes != 0 }
  /// Controls in the order in which they were set.
  var controlsSet: [String] = []
  /// Where its automatics measure.
  var region: PixelRect?
  /// What the driver makes of a format asked for.
  var amendFormat: @Sendable (inout v4l2_pix_format) -> Void = { _ in }
  /// The only rate it runs at, whatever is asked.
  var fixedRate: UInt32?
  var bufferCount: UInt32?
  var bufferLength: UInt32?

  /// What a metadata node has to give: each frame's number, and its headers.
  var metadata: [(sequence: UInt32, bytes: [UInt8])] = []
  var isMetadata: Bool { deviceCaps & cv4l_cap_metadata != 0 }

  // What the driver was told.
  var format = v4l2_pix_format()
  var rate: UInt32 = 30
  var isStreaming = false
  var queue: [UInt32] = []
  var memory: [UInt32: UnsafeMutableRawBufferPointer] = unsafe [:]
  var owner: Int32?

  func index(of control: ControlAddress) -> Int? { controls.firstIndex { $0.id == control.id } }
}

/// One thing that happens while the loop waits for frames.
enum ScriptedStep {
  case frame(ScriptedFrame)
  /// Nothing comes, until the time is over.
  case silence
  /// DQBUF fails.
  case failure(Int32)
  /// POLLERR, and DQBUF has nothing.
  case pollError
  /// Test code runs, on the loop's thread.
  case act(@Sendable () -> Void)
}

/// What DQBUF answers.
struct ScriptedFrame {
  var bytes: UInt32 = 100
  var dataOffset: UInt32 = 0
  var sequence: UInt32 = 0
  var flags: UInt32 = Self.monotonic
  /// Instead of the buffer's own.
  var index: UInt32?
  /// Nanoseconds before its arrival at which it was taken; `nil` leaves `stamp`.
  var age: Int64? = 5_000_000
  var stamp: Int64 = 0
  var content: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB]

  static let monotonic: UInt32 = 0x2000
}
