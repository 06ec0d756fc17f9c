import CVideo4Linux
import FrameBus
import Glibc
import PixelTypes
import Synchronization
import Testing

@testable import CaptureKit

@Suite("A camera's loop")
struct FeedTests {
  /// What the consumer saw of one frame.
  struct Seen: Equatable, Sendable {
    var sequence: UInt32
    var gap: Int
    var flags: FrameFlags
    var clock: FrameTime.Clock
    var nanoseconds: Int64
    var deviceTime: DeviceTime?
  }

  /// A feed over a scripted kernel, with a consumer that takes every frame at once.
  @safe
  final class Rig: @unchecked Sendable {
    // SAFETY: all runs on the test's own thread, as runHere() does.
    let kernel: ScriptedKernel
    let feed: DeviceFeed
    let camera: any LiveCamera
    var consumer: FrameConsumer<FrameSlot>
    var seen: [Seen] = []
    var statuses: [FeedStatus] = []
    var takes = true

    init(
      _ kernel: ScriptedKernel = ScriptedKernel(), path: String = "/dev/video0",
      request: StreamRequest = StreamRequest(pixelFormat: .mjpeg), policy: OverflowPolicy = .dropOldest
    ) throws {
      self.kernel = kernel
      feed = try DeviceFeed(
        path: path, request: request, policy: policy, doorbell: Doorbell(), strict: false, kernel: kernel)
      // #require takes copyable values only.
      guard let taken = feed.takeConsumer(), let camera = feed.camera else {
        throw CaptureError.disconnected(path: path)
      }
      consumer = consume taken
      self.camera = camera
    }

    func run(_ steps: [ScriptedStep]) throws {
      // After each step the consumer looks, as its thread would.
      kernel.with { world in
        world.steps = steps.flatMap { [$0, .act { [unowned self] in look() }] }
        world.atEnd = { [unowned self] in feed.requestStop() }
      }
      try feed.runHere()
      look()
    }

    func look() {
      if statuses.last != feed.status { statuses.append(feed.status) }
      guard takes else { return }
      while let lease = consumer.take() {
        let slot = lease.slot
        seen.append(
          Seen(
            sequence: slot.sequence, gap: slot.gap, flags: slot.flags, clock: slot.time.clock,
            nanoseconds: slot.time.nanoseconds, deviceTime: slot.deviceTime))
      }
    }
  }

  private func frame(
    _ sequence: UInt32, _ change: (inout ScriptedFrame) -> Void = { _ in }
  ) -> ScriptedStep {
    var frame = ScriptedFrame()
    frame.sequence = sequence
    change(&frame)
    return .frame(frame)
  }

  @Test("Frames arrive in order with the driver's time and no flags")
  func plain() throws {
    let rig = try Rig()
    try rig.run((0..<20).map { frame($0) })
    #expect(rig.seen.map(\.sequence) == Array(0..<20))
    #expect(rig.seen.allSatisfy { $0.gap == 0 && $0.flags == [] && $0.clock == .monotonic })
    #expect(rig.feed.counters.received == 20 && rig.feed.counters.bad == 0)
    #expect(rig.feed.status == .ended)
    #expect(rig.statuses == [.live, .ended])
    #expect(rig.kernel.isAtRest)
  }

  private static let exposureControls: [ScriptedCamera.Control] = [
    .init(id: 0x98_0913, name: "Gain", value: 64),
    .init(
      id: 0x98_090C, name: "White Balance, Automatic", type: V4L2_CTRL_TYPE_BOOLEAN, range: 0...1, value: 1),
    .init(id: 0x98_091A, name: "White Balance Temperature", range: 2000...7500, value: 4600),
    .init(
      id: 0x9A_0901, name: "Auto Exposure", type: V4L2_CTRL_TYPE_MENU, range: 0...3, value: 3,
      items: [1: "Manual Mode", 3: "Aperture Priority Mode"]),
    .init(id: 0x9A_0902, name: "Exposure Time, Absolute", range: 1...5000, value: 166),
  ]

