import Testing

@testable import CaptureKit
@testable import Pipeline
@testable import dualcam

@Suite("What is said of what is plugged in")
struct DeviceTextTests {
  private func camera(_ number: Int, problem: String? = nil) -> CameraDevice {
    CameraDevice(
      path: "/dev/video\(number)", name: "Cam \(number)", driver: "uvcvideo", bus: "usb-1-\(number)",
      byId: [],
      byPath: [], formats: [], controls: [], usable: problem == nil, problem: problem, notes: [])
  }

  @Test("a start without a command has five lines, by the cameras that are there")
  func firstSteps() {
    var metadata = camera(1, problem: "no permission")
    metadata.isMetadata = true
    let denied = camera(0, problem: "no permission to open /dev/video0; ask")
    for (devices, words) in [
      ([], ["No camera is plugged in", "record -o first", "annotate --primary file:"]),
      ([metadata], ["No camera is plugged in"]),
      (
        [denied, metadata],
        ["Cam 0 (/dev/video0)", "no permission to open /dev/video0; ask", "dualcam devices"]
      ),
      ([camera(0)], ["One camera is plugged in: Cam 0", "--primary /dev/video0 -o first"]),
      ([denied, camera(2)], ["One camera is plugged in: Cam 2", "--primary /dev/video2"]),
      (
        [camera(0), camera(2)],
        ["Two cameras are", "--primary /dev/video0 --secondary /dev/video2", "--preflight"]
      ),
      (
        [camera(0), camera(2), camera(4)],
        ["3 cameras are", "--camera /dev/video2 --camera /dev/video4", "devices --rig"]
      ),
    ] {
      let text = FirstSteps.page(devices)
      #expect(text.split(separator: "\n").count == 5, "\(text)")
      #expect(text.hasSuffix("all commands"))
      for word in words { #expect(text.contains(word), "\(text)") }
    }
  }

  @Test("formats that can't be used share a line, and what isn't known leaves nothing empty")
  func devices() {
    var camera = camera(0)
    camera.formats = ["MJPG", "RGB3", "BA81", "H264"].map {
      CameraFormat(
        fourcc: $0, description: "as " + $0, usable: $0 == "MJPG",
        sizes: [CameraFrameSize(width: 640, height: 480, fps: [30])])
    }
    let text = Devices.text(camera)
    #expect(text.contains("  format    MJPG as MJPG\n              640x480 @ 30\n"))
    #expect(text.contains("  not used  RGB3, BA81, H264") && !text.contains("as RGB3"))
    camera.bus = ""
    #expect(Devices.text(camera).hasPrefix("/dev/video0  Cam 0  (uvcvideo)\n"))
    camera.driver = ""
    camera.isMetadata = true
    let unknown = Devices.text(camera)
    #expect(unknown.hasPrefix("/dev/video0  Cam 0\n") && unknown.contains("  kind      metadata"))
  }

  @Test("a rig's text has places, buses and a command that the tool takes")
  func rig() throws {
    func device(_ number: Int) -> CameraDevice {
      var device = camera(number)
      device.byPath = ["/dev/v4l/by-path/platform-\(number)"]
      device.formats = [
        CameraFormat(
          fourcc: "MJPG", description: "", usable: true,
          sizes: [CameraFrameSize(width: 640, height: 480, fps: [29.97])])
      ]
      return device
    }
    let devices = [device(90), device(92), camera(94, problem: "it is busy")]
    var rig = RigProposal(RigCamera.cameras(of: devices, sysfs: "/nowhere"))
    let usb = USBPlace(
      bus: 1, controller: "0000:00:14.0",
      links: ["usb1", "1-2"].map { USBPlace.Link(name: $0, megabitsPerSecond: 480) })
    rig.cameras[0].usb = usb
    rig.buses = USBLoad.of([("cam_90", usb, 24e6)])
    rig.left = [rig.cameras[1]]
    let text = Devices.text(rig, devices)
    for words in [
      "cam_90  Cam 90, /dev/video90\n  place     controller 0000:00:14.0 → usb1 (480 Mbit/s) → 1-2 (480 Mbit/s)",
      "\n  source    /dev/v4l/by-path/platform-92, by its port\n",
      "bus 1  at usb1 24.0 MB/s of 48.0 MB/s (50 %): cam_90\ncam_92 fits on USB bus 0 in no mode",
      "left out: /dev/video94  Cam 94: it is busy",
    ] { #expect(text.contains(words), "\(text)") }
    let command = try #require(text.range(of: "dualcam record")).lowerBound
    let words = text[command...].split { " \\\n".contains($0) }.map(String.init)
    let parsed = try Record.parse(Array(words.dropFirst(2))).source.cameras(.live)
    #expect(parsed.map(\.name) == ["cam_90", "cam_92"] && parsed.map(\.fps) == [29.97, 29.97])
  }
}
