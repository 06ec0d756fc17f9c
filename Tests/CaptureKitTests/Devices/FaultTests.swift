import CVideo4Linux
import FrameBus
import Glibc
import PixelTypes
import Synchronization
import Testing

@testable import CaptureKit

/// Every call to the kernel fails with every errno that its documentation lists, and with some that it doesn't.
///
/// https://docs.kernel.org/userspace-api/media/gen-errors.html
@Suite("A kernel that fails")
struct FaultTests {
  typealias Call = ScriptedKernel.Call

  /// EPERM ENOENT EINTR EIO ENXIO EBADF EAGAIN ENOMEM EACCES EFAULT EBUSY ENODEV EINVAL EMFILE ENFILE ENOTTY ENOSPC EPIPE
  /// ERANGE EPROTO EOVERFLOW ENODATA ETIMEDOUT EREMOTEIO ECANCELED.
  static let codes: [Int32] = [
    1, 2, 4, 5, 6, 9, 11, 12, 13, 14, 16, 19, 22, 23, 24, 25, 28, 32, 34, 71, 75, 61, 110, 121, 125,
  ]

  private static func request() -> StreamRequest {
    var request = StreamRequest(
      pixelFormat: .mjpeg, size: PixelSize(width: 64, height: 48), framesPerSecond: 30)
    request.controls = [ControlValue("gain", 9)]
    return request
  }

  private static func offer(_ camera: inout ScriptedCamera) {
    camera.formats = [("MJPG", [.init(width: 64, height: 48)]), ("YUYV", [.init(width: 32, height: 24)])]
    camera.controls = [
      .init(
        id: 2, name: "Auto Exposure", type: V4L2_CTRL_TYPE_MENU, range: 0...1, items: [0: "Off", 1: "On"]),
      .init(id: 3, name: "Gain", value: 5),
    ]
  }

  private static func kernel() -> ScriptedKernel {
    let kernel = ScriptedKernel(offer)
    kernel.with { $0.groups["/dev/video0"] = "video" }
    return kernel
  }

  private static func open(
    _ kernel: ScriptedKernel, strict: Bool = false
  ) throws(CaptureError) -> DeviceFeed {
    try DeviceFeed(
      path: "/dev/video0", request: request(), policy: .dropOldest, doorbell: Doorbell(), strict: strict,
      kernel: kernel)
  }

  private static func frames(_ range: Range<UInt32>) -> [ScriptedStep] {
    range.map { sequence in
      var frame = ScriptedFrame()
      frame.sequence = sequence
      return .frame(frame)
    }
  }

  /// Runs a feed through its steps and stops it; the sequences and formats of the frames that wait for a consumer then.
  @discardableResult
  private static func play(_ steps: [ScriptedStep], _ feed: DeviceFeed, _ kernel: ScriptedKernel) throws
    -> [(sequence: UInt32, format: StreamFormat)]
  {
    guard var consumer = feed.takeConsumer() else { throw CaptureError.disconnected(path: "") }
    kernel.with { world in
      world.steps = steps
      world.atEnd = { [unowned feed] in feed.requestStop() }
    }
    try feed.runHere()
    var left: [(UInt32, StreamFormat)] = []
    while let lease = consumer.take() { left.append((lease.slot.sequence, lease.slot.format)) }
    return left
  }

  /// What is right for a camera that is opened or started; `nil`: it goes on.
  private static func exitCode(_ call: Call, _ code: Int32) -> Int32? {
    switch call {
    // What these say is good to have.
    case .input, .enumerateFrameSize, .enumerateFrameInterval, .getParameters, .queryControl, .queryMenuItem,
      .getControl,
      .setControl, .unmap, .close, .streamOff, .dequeueBuffer, .poll:
      return nil
    // Without a list of formats there is nothing to ask for, whatever the reason.
    case .enumerateFormat: return 69
    // Not the camera's.
    case .makeWake: return [12, 23, 24].contains(code) ? 71 : 74
    default: break
    }
    switch code {
    case 2, 6, 19: return 69
    case 1, 13: return 77
    // No memory, no further descriptor: the machine's.
    case 12, 23, 24: return 71
    case 16: return 75
    case 22, 25: return call == .queryCapability ? 69 : 74
    case 28: return call == .streamOn ? 69 : 74
    default: return 74
    }
  }

