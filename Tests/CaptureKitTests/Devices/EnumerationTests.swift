import CVideo4Linux
import Glibc
import Testing

@testable import CaptureKit

@Suite("What cameras are there")
struct EnumerationTests {
  /// What is said of a camera that is alone.
  private func found(_ change: (inout ScriptedCamera) -> Void) throws -> CameraDevice {
    try #require(DeviceEnumerator.cameras(kernel: ScriptedKernel(change)).first)
  }

  @Test(
    "A metadata node, an output, a codec and a media-controller node are no cameras",
    arguments: [0x0480_0000, 0x0420_0002, 0x0420_8000, 0x2420_0001, 0x0400_0001 & ~1, 0x0000_0001] as [UInt32]
  )
  func filters(deviceCaps: UInt32) {
    var other = ScriptedCamera()
    other.deviceCaps = deviceCaps
    let kernel = ScriptedKernel(["/dev/video0": ScriptedCamera(), "/dev/video1": other])
    #expect(DeviceEnumerator.cameras(kernel: kernel).map(\.path) == ["/dev/video0"])
  }

  @Test("Without V4L2_CAP_DEVICE_CAPS the device's own capabilities count")
  func oldCapabilities() {
    let kernel = ScriptedKernel { ($0.capabilities, $0.deviceCaps) = (0x0400_0001, 0) }
    #expect(DeviceEnumerator.cameras(kernel: kernel).count == 1)
  }