  @Test("What the camera is set to is read when it is opened, and anew when it comes back")
  func exposure() throws {
    let kernel = ScriptedKernel { $0.controls = Self.exposureControls }
    let rig = try Rig(kernel)
    let first = CameraExposure(
      time: .init(0.0166, isAutomatic: true), gain: .init(64), whiteBalance: .init(4600, isAutomatic: true))
    #expect(rig.camera.exposure == first)
    try rig.run([
      frame(0),
      .act {
        kernel.with { world in
          world.cameras["/dev/video0"]?.controls[3].value = 1
          world.cameras["/dev/video0"]?.controls[4].value = 50
        }
      },
      frame(1), .act { #expect(rig.camera.exposure == first) }, .failure(ENODEV), frame(2),
    ])
    #expect(rig.feed.counters.reconnects == 1)
    #expect(rig.camera.exposure?.time == .init(0.005))
    #expect(rig.camera.exposure?.gain == .init(64))
  }

  @Test("Controls set while it runs are read back as the camera took them, and set again when it comes back")
  func controls() throws {
    let kernel = ScriptedKernel {
      $0.controls =
        Self.exposureControls + [
          .init(id: 0x98_0900, name: "Brightness", range: 0...100, value: 50),
          .init(id: 0x98_0901, name: "Contrast", range: 0...100, value: 50, isStubborn: true),
          .init(id: 0x98_0902, name: "Recalibrate", type: V4L2_CTRL_TYPE_BUTTON, range: 0...0),
        ]
    }
    let rig = try Rig(kernel)
    let (feed, camera) = (rig.feed, rig.camera)
    @Sendable func value(_ name: String) -> Int64? { camera.controls.first { $0.name == name }?.value }
    let first = camera.controlsRevision
    #expect(value("brightness") == 50 && value("recalibrate") == nil)
    try rig.run([
      frame(0),
      .act {
        camera.setControl("brightness", to: 10)
        camera.setControl("brightness", to: 20)
        camera.setControl("contrast", to: 90)
        camera.setControl("gain", to: 9000)
        camera.setControl("recalibrate", to: 1)
        camera.setControl("nonsense", to: 1)
        #expect(camera.controlsRevision == first)
      },
      frame(1),
      .act {
        #expect(camera.controlsRevision == first + 1)
        #expect(value("brightness") == 20 && value("contrast") == 50 && value("gain") == 64)
        #expect(
          kernel.with { $0.cameras["/dev/video0"]?.controlsSet } == [
            "Brightness", "Contrast", "Gain", "Recalibrate",
          ])
        // What the camera changes itself is read when asked for.
        kernel.with { $0.cameras["/dev/video0"]?.controls[4].value = 300 }
        camera.refreshControls()
      },
      frame(2),
      .act {
        #expect(value("exposure_time_absolute") == 300 && camera.controlsRevision == first + 2)
        // The camera forgets what it was set to, as after a power cut.
        kernel.with { $0.cameras["/dev/video0"]?.controls[5].value = 50 }
      },
      .failure(ENODEV), frame(3), .act { #expect(value("brightness") == 20) },
    ])
    #expect(feed.counters.reconnects == 1)
    let set = kernel.with { $0.cameras["/dev/video0"]?.controlsSet } ?? []
    #expect(set.count { $0 == "Brightness" } == 2 && set.count { $0 == "Recalibrate" } == 1)
  }

  @Test(
    "Another size and rate are asked for while it runs: the camera is opened again; one that refuses comes back as it was"
  )
  func mode() throws {
    let kernel = ScriptedKernel()
    let rig = try Rig(kernel)
    let (feed, camera) = (rig.feed, rig.camera)
    #expect(camera.modes.map { "\($0.size)" } == ["640x480", "1280x720", "1920x1080"])
    #expect(camera.modes.allSatisfy { $0.rates == [30] } && feed.negotiation.got.size.width == 1280)
    let small = try #require(PixelSize(width: 640, height: 480))
    try rig.run([
      frame(0), .act { camera.change(size: small, framesPerSecond: 30) }, frame(0), frame(1),
      .act {
        #expect(feed.negotiation.got.size == small && feed.counters.reconnects == 1)
        // Busy once: lost, then back with the size it had.
        kernel.fail(.setFormat, EBUSY)
        camera.change(size: camera.modes[2].size, framesPerSecond: nil)
      },
      frame(0), frame(1),
    ])
    #expect(feed.negotiation.got.size == small && feed.counters.reconnects == 2)
    #expect(rig.seen.map(\.sequence) == [0, 0, 1, 0, 1] && rig.seen.allSatisfy { $0.gap == 0 })
    #expect(rig.seen[1].flags.contains(.restarted) && rig.statuses.contains(.lost))
  }

  @Test("A camera with a region of interest measures where it is asked to; another ignores that")
  func region() throws {
    let place = PixelRect(x: 100, y: 60, width: 80, height: 45)
    let controls: [ScriptedCamera.Control] = [
      .init(
        id: 0x98_1AE1, name: "Region of Interest Rectangle", type: v4l2_ctrl_type(cv4l_control_rectangle),
        range: 0...0),
      .init(
        id: 0x98_1AE2, name: "Region of Interest Auto Ctrls", type: V4L2_CTRL_TYPE_BITMASK, range: 0...0b1011),
    ]
    for (has, set) in [(true, [controls[0].name, controls[1].name]), (false, [])] {
      let kernel = ScriptedKernel { $0.controls = has ? controls : [] }
      let rig = try Rig(kernel)
      let camera = rig.camera
      #expect(camera.controls.contains(where: \.isRegionOfInterest) == has)
      try rig.run([frame(0), .act { camera.measure(in: place) }, frame(1)])
      #expect(kernel.with { $0.cameras["/dev/video0"]?.region } == (has ? place : nil))
      #expect(kernel.with { $0.cameras["/dev/video0"]?.controlsSet } == set)
      // Exposure and focus, but not its white balance.
      #expect(kernel.with { $0.cameras["/dev/video0"]?.controls.last?.value } == (has ? 0b1001 : nil))
    }
  }

  @Test("Former names of controls are understood, and a camera without any says nothing")
  func exposureNames() throws {
    func control(_ name: String, _ value: Int64) -> CameraControl {
      CameraControl(
        name: name, id: 1, type: .integer, minimum: 0, maximum: 10_000, step: 1, defaultValue: 0,
        value: value,
        menu: [], flags: [])
    }
    #expect(
      CameraExposure([
        control("exposure_auto", 1), control("exposure_absolute", 100), control("gain", 3),
        control("autogain", 1),
        control("white_balance_temperature", 5000), control("white_balance_temperature_auto", 0),
      ])
        == CameraExposure(
          time: .init(0.01), gain: .init(3, isAutomatic: true), whiteBalance: .init(5000)))
    #expect(CameraExposure([control("brightness", 7)]) == nil)
    #expect(CameraExposure([control("exposure_time_absolute", 0)]) == nil)
    #expect(try Rig().camera.exposure == nil)
  }

