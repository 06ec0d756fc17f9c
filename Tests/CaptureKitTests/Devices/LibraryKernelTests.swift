import CAllocationCounter
import CCameraLibraries
import CVideo4Linux
import Glibc
import PixelTypes
import Synchronization
import TestSupport
import Testing

@testable import CaptureKit

/// A library whose cameras do what a test says. Each test names its own.
@safe
final class ScriptedLibrary: @unchecked Sendable {
  // SAFETY: each camera is its test's own, whose thread is the only one.
  static let yuyv = camera_coding(own: 1, pixels: FourCharacterCode(.yuyv).rawValue, rgb_bytes: 0, red: 0)
  static let nv12 = camera_coding(own: 2, pixels: FourCharacterCode(.nv12).rawValue, rgb_bytes: 0, red: 0)
  static let bgr = camera_coding(own: 3, pixels: FourCharacterCode(.yuyv).rawValue, rgb_bytes: 3, red: 2)
  private static let open = Mutex<[String: ScriptedLibrary]>([:])

  private let host: camera_host
  private let owner: UnsafeMutableRawPointer?
  private(set) var isStarted = false
  private(set) var rate = v4l2_fract()
  private(set) var isClosed = false

  private init(_ host: camera_host, _ owner: UnsafeMutableRawPointer?) {
    self.host = host
    unsafe self.owner = unsafe owner
  }

  static func camera(_ name: String) -> ScriptedLibrary? { open.withLock { $0[name] } }

  private static func from(_ handle: UnsafeMutableRawPointer?) -> ScriptedLibrary {
    unsafe Unmanaged<ScriptedLibrary>.fromOpaque(handle!).takeUnretainedValue()
  }

  static let functions = unsafe camera_library(
    version: UInt32(LIBRARY_VERSION),
    open: { name, host, owner, handle in
      let name = unsafe String(cString: name!)
      if name == "nobody" { return ENOENT }
      let camera = unsafe ScriptedLibrary(host!.pointee, owner)
      unsafe handle?.pointee = Unmanaged.passUnretained(camera).toOpaque()
      open.withLock { $0[name] = camera }
      unsafe camera.host.is(owner, "A camera with a name of 40 bytes, no less", name)
      var told = camera_mode()
      told.rate_count = 2
      told.rates.0 = v4l2_fract(numerator: 30, denominator: 1)
      told.rates.1 = v4l2_fract(numerator: 15, denominator: 2)
      for (coding, width) in [(nv12, UInt32(64)), (yuyv, 64), (yuyv, 32), (bgr, 64)] {
        unsafe withUnsafePointer(to: coding) { unsafe camera.host.can(owner, $0, width, 16, &told) }
      }
      return 0
    },
    close: { handle in unsafe from(handle).isClosed = true },
    configure: { handle, coding, width, height, told in
      unsafe told?.pointee.is_bt709 = true
      return 0
    },
    start: { handle, rate in
      unsafe (from(handle).isStarted, from(handle).rate) = (true, rate)
      return 0
    },
    stop: { handle in unsafe from(handle).isStarted = false })

  func send(_ number: UInt64, at nanoseconds: Int64, bytes: [UInt8]) {
    // SAFETY: the plane is the array's bytes, during the call.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      var plane = unsafe camera_plane(bytes: bytes.baseAddress, count: UInt32(bytes.count), stride: 0)
      unsafe host.took(owner, &plane, 1, number, nanoseconds, false)
    }
  }

  func lose(_ code: Int32) { unsafe host.lost(owner, code) }
}

@Suite("Cameras that a library offers")
struct LibraryKernelTests {
  private let kernel = LibraryKernel(.pipewire, ScriptedLibrary.functions)

  private func stream(_ name: String) throws -> CaptureStream<LibraryKernel> {
    let request = StreamRequest(
      pixelFormat: .yuyv, size: PixelSize(width: 60, height: 16), framesPerSecond: 8, bufferCount: 3)
    return try CaptureStream(
      path: "pipewire:" + name, kernel: kernel, negotiator: Negotiator(request: request, isStrict: false))
  }