  @Test("A camera is told with formats, rates, controls and its stable names")
  func complete() throws {
    var camera = ScriptedCamera()
    camera.controls = [
      .init(id: 0x98_0000, name: "User Controls", type: V4L2_CTRL_TYPE_CTRL_CLASS),
      .init(id: 0x98_0900, name: "Brightness", value: 7),
      .init(
        id: 0x98_0918, name: "Power Line Frequency", type: V4L2_CTRL_TYPE_MENU, range: 0...3, value: 1,
        items: [0: "Disabled", 1: "50 Hz", 3: "Auto"]),
      .init(id: 0x9A_0902, name: "Exposure Time, Absolute", value: 3, flags: cv4l_control_inactive),
      .init(id: 0x9A_0903, name: "Gone", flags: cv4l_control_disabled),
    ]
    let kernel = ScriptedKernel(["/dev/video12": camera])
    kernel.with {
      $0.folders["/dev/v4l/by-id"] = ["usb-Test_1-index0"]
      $0.links["/dev/v4l/by-id/usb-Test_1-index0"] = "/dev/video12"
      $0.folders["/dev/v4l/by-path"] = ["pci-usb-index0"]
      $0.links["/dev/v4l/by-path/pci-usb-index0"] = "/dev/video12"
    }
    let found = try #require(DeviceEnumerator.cameras(kernel: kernel).first)
    #expect(found.usable && found.problem == nil)
    #expect(found.byId == ["/dev/v4l/by-id/usb-Test_1-index0"])
    #expect(found.byPath == ["/dev/v4l/by-path/pci-usb-index0"])
    #expect(found.formats.map(\.fourcc) == ["MJPG", "YUYV"])
    #expect(found.formats[1].sizes[1].fps == [10, 5])
    #expect(
      found.controls.map(\.name) == ["brightness", "power_line_frequency", "exposure_time_absolute"])
    #expect(found.controls[0].value == 7)
    #expect(found.controls[1].menu.map(\.name) == ["Disabled", "50 Hz", "Auto"])
    #expect(found.controls[2].flags == ["inactive"])
  }

  @Test("Drivers without the extended query still tell their controls")
  func oldControls() throws {
    let kernel = ScriptedKernel { $0.controls = [.init(id: 0x98_0900, name: "Brightness", value: 7)] }
    kernel.fail(.queryControl, ENOTTY)
    let found = try #require(DeviceEnumerator.cameras(kernel: kernel).first)
    #expect(found.controls.map(\.name) == ["brightness"])
  }

  @Test("Hostile lists are cut, and senseless entries left out")
  func hostile() throws {
    let found = try found {
      $0.formats = [
        (
          "MJPG", (0..<5000).map { .init(width: 16 + $0, height: 16, rates: Array(repeating: 0, count: 500)) }
        ),
        ("YUYV", [.init(width: 0, height: 480), .init(width: 4_000_000_000, height: 3)]),
        ("NV12", [.init(width: .max, height: .max, smallest: (0, 0, 0))]),
      ]
      $0.controls = [
        .init(
          id: 0x98_0918, name: "Menu", type: V4L2_CTRL_TYPE_MENU, range: Int64.min...Int64.max,
          items: [0: "first"])
      ]
    }
    #expect(found.formats[0].sizes.count == FormatSurvey.mostSizes)
    #expect(found.formats[0].sizes.allSatisfy { $0.fps.isEmpty })
    #expect(found.formats[1].sizes.isEmpty)
    #expect(found.formats[2].sizes.first?.width == 16_384)
    #expect(found.controls[0].menu.map(\.name) == ["first"])
  }

  @Test("A camera that may not be opened is listed with the node's group and the remedy")
  func permission() throws {
    let kernel = ScriptedKernel()
    kernel.fail(.open, EACCES)
    kernel.with { $0.groups["/dev/video0"] = "video" }
    let found = try #require(DeviceEnumerator.cameras(kernel: kernel).first)
    #expect(!found.usable)
    #expect(found.problem?.contains("usermod -aG video") == true)
  }

  @Test("of a camera that may not be opened driver, bus and kind are told by sysfs")
  func sysfs() throws {
    let kernel = ScriptedKernel([
      "/dev/video0": ScriptedCamera(), "/dev/video1": ScriptedCamera(), "/dev/video2": ScriptedCamera(),
    ])
    kernel.fail(.open, EACCES, EACCES, EPERM)
    kernel.with { world in
      for index in 0...1 {
        let folder = "/sys/class/video4linux/video\(index)"
        world.texts[folder + "/name"] = "Test Cam"
        world.texts[folder + "/index"] = "\(index)"
        world.links[folder + "/device"] =
          "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2.3/1-2.3:1.0"
        world.links[folder + "/device/driver"] = "/sys/bus/usb/drivers/uvcvideo"
      }
      world.links["/sys/class/video4linux/video2/device"] = "/sys/devices/pci0000:00/0000:03:00.0"
      world.links["/sys/class/video4linux/video2/device/subsystem"] = "/sys/bus/pci"
    }
    let found = DeviceEnumerator.cameras(kernel: kernel)
    #expect(found.map(\.driver) == ["uvcvideo", "uvcvideo", ""])
    #expect(found.map(\.bus) == ["usb-0000:00:14.0-2.3", "usb-0000:00:14.0-2.3", "PCI:0000:03:00.0"])
    #expect(found.map(\.isMetadata) == [false, true, false])
    #expect(found.allSatisfy { !$0.usable && $0.problem?.contains("no permission") == true })
  }

  @Test("A multi-planar camera is used where its frames lie in one plane, else listed with its formats")
  func multiplanar() throws {
    var camera = ScriptedCamera()
    camera.deviceCaps = 0x0420_1000
    camera.formats = [
      ("NM12", [.init(width: 640, height: 480)]), ("NV12", [.init(width: 640, height: 480)]),
    ]
    var other = camera
    other.formats.removeLast()
    let found = DeviceEnumerator.cameras(
      kernel: ScriptedKernel(["/dev/video0": camera, "/dev/video1": other]))
    #expect(found.map(\.usable) == [true, false])
    #expect(found[0].formats.map(\.usable) == [false, true])
    let problem = try #require(found[1].problem)
    #expect(problem.contains("NM12") && problem.contains("multi-planar"), "\(problem)")
  }

  @Test(
    "An input without power, signal or a picture is told",
    arguments: [
      (1, "no power"), (2, "no signal"), (0x100, "no recognizable"), (0x1_0000, "no recognizable"),
    ]
      as [(UInt32, String)])
  func input(status: UInt32, words: String) throws {
    let found = try found { $0.inputStatus = status }
    #expect(found.usable)
    #expect(found.notes.contains { $0.contains("HDMI 0") && $0.contains(words) }, "\(found.notes)")
  }

  @Test("A camera that streams elsewhere is listed with the process that has it")
  func busy() throws {
    let kernel = ScriptedKernel()
    kernel.with {
      $0.cameras["/dev/video0"]?.owner = 5
      $0.folders["/proc"] = ["1", "self", "77", "99"]
      $0.links["/proc/self"] = "77"
      $0.folders["/proc/77/fd"] = ["3"]
      $0.links["/proc/77/fd/3"] = "/dev/video0"
      $0.folders["/proc/99/fd"] = ["0", "4"]
      $0.links["/proc/99/fd/4"] = "/dev/video0"
      $0.texts["/proc/99/comm"] = "obs"
    }
    let found = try #require(DeviceEnumerator.cameras(kernel: kernel).first)
    #expect(found.problem?.contains("obs (99) is using it") == true)
  }

  @Test("Twins without a serial number make by-id ambiguous: by-path is the name to keep")
  func twins() throws {
    var twin = ScriptedCamera()
    twin.bus = "usb-0000:00:14.0-2"
    let kernel = ScriptedKernel(["/dev/video0": ScriptedCamera(), "/dev/video2": twin])
    kernel.with {
      $0.folders["/dev/v4l/by-id"] = ["usb-Test-index0"]
      $0.links["/dev/v4l/by-id/usb-Test-index0"] = "/dev/video2"
      $0.folders["/dev/v4l/by-path"] = ["port2"]
      $0.links["/dev/v4l/by-path/port2"] = "/dev/video2"
    }
    let found = DeviceEnumerator.cameras(kernel: kernel)
    #expect(found.allSatisfy { $0.notes.contains { $0.contains("use by-path") } })
    func stableName(asNamed path: String) throws -> String {
      var device = try VideoDevice("/dev/video2", kernel: kernel)
      return StableNames(kernel: kernel).identity(
        asNamed: path, node: "/dev/video2", capability: try device.capability()
      ).stableName
    }
    #expect(try stableName(asNamed: "/dev/video2") == "port2")
    kernel.with { $0.texts["/sys/class/video4linux/video0/device/../serial"] = "A1" }
    #expect(DeviceEnumerator.cameras(kernel: kernel).allSatisfy { $0.notes.isEmpty })
    kernel.with { $0.texts["/sys/class/video4linux/video2/device/../serial"] = "B2" }
    #expect(try stableName(asNamed: "/dev/v4l/by-path/port2") == "usb-Test-index0")
    kernel.with { $0.folders = [:] }
    #expect(try stableName(asNamed: "/dev/video2").contains("usb-0000:00:14.0-2"))
  }

  @Test(
    "Names are spelled as v4l2-ctl spells them",
    arguments: [
      ("White Balance, Automatic", "white_balance_automatic"), ("Exposure (Absolute)", "exposure_absolute"),
      ("  LED1 Mode ", "led1_mode"), ("", ""),
    ])
  func spelling(driverName: String, expected: String) {
    #expect(CameraControl.spelling(driverName) == expected)
  }
}
