import PixelTypes
import TestSupport
import Testing

@testable import CaptureKit
@testable import Pipeline

@Suite("Modes for a rig")
struct RigProposalTests {
  /// The name of each camera, and what is proposed for it.
  private func table(_ rig: RigProposal) -> [String] {
    rig.cameras.map { camera in
      "\(camera.name) " + (camera.mode.map { "\($0.width)x\($0.height)@\($0.fps?.shortest ?? "")" } ?? "-")
    }
  }

  @Test("four equal cameras on one hub are named by its ports, and share what its bus has")
  func oneHub() throws {
    var plugged = try PluggedIn()
    try plugged.bus(1)
    for port in [4, 1, 3, 2] {
      try plugged.camera("Cam (046d:0825)", bus: 1, ports: "2.\(port)", serial: "1")
    }
    let rig = plugged.proposal
    #expect(table(rig) == (1...4).map { "port\($0) 1280x720@30" })
    #expect(rig.cameras.allSatisfy { $0.source.contains("by-path") && $0.mode?.format == "mjpeg" })
    #expect(
      rig.arguments.first
        == "/dev/v4l/by-path/1-2.1,name=port1,format=mjpeg,resolution=1280x720,fps=30")
    #expect(rig.buses.count == 1 && rig.buses[0].cameras.count == 4 && rig.buses[0].share == 0.576)
    #expect(rig.buses[0].link.name == "usb1" && rig.advice.isEmpty)
  }

  @Test("names tell hubs apart, and buses where there are several; unlike cameras have their own")
  func names() throws {
    var plugged = try PluggedIn()
    for bus in [1, 3] { try plugged.bus(bus, "0000:0\(bus):00.0") }
    func camera(_ card: String, _ bus: Int, _ ports: String, _ serial: String? = nil) throws {
      try plugged.camera(card, bus: bus, controller: "0000:0\(bus):00.0", ports: ports, serial: serial)
    }
    try camera("Cam", 1, "1.2")
    try camera("Cam", 1, "2.1.2")
    try camera("HD Pro Webcam C920", 1, "4", "7")
    try camera("Integrated Camera: Integrated C", 1, "5")
    #expect(
      plugged.cameras.map(\.name)
        == ["hub1_port2", "hub2_1_port2", "hd_pro_webcam_c920", "integrated_camera"])
    #expect(plugged.cameras.map { $0.source.contains("by-id") } == [false, false, true, false])
    try camera("Cam", 3, "2")
    try camera("Grid", 3, "6")
    try plugged.camera("vivid")
    try plugged.camera("vivid")
    let cameras = plugged.cameras
    #expect(
      cameras.map(\.name) == [
        "bus1_hub1_port2", "bus1_hub2_1_port2", "hd_pro_webcam_c920", "integrated_camera", "bus3_port2",
        "bus3_port6", "vivid", "vivid_2",
      ])
    #expect(cameras.last?.source == "/dev/video14")
  }

  @Test("two hubs on one bus share it; another controller's bus is another's")
  func controllers() throws {
    var plugged = try PluggedIn()
    try plugged.bus(1)
    try plugged.bus(3, "0000:03:00.0")
    for ports in ["1.1", "1.2", "2.1"] { try plugged.camera(bus: 1, ports: ports) }
    #expect(
      table(plugged.proposal) == ["hub1_port1", "hub1_port2", "hub2_port1"].map { $0 + " 1280x720@30" })
    try plugged.camera("Other", bus: 3, controller: "0000:03:00.0")
    #expect(table(plugged.proposal).last == "other 1920x1080@30")
    #expect(plugged.proposal.buses.map(\.cameras.count) == [3, 1])
  }

  @Test("a slow link limits only what is behind it, and what isn't on USB isn't limited")
  func speeds() throws {
    var plugged = try PluggedIn()
    try plugged.bus(1)
    try plugged.bus(2, speed: 10_000)
    try plugged.camera("Fast", bus: 2, speed: 5000)
    try plugged.camera(
      "Slow", bus: 1, ports: "1.1", speed: 12, formats: [PluggedIn.format("YUYV", [(160, 120)], [15])])
    try plugged.camera("High", bus: 1, ports: "2")
    try plugged.camera("Isp", formats: [PluggedIn.format("NV12", [(1920, 1080)], [30])])
    let rig = plugged.proposal
    #expect(
      table(rig) == ["slow 160x120@15", "high 1920x1080@30", "fast 1920x1080@30", "isp 1920x1080@30"])
    #expect(rig.buses[0].link.name == "1-1" && rig.buses[0].cameras == ["slow"])
  }

  @Test("what fits in no mode is left, the heaviest and then the last first")
  func full() throws {
    var plugged = try PluggedIn()
    try plugged.bus(1)
    let raw = [PluggedIn.format("YUYV", [(640, 480)], [30])]
    for port in 1...2 { try plugged.camera(bus: 1, ports: "\(port)", formats: raw) }
    try plugged.camera("Webcam", bus: 1, ports: "3")
    let rig = plugged.proposal
    #expect(table(rig) == ["port1 640x480@30", "webcam 1280x720@30"])
    #expect(rig.left.map(\.name) == ["port2"] && rig.advice.count == 1)
    #expect(rig.advice.first?.contains("another controller") == true)
  }

  @Test(
    "of any list of formats the usual modes are proposed, MJPEG first",
    arguments: [
      (
        PluggedIn.webcam,
        "mjpeg 1920x1080@30 1280x720@30 1280x720@15 640x480@30 640x480@15 1280x720@5 640x480@5"
      ),
      ([PluggedIn.format("YUYV", [(3840, 2160), (2560, 1440)], [60, 50])], "yuyv 2560x1440@50"),
      ([PluggedIn.format("JPEG", [(640, 480)], [])], "mjpeg 640x480@"),
      ([PluggedIn.format("MJPG", [], []), PluggedIn.format("GREY", [(340, 340)], [15])], "grey 340x340@15"),
      ([PluggedIn.format("H264", [(640, 480)], [30])], ""),
      (
        [
          CameraFormat(
            fourcc: "NV12", description: "", usable: true,
            sizes: [
              CameraFrameSize(
                width: 1920, height: 1200, fps: [30], smallest: .init(width: 64, height: 48),
                step: .init(width: 16, height: 24))
            ])
        ], "nv12 1920x1080@30 1280x720@30 640x480@30 320x240@30"
      ),
    ] as [([CameraFormat], String)])
  func modes(formats: [CameraFormat], expected: String) {
    let modes = RigCamera.modes(of: formats)
    let texts = modes.map { "\($0.width)x\($0.height)@\($0.fps?.shortest ?? "")" }
    #expect(([modes.first?.format].compactMap(\.self) + texts).joined(separator: " ") == expected)
  }

  @Test(
    "any rig fits its buses in modes that its cameras offer; equal ones have the same, and no more would fit")
  func anything() throws {
    var random = Seeded(41)
    var all = try PluggedIn()
    for (bus, speed) in [(1, 480.0), (2, 480), (3, 5000)] {
      let controller = "0000:0\(bus):00.0"
      try all.bus(bus, controller, speed: speed)
      for ports in ["1.1", "1.2", "1.3", "2.1", "2.2", "3", "4"] {
        try all.camera(bus: bus, controller: controller, ports: ports, speed: ports == "4" ? 12 : speed)
      }
    }
    for _ in 0..<3 { try all.camera() }
    for _ in 0..<300 {
      let models = [[60.0, 30, 15], [30, 5], [25]].map { rates in
        let sizes = [(160, 120), (320, 240), (640, 480), (1280, 720), (1920, 1080)]
        let code = ["MJPG", "YUYV", "NV12"].randomElement(using: &random) ?? ""
        return PluggedIn.format(code, Array(sizes[Int.random(in: 0..<5, using: &random)...]), rates)
      }
      var plugged = all
      plugged.devices = Array(all.devices.shuffled(using: &random).prefix(.random(in: 1...8, using: &random)))
      for index in plugged.devices.indices {
        let model = Int.random(in: 0..<3, using: &random)
        (plugged.devices[index].name, plugged.devices[index].formats) = ("Model \(model)", [models[model]])
      }
      let rig = plugged.proposal
      #expect(rig.cameras.count + rig.left.count == plugged.devices.count)
      #expect(rig.buses.allSatisfy { $0.share <= USBLoad.comfortable } && rig.advice.count == rig.left.count)
      let names = rig.cameras.map(\.name)
      #expect(Set(names).count == names.count)
      for name in names { #expect(CameraNames.objectionOnScreen(to: name) == nil, "\(name)") }
      for camera in rig.cameras {
        let mode = try #require(camera.mode)
        let device = try #require(plugged.devices.first { $0.path == camera.path })
        let format = try #require(PixelFormat(rawValue: mode.format)).fourCharacterCode
        #expect(
          device.formats.contains { offered in
            offered.fourcc == format
              && offered.sizes.contains {
                $0.width == mode.width && $0.height == mode.height && $0.fps.contains(mode.fps ?? 0)
              }
          })
        let equals = rig.cameras.filter { $0.kind == camera.kind }
        #expect(equals.allSatisfy { $0.mode == mode })
        // One mode more for all of its kind would be too much.
        guard let next = camera.modes.lastIndex(where: { $0 == mode }), next > 0 else { continue }
        let demands = rig.cameras.compactMap { other in
          other.usb.map {
            (
              other.name, $0,
              other.kind == camera.kind ? camera.modes[next - 1].bytesPerSecond : other.bytesPerSecond
            )
          }
        }
        #expect(USBLoad.of(demands).contains { $0.share > USBLoad.comfortable })
      }
    }
  }
}
