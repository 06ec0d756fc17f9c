import CAllocationCounter
import CaptureKit
import HUDGeometry
import HostResources
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Recordings

@Suite("The guides' budget")
struct HUDBudgetTests {
  @Test("parts and their sum are percentiles of the values, a microsecond too")
  func percentiles() {
    var budget = HUDBudget()
    for index in 1...1000 {
      var times = HUDTimes()
      times[.horizon] = Int64(index) * 1000
      times[.snap] = 900
      budget.record(times)
    }
    let report = budget.report(camera: "primary", small: "480x270")
    #expect(report.camera == "primary" && report.smallPicture == "480x270" && report.frames == 1000)
    #expect(report.parts.map(\.stage) == ["horizon", "subject", "silhouette", "snap"])
    func near(_ value: Double, _ wanted: Double) -> Bool { abs(value - wanted) <= wanted * 0.003 }
    #expect(near(report.parts[0].ms.p50, 0.5) && near(report.parts[0].ms.p99, 0.99))
    #expect(report.parts[1].ms.worst == 0 && near(report.parts[3].ms.p50, 0.0009))
    #expect(near(report.total.p99, 0.9909) && near(report.total.worst, 1.0009))
  }

  @Test("recording allocates nothing", .countsAllocations)
  func allocations() throws {
    var budget = HUDBudget()
    var times = HUDTimes()
    budget.record(times)
    let before = callocation_count_thread()
    for index in 0..<1000 {
      times[.subject] = Int64(index) * 777_777
      budget.record(times)
    }
    #expect(callocation_count_thread() == before)
  }

  @Test(
    "a bench measures each camera's guides at the width asked for, and none where none are drawn",
    arguments: [true, false])
  func bench(_ drawsHUD: Bool) throws {
    var stage = StageSettings()
    stage.drawsHUD = drawsHUD
    stage.drawsChrome = false
    stage.smallWidth = 100
    func source(_ text: String) throws -> JobSettings.Source {
      JobSettings.Source(specification: try SourceSpecification(parsing: text))
    }
    var settings = JobSettings(
      pace: .exact,
      sources: [try source("synth:coast?w=320&h=180"), try source("synth:walker?w=160&h=90")])
    (settings.stage, settings.frames) = (stage, 4)
    let (report, _) = try BenchJob(settings, loaded: 3).run(stop: StopFlag()) { _, _ in }
    guard drawsHUD else {
      #expect(report.hud.isEmpty)
      return
    }
    #expect(report.hud.map(\.camera) == ["primary", "secondary"])
    #expect(report.hud.map(\.smallPicture) == ["80x45", "80x45"])
    #expect(report.hud.map(\.frames) == [4, 4])
    for hud in report.hud {
      #expect(hud.parts.map(\.stage) == HUDPart.allCases.map(\.name))
      #expect(hud.total.worst > 0 && hud.parts.allSatisfy { $0.ms.worst <= hud.total.worst })
    }
  }
}
