import Foundation
import TestSupport

@testable import CaptureKit
@testable import Pipeline

/// Cameras in a sysfs of their own, laid out as the kernel does.
struct PluggedIn {
  let folder: TestFolder
  var devices: [CameraDevice] = []

  var sysfs: String { folder.path }
  var cameras: [RigCamera] { RigCamera.cameras(of: devices, sysfs: sysfs) }
  var proposal: RigProposal { RigProposal(cameras) }

  init() throws { folder = try TestFolder() }

  /// Makes a bus of a controller.
  func bus(_ number: Int, _ controller: String = "0000:00:14.0", speed: Double = 480) throws {
    try folder.put("\(speed)\n", "devices/pci0000:00/\(controller)/usb\(number)/speed")
  }

  /// Plugs a camera in: into `ports`, such as "2.3" for port 3 of the hub at port 2, each hub as fast as the camera.
  mutating func camera(
    _ card: String = "Cam", bus: Int? = nil, controller: String = "0000:00:14.0", ports: String = "1",
    speed: Double = 480, serial: String? = nil, formats: [CameraFormat] = Self.webcam
  ) throws {
    let number = devices.count * 2
    var interface = "devices/platform/isp/\(number)"
    if let bus {
      var path = "devices/pci0000:00/\(controller)/usb\(bus)"
      let all = ports.split(separator: ".")
      for count in 1...all.count {
        path += "/\(bus)-\(all.prefix(count).joined(separator: "."))"
        try folder.put("\(speed)\n", "\(path)/speed")
      }
      if let serial { try folder.put(serial + "\n", "\(path)/serial") }
      interface = "\(path)/\(bus)-\(ports):1.0"
    }
    try folder.make("\(interface)/video4linux/video\(number)")
    try folder.make("class/video4linux")
    try folder.link("\(interface)/video4linux/video\(number)/device", to: folder.file(interface))
    try folder.link(
      "class/video4linux/video\(number)", to: folder.file("\(interface)/video4linux/video\(number)"))
    devices.append(
      CameraDevice(
        path: "/dev/video\(number)", name: card, driver: "", bus: "", byId: ["/dev/v4l/by-id/\(number)"],
        byPath: bus.map { ["/dev/v4l/by-path/\($0)-\(ports)"] } ?? [], formats: formats, controls: [],
        usable: true, problem: nil, notes: []))
  }

  /// A list of sizes with the same rates.
  static func format(_ code: String, _ sizes: [(Int, Int)], _ fps: [Double]) -> CameraFormat {
    CameraFormat(
      fourcc: code, description: "", usable: true,
      sizes: sizes.map { CameraFrameSize(width: $0.0, height: $0.1, fps: fps) })
  }

  static let webcam = [
    format("YUYV", [(640, 480), (1280, 720)], [30, 10]),
    format("MJPG", [(640, 480), (1280, 720), (1920, 1080), (3840, 2160)], [60, 30, 25, 15, 5]),
  ]
}