  @Test("Jumps in the sequence are gaps, over the wrap too; going back is none")
  func gaps() throws {
    let rig = try Rig()
    try rig.run([frame(.max - 2), frame(.max), frame(2), frame(3), frame(1), frame(2), frame(2_000_000)])
    #expect(rig.seen.map(\.gap) == [0, 1, 2, 0, 0, 0, 0])
    #expect(rig.feed.counters.gaps == 3)
  }

  @Test("Frames in error, empty or longer than their buffer are thrown away and their buffers queued again")
  func bad() throws {
    let rig = try Rig()
    let broken: [ScriptedStep] = [
      frame(1) { $0.flags |= 0x40 }, frame(2) { $0.bytes = 0 }, frame(3) { $0.bytes = .max },
    ]
    try rig.run([frame(0)] + Array(repeating: broken, count: 10).joined() + [frame(4)])
    #expect(rig.seen.map(\.sequence) == [0, 4])
    #expect(rig.feed.counters.bad == 30)
    #expect(rig.feed.counters.received == 32)
  }

  @Test(
    "A frame that begins behind its plane's beginning is the frame; one that begins behind its end is none")
  func dataOffset() throws {
    let rig = try Rig()
    let offsets: [UInt32] = [0, 1, 99, 100, 101, .max]
    let late: [ScriptedStep] = offsets.enumerated().map { number, offset in
      frame(UInt32(number)) {
        $0.dataOffset = offset
        $0.content = Array(repeating: 7, count: min(Int(offset), 200)) + [0xFF, 0xD8, 0xFF, 0xDB]
      }
    }
    try rig.run(late)
    #expect(rig.seen.map(\.sequence) == [0, 1, 2] && rig.feed.counters.bad == 3)
    // Of the third a byte is left.
    #expect(rig.seen.map(\.flags) == [[], [], .damaged])
  }

