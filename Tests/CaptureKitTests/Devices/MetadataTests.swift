import CVideo4Linux
import Glibc
import PixelTypes
import Testing

@testable import CaptureKit

@Suite("A camera's metadata node")
struct MetadataTests {
  /// A camera at /dev/video0 with its metadata node at /dev/video3, and one that isn't its own.
  private func kernel(_ metadata: [(UInt32, [UInt8])]) -> ScriptedKernel {
    var node = ScriptedCamera()
    (node.deviceCaps, node.metadata) = (cv4l_cap_metadata | cv4l_cap_streaming, metadata)
    let kernel = ScriptedKernel(["/dev/video0": ScriptedCamera(), "/dev/video3": node, "/dev/video4": node])
    kernel.with { world in
      let folder = "/sys/class/video4linux/"
      world.folders[folder + "video0/device/video4linux"] = ["video4", "video0", "video3"]
      for (name, index) in [("video0", "0"), ("video3", "1"), ("video4", "3")] {
        world.links[folder + name + "/device/driver"] = "/sys/bus/usb/drivers/uvcvideo"
        world.texts[folder + name + "/index"] = index
      }
    }
    return kernel
  }

  /// A simulated camera's frames: when each was exposed, and its metadata.
  private func frames(_ count: Int) -> (exposed: [Double], metadata: [(UInt32, [UInt8])]) {
    var camera = SimulatedClock(seed: 1)
    let frames = (0..<count).map { _ in camera.next() }
    return (
      frames.map(\.exposed),
      frames.enumerated().map { (UInt32($0.offset), $0.element.headers.flatMap(\.block)) }
    )
  }

  private func steps(_ numbers: some Sequence<Int>) -> [ScriptedStep] {
    numbers.map { number in
      var frame = ScriptedFrame()
      frame.sequence = UInt32(number)
      return .frame(frame)
    }
  }

  @Test("Each frame gets the time that its own metadata tells, and one without metadata none")
  func told() throws {
    var (exposed, metadata) = frames(300)
    metadata.remove(at: 250)
    let kernel = kernel(metadata)
    let rig = try FeedTests.Rig(kernel)
    try rig.run(steps(0..<300))
    #expect(rig.seen.count == 300)
    for (seen, truth) in zip(rig.seen, exposed) where seen.sequence >= 180 {
      guard seen.sequence != 250 else {
        #expect(seen.deviceTime == nil)
        continue
      }
      let time = try #require(seen.deviceTime)
      #expect(abs(Double(time.nanoseconds) - truth) < 400_000)
    }
    #expect(rig.seen.prefix(150).allSatisfy { $0.deviceTime == nil })
    #expect(rig.feed.counters.timed == UInt64(rig.seen.count { $0.deviceTime != nil }))
    #expect(rig.feed.takeIncidents() == [])
    #expect(kernel.isAtRest)
  }

  @Test("A stream that begins anew learns the clock anew")
  func restart() throws {
    let (_, metadata) = frames(290)
    let rig = try FeedTests.Rig(kernel(metadata))
    try rig.run(steps(0..<200) + [.silence, .silence, .silence, .silence, .silence] + steps(200..<290))
    #expect(rig.seen[199].deviceTime != nil)
    #expect(rig.feed.takeIncidents().map(\.remedy) == [.restarted])
    #expect(rig.seen.dropFirst(200).allSatisfy { $0.deviceTime == nil })
  }

  @Test(
    "Whatever fails about it, the camera goes on without and says so once",
    arguments: [
      ScriptedKernel.Call.open, .queryCapability, .setFormat, .requestBuffers, .queryBuffer, .map,
      .queueBuffer,
      .streamOn, .dequeueBuffer,
    ])
  func fails(call: ScriptedKernel.Call) throws {
    let kernel = kernel(frames(200).metadata)
    kernel.with { $0.failing = ("/dev/video3", call, ENOMEM) }
    let rig = try FeedTests.Rig(kernel)
    try rig.run(steps(0..<200))
    #expect(rig.seen.count == 200)
    #expect(rig.seen.allSatisfy { $0.deviceTime == nil && $0.flags == [] })
    let incidents = rig.feed.takeIncidents()
    #expect(incidents.count == 1)
    #expect(incidents.first?.sentence.contains("has no times by its own clock: ") ?? false)
    #expect(rig.feed.counters.timed == 0)
    #expect(kernel.isAtRest)
  }

  @Test("Where it fails because the camera goes away, only that is told")
  func goes() throws {
    let kernel = kernel([])
    kernel.with { $0.failing = ("/dev/video3", .dequeueBuffer, ENODEV) }
    let rig = try FeedTests.Rig(kernel)
    try rig.run(steps(0..<3))
    #expect(rig.seen.count == 3)
    #expect(rig.feed.takeIncidents() == [])
  }

  @Test("A node that isn't metadata, or gives another format, isn't used")
  func others() throws {
    for capabilities in [cv4l_cap_streaming, cv4l_cap_metadata | cv4l_cap_streaming] {
      let kernel = kernel([])
      kernel.with { $0.cameras["/dev/video3"]?.deviceCaps = capabilities }
      kernel.with { $0.cameras["/dev/video3"]?.amendFormat = { $0.width = 0x3458_3444 } }
      let rig = try FeedTests.Rig(kernel)
      try rig.run(steps(0..<3))
      #expect(rig.seen.count == 3)
      #expect(rig.feed.takeIncidents().count == 1)
    }
  }

  @Test("The list of cameras names the node")
  func listed() {
    let found = DeviceEnumerator.cameras(kernel: kernel([]))
    #expect(found.map(\.path) == ["/dev/video0"])
    #expect(found.map(\.metadataNode) == ["/dev/video3"])
    #expect(DeviceEnumerator.cameras(kernel: ScriptedKernel()).map(\.metadataNode) == [nil])
  }
}