  @Test(
    "while a camera is opened: a named error with a remedy and its exit code, or it goes on", arguments: codes
  )
  func opening(code: Int32) throws {
    for call in Call.allCases where ![.dequeueBuffer, .poll, .unmap, .close, .streamOff].contains(call) {
      let kernel = Self.kernel()
      kernel.with { $0.always[call] = code }
      let expected = Self.exitCode(call, code)
      do {
        let feed = try Self.open(kernel)
        let frames = try Self.play(Self.frames(0..<3), feed, kernel)
        #expect(expected == nil && !frames.isEmpty, "\(call) errno \(code): went on")
      } catch let error as CaptureError {
        #expect(error.exitCode == expected, "\(call) errno \(code): \(error)")
        let text = error.description
        #expect(text.contains("/dev/video0") || call == .makeWake, "\(text)")
        #expect(text.contains(";") || text.contains("it offers"), "no remedy: \(text)")
      }
      #expect(kernel.isAtRest, "\(call) errno \(code) leaks")
      // EINTR is tried again up to a thousand times.
      #expect(kernel.callCount < 20_000, "\(call) errno \(code): \(kernel.callCount) calls")
    }
  }

  @Test(
    "while a camera runs: it is lost with a reason, looked for with pauses, and comes back", arguments: codes)
  func running(code: Int32) throws {
    for call in [Call.dequeueBuffer, .queueBuffer, .poll, .streamOff, .streamOn, .open, .setFormat] {
      let kernel = Self.kernel()
      let feed = try Self.open(kernel)
      var steps = Self.frames(0..<3) + [.act { kernel.fail(call, code, code, code, code, code) }]
      // Some calls are only made for a camera that is silent or away.
      let isForced = [.streamOn, .open, .setFormat].contains(call)
      if call == .streamOff { steps += Array(repeating: .silence, count: 12) }
      if isForced { steps.append(.failure(ENODEV)) }
      // Nobody takes frames: the newest two wait.
      let seen = try Self.play(steps + Self.frames(3..<8), feed, kernel).map(\.sequence)
      #expect(seen.last == 7, "\(call) errno \(code): \(seen)")
      #expect(feed.status == .ended && feed.counters.received == 8)
      let isBorne =
        code == EINTR || (code == EAGAIN && call == .dequeueBuffer)
      if !isBorne || isForced { #expect(feed.counters.reconnects >= 1, "\(call) errno \(code)") }
      #expect(kernel.callCount < 2000, "\(call) errno \(code): \(kernel.callCount) calls")
      #expect(kernel.with { $0.pauses.allSatisfy { $0 >= 100 && $0 <= 2000 } })
      #expect(kernel.with { $0.open.isEmpty }, "\(call) errno \(code)")
    }
  }

  @Test("for good: the loop neither ends nor spins, and stops when it is asked to", arguments: codes)
  func forGood(code: Int32) throws {
    for call in [Call.dequeueBuffer, .queueBuffer, .poll, .streamOn, .open, .queryCapability, .map] {
      let kernel = Self.kernel()
      let feed = try Self.open(kernel)
      let start = kernel.nanoseconds
      let calls = Mutex(0)
      kernel.with { world in
        world.steps =
          Self.frames(0..<2) + [
            .act { kernel.with { $0.always[call] = code } }, .failure(ENODEV),
          ]
        world.atEnd = { [unowned feed] in
          // A minute of the kernel's time.
          guard kernel.nanoseconds - start > 60_000_000_000 || kernel.with({ $0.pauses.count }) > 1000 else {
            return
          }
          calls.withLock { $0 = kernel.callCount }
          feed.requestStop()
        }
      }
      try feed.runHere()
      #expect(feed.status == .ended)
      // EINTR and EAGAIN from one call alone are tried many times a round; all else costs some ten calls a pause.
      let limit = code == EINTR ? 200_000 : 8000
      #expect(
        calls.withLock { $0 } < limit, "\(call) errno \(code): \(calls.withLock { $0 }) calls in a minute")
      #expect(kernel.with { $0.open.isEmpty }, "\(call) errno \(code)")
    }
  }