  @Test("An index that isn't the driver's to give is not believed; too many end the stream")
  func wrongIndex() throws {
    let rig = try Rig()
    try rig.run([frame(0) { $0.index = 99 }, frame(1) { $0.index = .max }, frame(2)])
    #expect(rig.seen.map(\.sequence) == [2])
    #expect(rig.feed.counters.bad == 2)
    #expect(rig.feed.counters.reconnects == 0)
  }

  @Test("A raw frame that is too short, and one that is no JPEG, are marked as damaged")
  func damaged() throws {
    let raw = try Rig(
      request: StreamRequest(pixelFormat: .yuyv, size: PixelSize(width: 640, height: 480)))
    try raw.run([frame(0) { $0.bytes = 614_400 }, frame(1) { $0.bytes = 614_399 }])
    #expect(raw.seen.map(\.flags) == [[], .damaged])
    let jpeg = try Rig()
    try jpeg.run([frame(0), frame(1) { $0.content = [0, 0] }])
    #expect(jpeg.seen.map(\.flags) == [[], .damaged])
  }

  @Test(
    "Time stamps that stand still, are zero, go back or use another clock give way to the arrival",
    arguments: [
      { $0.age = nil }, { $0.age = 60_000_000_000 }, { $0.age = -5_000_000_000 }, { $0.flags = 0 },
      {
        $0.age = nil
        $0.stamp = -1
      },
    ] as [@Sendable (inout ScriptedFrame) -> Void])
  func stamps(spoil: @Sendable (inout ScriptedFrame) -> Void) throws {
    let rig = try Rig()
    try rig.run([frame(0), frame(1, spoil), frame(2)] + (3..<40).map { frame($0) })
    #expect(rig.seen.prefix(2).map(\.clock) == [.monotonic, .arrival])
    #expect(rig.seen[1].flags == .timeFallback)
    // Distrusted for a while, then believed again; time rises throughout.
    #expect(rig.seen[2].clock == .arrival && rig.seen.last?.clock == .monotonic)
    #expect(zip(rig.seen, rig.seen.dropFirst()).allSatisfy { $0.nanoseconds < $1.nanoseconds })
  }

  @Test("A consumer that doesn't take frames loses the oldest, and the driver keeps two buffers")
  func overflow() throws {
    let rig = try Rig()
    rig.takes = false
    let least = Mutex(99)
    let kernel = rig.kernel
    try rig.run(
      (0..<30).flatMap { sequence in
        [
          frame(sequence),
          .act {
            least.withLock { $0 = min($0, kernel.with { $0.cameras["/dev/video0"]?.queue.count ?? 0 }) }
          },
        ]
      })
    rig.takes = true
    rig.look()
    #expect(rig.seen.map(\.sequence) == [28, 29])
    #expect(least.withLock { $0 } >= 2)
  }

