import CaptureKit
import Foundation
import Testing

@testable import Pipeline
@testable import Recordings

@Suite("The preflight")
struct PreflightTests {
  /// Two cameras of 30 frames a second that leave much room on two cores.
  private static func report() -> PacedReport {
    var report = PacedReport()
    (report.pictures, report.expectedFps, report.framesPerSecond) = (90, 30, 30)
    (report.processors, report.cpuSecondsPerSecond) = (2, 0.4)
    report.composer = "splice"
    report.stageMs.p95 = 10
    report.latencyMs.p99 = 14
    report.stages = [FrameBudget.Row(stage: "write", ms: FrameBudget.Percentiles())]
    report.stages[0].ms.p95 = 1
    report.bytesPerSecond = 20e6
    for id in ["primary", "secondary"] {
      var camera = PacedReport.Camera()
      (camera.id, camera.fps, camera.measuredFps, camera.bytesPerSecond) = (id, 30, 30, 12e6)
      report.cameras.append(camera)
    }
    return report
  }

  @Test("what has room to spare is a yes without advice")
  func fits() throws {
    let preflight = Preflight(
      Self.report(), rig: try rig(["primary", "secondary"]),
      room: Preflight.Room(freeBytes: 20_000_000_000, seconds: 600))
    #expect(preflight.verdict == .yes && preflight.advice.isEmpty)
    #expect(
      preflight.checks.map(\.what)
        == ["stage", "write", "cpu", "latency", "drops", "camera", "camera", "usb", "disk"])
    #expect(preflight.checks.first { $0.what == "usb" }?.share == 0.5)
    #expect(preflight.secondsOfRoom == 1000)
  }

  @Test("cameras that run freely are as near as they can be")
  func free() {
    var report = Self.report()
    var skew = FrameBudget.Percentiles()
    (skew.p50, skew.p95) = (8.3, 15.8)
    report.cameras[1].skewMs = skew
    let preflight = Preflight(report)
    #expect(preflight.verdict == .yes)
    #expect(preflight.checks.first { $0.what == "skew" }?.name == "secondary")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var verdict: Preflight.Verdict
    /// What the first line of advice speaks of.
    var says: String
    var change: @Sendable (inout PacedReport) -> Void
  }

  @Test(
    "what is short decides, and the advice speaks of it",
    arguments: [
      Case(testDescription: "a slow stage", verdict: .no, says: "--fps: 20") { $0.stageMs.p95 = 34 },
      Case(testDescription: "a stage with little room", verdict: .tight, says: "--fps: 25") {
        $0.stageMs.p95 = 25
      },
      Case(testDescription: "a hopeless stage", verdict: .no, says: "not even 1") { $0.stageMs.p95 = 900 },
      Case(testDescription: "pixels", verdict: .no, says: "--canvas native") {
        $0.stageMs.p95 = 40
        $0.composer = "pixel"
      },
      Case(testDescription: "late pictures", verdict: .tight, says: "--fps") { $0.latencyMs.p99 = 50 },
      Case(testDescription: "lost frames", verdict: .no, says: "--fps") { $0.cameras[1].dropped = 9 },
      Case(testDescription: "one lost frame", verdict: .tight, says: "--fps") {
        $0.notWritten = 1
        $0.pictures = 900
      },
      Case(testDescription: "one lost frame of few", verdict: .tight, says: "--fps") {
        $0.notWritten = 1
        $0.pictures = 90
      },
      Case(testDescription: "a slow disk", verdict: .no, says: "disk") { $0.stages[0].ms.p95 = 60 },
      Case(testDescription: "a dark room", verdict: .tight, says: "primary delivers less") {
        $0.cameras[0].measuredFps = 15
      },
      Case(testDescription: "frames that are far apart", verdict: .tight, says: "try --wait all") {
        var skew = FrameBudget.Percentiles()
        skew.p50 = 24
        $0.cameras[1].skewMs = skew
      },
      Case(testDescription: "a camera that isn't there", verdict: .tight, says: "is gone") {
        $0.problems = ["secondary is gone"]
      },
    ])
  func short(_ test: Case) throws {
    var report = Self.report()
    test.change(&report)
    let preflight = Preflight(report)
    #expect(preflight.verdict == test.verdict)
    #expect(try #require(preflight.advice.first).contains(test.says), "\(preflight.advice)")
    #expect(Set(preflight.advice).count == preflight.advice.count)
  }

  @Test("pictures that were lost are counted into what the CPU would have to do")
  func need() {
    var report = Self.report()
    (report.cpuSecondsPerSecond, report.framesPerSecond) = (1, 10)
    #expect(Preflight(report).checks.first { $0.what == "cpu" }?.needs == 3)
  }

  /// Webcams, each on the bus given for it, that were asked for 1280×720.
  private func rig(_ names: [String], buses: [Int]? = nil) throws -> [RigCamera] {
    var plugged = try PluggedIn()
    let buses = buses ?? names.map { _ in 1 }
    for bus in Set(buses) { try plugged.bus(bus) }
    for (index, bus) in buses.enumerated() { try plugged.camera(bus: bus, ports: "\(index + 1)") }
    return try zip(names, plugged.devices).map { name, device in
      var camera = try #require(plugged.cameras.first { $0.path == device.path })
      camera.name = name
      camera.mode = camera.modes.first { $0.width == 1280 }
      return camera
    }
  }

  @Test("cameras on different buses are no burden to each other; a full bus is tight, as it did work")
  func usb() throws {
    var report = Self.report()
    for index in report.cameras.indices {
      (report.cameras[index].bytesPerSecond, report.cameras[index].format) = (30e6, "mjpeg")
    }
    let apart = Preflight(report, rig: try rig(["primary", "secondary"], buses: [1, 2]))
    #expect(apart.verdict == .yes)
    #expect(apart.checks.filter { $0.what == "usb" }.map(\.name) == ["bus 1", "bus 2"])
    let together = Preflight(report, rig: try rig(["primary", "secondary"]))
    #expect(together.verdict == .tight)
    #expect(together.advice.first?.contains("USB bus 1 (primary, secondary)") == true)
    #expect(
      together.advice.last
        == "what should fit, by --camera: primary: format=mjpeg,resolution=1280x720,fps=15; "
        + "secondary: format=mjpeg,resolution=1280x720,fps=15")
  }

  @Test("eight cameras that a bus refused are told modes that need half of what was asked")
  func refused() throws {
    let names = ["head", "left", "right", "wrist", "belly", "tail", "north", "south"]
    let refused = Preflight(failure: .bandwidth(path: "/dev/video2", bus: "usb-1"), rig: try rig(names))
    #expect(refused.verdict == .no && refused.advice.first?.contains("/dev/video2") == true)
    let modes = names.map { "\($0): format=mjpeg,resolution=1280x720,fps=15" }.joined(separator: "; ")
    #expect(refused.advice.last == "what should fit, by --camera: \(modes)")
    // One is missing from a run of the others.
    var report = Self.report()
    for index in report.cameras.indices { report.cameras[index].format = "mjpeg" }
    report.problems = ["third: not enough USB bandwidth"]
    let tight = Preflight(report, rig: try rig(["primary", "secondary", "third"]))
    #expect(tight.verdict == .tight && tight.advice.last?.contains("third: format=mjpeg,") == true)
  }

  @Test("a disk that will be full before the recording ends is a no")
  func disk() {
    let preflight = Preflight(Self.report(), room: Preflight.Room(freeBytes: 2_000_000_000, seconds: 600))
    #expect(preflight.verdict == .no)
    #expect(preflight.secondsOfRoom == 100)
    #expect(preflight.advice.first?.contains("disk") == true)
  }

  @Test("the JSON of it reads back")
  func json() throws {
    let preflight = Preflight(Self.report())
    let again = try JSONDecoder().decode(Preflight.self, from: try JSONEncoder().encode(preflight))
    #expect(again.checks.count == preflight.checks.count && again.verdict == preflight.verdict)
  }
}