  private func isReadable(_ stream: borrowing CaptureStream<LibraryKernel>) -> Bool {
    var events = PollEvents()
    #expect(stream.poll(wake: -1, milliseconds: 0, &events) == 0)
    return events.isReadable
  }

  @Test("it is negotiated with like another, and has no controls")
  func negotiation() throws {
    let stream = try stream("negotiated")
    #expect(stream.capability.driver == "pipewire" && stream.capability.bus == "pipewire:negotiated")
    #expect(stream.capability.card == "A camera with a name of 40 byte")
    #expect(stream.agreed.format.size == PixelSize(width: 64, height: 16))
    #expect(stream.agreed.format.framesPerSecond == 7.5)
    #expect(stream.agreed.format.encoding == ColorEncoding(range: .limited, matrix: .bt709))
    #expect(stream.agreed.negotiation.differences.count == 2)
    #expect(stream.controls.isEmpty && stream.metadataFailure == nil)
    #expect(stream.modes.map(\.size.width) == [32, 64] && stream.modes[0].rates == [30, 7.5])
    #expect { _ = try VideoDevice("pipewire:nobody", kernel: kernel) } throws: {
      "\($0)".contains("wpctl status")
    }
  }

  @Test("frames come in order and with their times; one without a buffer is a gap, and the loss comes last")
  func frames() throws {
    var stream = try stream("frames")
    let camera = try #require(ScriptedLibrary.camera("frames"))
    let frame = [UInt8](repeating: 7, count: 64 * 2 * 16)
    for index in 0..<3 { #expect(stream.queue(index) == 0) }
    #expect(stream.queue(0) == EINVAL && stream.queue(3) == EINVAL)
    try stream.start()
    #expect(camera.isStarted && camera.rate.denominator == 2 && !isReadable(stream))
    for number in 70...73 as ClosedRange<UInt64> { camera.send(number, at: 5_000_000_000, bytes: frame) }
    var report = BufferReport()
    for index in 0..<3 as Range<UInt32> {
      #expect(isReadable(stream) && stream.dequeue(&report) == 0)
      #expect(report.index == index && report.sequence == index && report.flags & cv4l_buffer_error == 0)
      #expect(report.monotonicNanoseconds == 5_000_000_000 && Int(report.bytesUsed) == frame.count)
    }
    #expect(!isReadable(stream) && stream.dequeue(&report) == EAGAIN)
    #expect(stream.buffers[2].withBytes(4) { $0[3] } == 7)
    #expect(stream.queue(1) == 0 && stream.queue(0) == 0)
    camera.send(74, at: 0, bytes: [])
    camera.lose(ENODEV)
    camera.lose(EIO)
    #expect(stream.dequeue(&report) == 0 && report.index == 1 && report.sequence == 4)
    #expect(report.flags & cv4l_buffer_error != 0 && report.monotonicNanoseconds == nil)
    #expect(isReadable(stream) && stream.dequeue(&report) == ENODEV)
    #expect(stream.stop() == 0 && !camera.isStarted)
    #expect(throws: CaptureError.self) { try stream.start() }
  }

  @Test("a stopped stream starts anew, with its buffers taken back")
  func restart() throws {
    var stream = try stream("restart")
    let camera = try #require(ScriptedLibrary.camera("restart"))
    let frame = [UInt8](repeating: 7, count: 64 * 2 * 16)
    var report = BufferReport()
    for number in [5, 900] as [UInt64] {
      for index in 0..<3 { #expect(stream.queue(index) == 0) }
      try stream.start()
      camera.send(number, at: 1, bytes: frame)
      camera.send(number + 2, at: 2, bytes: frame)
      #expect(stream.dequeue(&report) == 0 && report.sequence == 0)
      #expect(stream.stop() == 0)
      #expect(!isReadable(stream) && stream.dequeue(&report) == EAGAIN)
    }
  }

  @Test("a frame costs no allocation", .countsAllocations)
  func allocations() throws {
    var stream = try stream("allocations")
    let camera = try #require(ScriptedLibrary.camera("allocations"))
    let frame = [UInt8](repeating: 7, count: 64 * 2 * 16)
    for index in 0..<3 { #expect(stream.queue(index) == 0) }
    try stream.start()
    var report = BufferReport()
    var before: UInt64 = 0
    var failures: Int32 = 0
    // Unoptimized, an iterator allocates.
    var number: UInt64 = 0
    while number < 100 {
      if number == 10 { before = callocation_count_thread() }
      camera.send(number, at: 1, bytes: frame)
      failures |= stream.dequeue(&report)
      failures |= stream.queue(Int(report.index))
      number += 1
    }
    #expect(callocation_count_thread() - before == 0)
    #expect(failures == 0 && report.sequence == 99)
  }

  @Test("RGB counts only where there is nothing else, and each mode once")
  func modes() throws {
    var modes: [LibraryMode] = []
    func add(_ coding: camera_coding, _ width: UInt32) {
      if let mode = LibraryMode(coding, width: width, height: 16, told: camera_mode()) { modes.add(mode) }
    }
    add(ScriptedLibrary.bgr, 64)
    add(ScriptedLibrary.bgr, 64)
    #expect(modes.count == 1 && modes[0].isRGB)
    for width in [64, 64, 32, 0, 20_000] as [UInt32] { add(ScriptedLibrary.nv12, width) }
    add(ScriptedLibrary.bgr, 16)
    #expect(modes.map(\.size.width) == [64, 32] && modes.allSatisfy { !$0.isRGB })
    add(camera_coding(own: 9, pixels: FourCharacterCode("H264").rawValue, rgb_bytes: 0, red: 0), 64)
    for width in 100..<400 as Range<UInt32> { add(ScriptedLibrary.nv12, width) }
    #expect(modes.count == 256)
  }

  /// What a mode makes of planes that lie one after the other, each with its bytes from row to row.
  private func copy(_ coding: camera_coding, _ planes: [(rows: Int, stride: Int)], says: Bool = true) throws
    -> [UInt8]
  {
    let mode = try #require(LibraryMode(coding, width: 4, height: 4, told: camera_mode()))
    let bytes = (0..<planes.map { $0.rows * $0.stride }.reduce(0, +)).map { UInt8($0) }
    var copied = [UInt8](repeating: 0xEE, count: Int(mode.format.sizeimage))
    // SAFETY: the planes lie in the bytes, as the sums say.
    let count = unsafe bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      let parts = unsafe planes.map { rows, stride in
        defer { start += rows * stride }
        return unsafe camera_plane(
          bytes: bytes.baseAddress! + start, count: UInt32(rows * stride), stride: says ? UInt32(stride) : 0)
      }
      return unsafe parts.withUnsafeBufferPointer { parts in
        unsafe copied.withUnsafeMutableBytes { unsafe mode.copy(parts, to: $0) }
      }
    }
    return Array(copied.prefix(count))
  }

  @Test("rows are copied without their padding, and no further than they go")
  func rows() throws {
    func row(_ start: UInt8, _ count: UInt8) -> [UInt8] { Array(start..<start + count) }
    let (yuyv, nv12) = (ScriptedLibrary.yuyv, ScriptedLibrary.nv12)
    #expect(try copy(yuyv, [(4, 8)]) == row(0, 32))
    #expect(try copy(yuyv, [(4, 8)], says: false) == row(0, 32))
    #expect(try copy(yuyv, [(4, 10)]) == row(0, 8) + row(10, 8) + row(20, 8) + row(30, 8))
    #expect(try copy(yuyv, [(2, 10)]).count == 16)
    #expect(try copy(yuyv, [(9, 8)]).count == 32)
    let whole = row(0, 4) + row(6, 4) + row(12, 4) + row(18, 4) + row(24, 4) + row(30, 4)
    #expect(try copy(nv12, [(6, 6)]) == whole && copy(nv12, [(4, 6), (2, 6)]) == whole)
    #expect(try copy(nv12, [(4, 4), (2, 4)]) == row(0, 24))
    #expect(try copy(nv12, []).isEmpty)
    let bgr = ScriptedLibrary.bgr
    #expect(try copy(bgr, [(4, 12)]).count == 32 && copy(bgr, [(3, 13)]).count == 24)
    #expect(try copy(bgr, [(4, 13)], says: false) == copy(bgr, [(4, 13)]))
    #expect(try copy(bgr, [(4, 11)]).isEmpty)
  }
}