  @Test("What is done about silence, or about frames that can't be used, is told with its time")
  func incidents() throws {
    let rig = try Rig()
    let silence = Array(repeating: ScriptedStep.silence, count: 12)
    try rig.run([frame(0)] + silence + [frame(0)] + silence + silence + silence + [frame(0)])
    #expect(
      rig.feed.takeIncidents() == [
        FeedIncident(remedy: .restarted, seconds: 2), FeedIncident(remedy: .restarted, seconds: 2),
        FeedIncident(remedy: .openedAgain, seconds: 7),
      ])
    #expect(rig.feed.takeIncidents() == [])
    #expect(rig.seen.map(\.flags) == [[], .restarted, .restarted] && rig.statuses.last == .ended)
    #expect(rig.feed.counters.timeouts >= 3 && rig.feed.counters.reconnects >= 1)
    let bad = try Rig()
    let kernel = bad.kernel
    try bad.run(
      [frame(0), .act { kernel.with { $0.cameras["/dev/video0"]?.inputStatus = 2 } }]
        + (0..<80).map { _ in frame(1) { $0.flags |= 0x40 } } + [frame(2)])
    let incident = try #require(bad.feed.takeIncidents().first)
    #expect(incident.remedy == .restarted && incident.bad > 10)
    #expect(
      incident.sentence.hasPrefix("sends only unusable frames: "), "\(incident.sentence)")
    #expect(incident.sentence.contains("HDMI 0 has no signal") && incident.sentence.hasSuffix("restarted"))
  }

  @Test("A camera that can't be opened again says why, not that it was")
  func cannotOpenAgain() throws {
    let rig = try Rig()
    let (kernel, feed) = (rig.kernel, rig.feed)
    let failure = Mutex<CaptureError?>(nil)
    try rig.run(
      [frame(0), .act { kernel.with { $0.always[.setFormat] = EBUSY } }]
        + Array(repeating: ScriptedStep.silence, count: 16)
        + [.act { failure.withLock { $0 = feed.failure } }])
    #expect(failure.withLock { $0 } == .busy(path: "/dev/video0", holder: nil))
  }

  @Test("A camera with the multi-planar interface only delivers as any other, also when it comes back")
  func multiplanar() throws {
    let kernel = ScriptedKernel {
      $0.deviceCaps = 0x0420_1000
      $0.formats = [("NV12", [.init(width: 640, height: 480)])]
    }
    let rig = try Rig(kernel, request: StreamRequest(pixelFormat: .nv12))
    let whole: (inout ScriptedFrame) -> Void = { $0.bytes = 460_800 }
    try rig.run([frame(0, whole), .failure(ENODEV), frame(0, whole)])
    #expect(rig.seen.map(\.flags) == [[], .restarted])
    #expect(rig.feed.negotiation.got.pixelFormat == .nv12 && rig.feed.counters.reconnects == 1)
  }

  @Test(
    "An unplugged camera is lost, found again under another number, and goes on",
    arguments: [ENODEV, EIO, EINVAL, 0])
  func reconnect(code: Int32) throws {
    let rig = try Rig(
      request: StreamRequest(pixelFormat: .mjpeg, size: PixelSize(width: 640, height: 480)))
    let kernel = rig.kernel
    let failure = Mutex<CaptureError?>(nil)
    let feed = rig.feed
    try rig.run([
      frame(0), frame(1),
      .act { kernel.with { $0.cameras["/dev/video0"] = nil } },
      code == 0 ? .silence : .failure(code),
      .silence, .silence,
      .act {
        failure.withLock { $0 = feed.failure }
        var other = ScriptedCamera()
        other.bus = "usb-0000:00:14.0-9"
        kernel.with {
          $0.steps.removeAll {
            if case .failure = $0 { true } else { false }
          }
          // Another of the same kind takes the old number: it must not be taken for the lost one.
          $0.cameras["/dev/video0"] = other
          $0.cameras["/dev/video3"] = ScriptedCamera()
        }
      },
      frame(0), frame(1),
    ])
    #expect(failure.withLock { $0 } == .disconnected(path: "/dev/video0"))
    #expect(rig.seen.map(\.sequence) == [0, 1, 0, 1])
    #expect(rig.seen.map(\.flags) == [[], [], .restarted, []])
    #expect(rig.feed.counters.reconnects == 1)
    #expect(rig.statuses == [.live, .lost, .live, .ended])
    #expect(rig.camera.node == "/dev/video3")
    #expect(kernel.with { $0.pauses.first } == 100)
    #expect(kernel.with { $0.pauses.allSatisfy { $0 <= 2000 } })
    #expect(kernel.isAtRest)
  }

  @Test("A frame that is leased while the camera goes stays readable, and its slot is used again later")
  func leasedFrame() throws {
    let rig = try Rig()
    let kernel = rig.kernel
    rig.takes = false
    kernel.with { $0.steps = [frame(7) { $0.content = [0xFF, 0xD8, 42] }] }
    kernel.with { $0.atEnd = { rig.feed.requestStop() } }
    try rig.feed.runHere()
    guard let lease = rig.consumer.take() else {
      Issue.record("no frame came")
      return
    }
    kernel.with { $0.cameras = [:] }
    #expect(kernel.with { $0.mappings } == 1)
    #expect(lease.slot.withBytes { $0[2] } == 42)
    lease.release()
  }

  @Test("A camera with a serial number is known in another port, and another serial is another camera")
  func identity() {
    let mine = CameraIdentity(card: "C920", bus: "usb-1", serial: "A")
    #expect(mine.matches((card: "C920", bus: "usb-2", serial: "A")))
    #expect(!mine.matches((card: "C920", bus: "usb-1", serial: "B")))
    #expect(!mine.matches((card: "C930", bus: "usb-1", serial: "A")))
    let plain = CameraIdentity(card: "C920", bus: "usb-1", serial: nil)
    #expect(plain.matches((card: "C920", bus: "usb-1", serial: nil)))
    #expect(!plain.matches((card: "C920", bus: "usb-2", serial: nil)))
  }

  @Test("ENOSPC when the stream starts is told as bandwidth, with the bus")
  func bandwidth() throws {
    let kernel = ScriptedKernel()
    kernel.fail(.streamOn, EINTR, ENOSPC)
    let feed = try Rig(kernel, request: StreamRequest()).feed
    let expected = CaptureError.bandwidth(
      path: "/dev/video0", bus: "usb-0000:00:14.0-1",
      smaller: ["mjpeg 640x480 at 30 fps"])
    #expect(throws: expected) { try feed.start() }
    #expect(feed.status == .failed && feed.failure == expected)
    #expect(expected.description.contains("the disk isn't full"))
    #expect(expected.exitCode == 69)
  }

  @Test("Buffers smaller than the frames, or none, are refused")
  func buffers() throws {
    let none = ScriptedKernel { $0.bufferCount = 0 }
    for kernel in [ScriptedKernel { $0.bufferLength = 10 }, none] {
      #expect(throws: CaptureError.self) { try Rig(kernel, request: StreamRequest(pixelFormat: .yuyv)) }
    }
    let busy = ScriptedKernel()
    busy.with { $0.cameras["/dev/video0"]?.owner = 5 }
    #expect(throws: CaptureError.busy(path: "/dev/video0", holder: nil)) { try Rig(busy) }
    #expect(none.isAtRest)
  }

  @Test("The thread runs, stops on request, and can be joined twice")
  func thread() throws {
    let kernel = ScriptedKernel()
    kernel.with { world in world.steps = (0..<3).map { frame($0) } }
    let rig = try Rig(kernel, request: StreamRequest(), policy: .dropNewest)
    let feed = rig.feed
    try feed.start()
    try feed.start()
    guard let lease = rig.consumer.waitForFrame() else {
      Issue.record("no frame came")
      return
    }
    #expect(lease.slot.byteCount == 100)
    lease.release()
    feed.requestStop()
    feed.join()
    feed.join()
    #expect(feed.status == .ended)
    while let lease = rig.consumer.take() { lease.release() }
    let isDrained = rig.consumer.isDrained
    #expect(isDrained)
  }
}