  @Test("two thousand times unplugged: descriptors and mappings stay as they were")
  func manyReconnects() throws {
    let kernel = Self.kernel()
    let feed = try Self.open(kernel)
    let most = Mutex((open: 0, mappings: 0, rounds: 0))
    kernel.with { world in
      world.steps = []
      world.atEnd = { [unowned feed] in
        let round = most.withLock { most in
          most.rounds += 1
          let (open, mappings) = kernel.with { ($0.open.count, $0.mappings) }
          most = (max(most.open, open), max(most.mappings, mappings), most.rounds)
          return most.rounds
        }
        if round > 2000 { return feed.requestStop() }
        kernel.with { world in
          world.calls[.poll] = 0
          world.pauses.removeAll()
          world.steps = Self.frames(0..<2) + [.failure(ENODEV)]
        }
      }
    }
    try feed.runHere()
    #expect(feed.counters.reconnects >= 1990)
    // One while it runs, and one that looks whether the node is the camera's.
    #expect(most.withLock { $0.open } <= 2)
    // The new buffers, and the old ones of frames that wait for the consumer, who takes none.
    #expect(most.withLock { $0.mappings } <= 12)
    #expect(kernel.with { $0.open.isEmpty })
  }

  @Test("a camera that comes back is set as it was: format, rate and controls")
  func restoresControls() throws {
    let kernel = Self.kernel()
    let feed = try Self.open(kernel)
    let away = ScriptedStep.act {
      // It was off: all of its settings are the factory's.
      kernel.with {
        var camera = ScriptedCamera()
        Self.offer(&camera)
        $0.cameras = ["/dev/video4": camera]
      }
    }
    try Self.play(Self.frames(0..<2) + [away, .silence] + Self.frames(0..<2), feed, kernel)
    #expect(feed.counters.reconnects == 1)
    kernel.with { world in
      let camera = world.cameras["/dev/video4"]
      #expect(camera?.controlsSet == ["Gain"])
      #expect(camera?.controls.last?.value == 9)
      #expect(camera?.format.width == 64 && camera?.format.height == 48)
      #expect(camera?.format.pixelformat == FourCharacterCode("MJPG").rawValue)
    }
  }

  @Test(
    "a camera that comes back with other sizes or formats goes on with what is nearest; a strict one waits",
    arguments: [false, true])
  func otherFormat(isStrict: Bool) throws {
    for (offer, expected) in [
      (("MJPG", ScriptedCamera.Size(width: 320, height: 240)), (PixelFormat.mjpeg, 320)),
      (("YUYV", ScriptedCamera.Size(width: 640, height: 480)), (.yuyv, 640)),
    ] {
      let kernel = Self.kernel()
      let feed = try Self.open(kernel, strict: isStrict)
      let failure = Mutex<CaptureError?>(nil)
      var steps =
        Self.frames(0..<2) + [
          .act { kernel.with { $0.cameras["/dev/video0"]?.formats = [(offer.0, [offer.1])] } },
          .failure(ENODEV),
        ]
      if isStrict {
        steps += [
          .silence, .silence,
          .act { [unowned feed] in
            failure.withLock { $0 = feed.failure }
            feed.requestStop()
          },
        ]
      }
      let last = try Self.play(steps + Self.frames(0..<2), feed, kernel).last?.format
      if isStrict {
        #expect(feed.counters.reconnects == 0)
        #expect(failure.withLock { $0 != nil })
        continue
      }
      #expect(feed.counters.reconnects == 1)
      #expect(feed.negotiation.got.pixelFormat == expected.0)
      #expect(feed.negotiation.got.size.width == expected.1)
      #expect(last?.pixelFormat == expected.0 && last?.size.width == expected.1)
    }
  }

  @Test("a silent camera is restarted, opened again, and then lost with a reason that says so")
  func stalledForGood() throws {
    let kernel = Self.kernel()
    let feed = try Self.open(kernel)
    let failure = Mutex<CaptureError?>(nil)
    let look = ScriptedStep.act { [unowned feed] in failure.withLock { $0 = feed.failure } }
    try Self.play(Self.frames(0..<2) + Array(repeating: .silence, count: 60) + [look], feed, kernel)
    guard case .stalled = failure.withLock({ $0 }) else {
      Issue.record("\(String(describing: failure.withLock { $0 }))")
      return
    }
    #expect(kernel.count(.streamOff) >= 2 && feed.counters.timeouts >= 3)
    #expect(CaptureError.stalled(path: "/dev/video0", seconds: 2).exitCode == 69)
  }
}
