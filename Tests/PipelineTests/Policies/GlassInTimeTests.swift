import CAllocationCounter
import CaptureKit
import Foundation
import GlassChrome
import HostResources
import TestPictures
import TestSupport
import Testing

@testable import Pipeline
@testable import Recordings

@Suite("Live pictures kept in time")
struct GlassInTimeTests {
  private static let frame: Int64 = 33_333_333

  private static func settings(_ pace: JobSettings.Pace) -> JobSettings {
    JobSettings(pace: pace, sources: [])
  }

  /// Plays pictures that take so many milliseconds; the changes.
  private static func play(
    _ spent: [Int64], budget: Int64
  ) -> [QualityGovernor.Change] {
    var governor = QualityGovernor()
    return spent.enumerated().compactMap { index, milliseconds in
      governor.note(spent: milliseconds * 1_000_000, budget: budget, at: Int64(index) * frame)
    }
  }

  @Test("few pictures a second, or a timelapse, may take their time")
  func slowRates() {
    var settings = Self.settings(.live)
    settings.framesPerSecond = 5
    let budget = settings.pictureBudget(cameraRate: 30, isWatched: false)
    #expect(Self.play(Array(repeating: 150, count: 50), budget: budget).isEmpty)
    settings.framesPerSecond = nil
    settings.every = .seconds(10)
    let timelapse = settings.pictureBudget(cameraRate: nil, isWatched: false)
    #expect(Self.play(Array(repeating: 2000, count: 50), budget: timelapse).isEmpty)
    let watched = settings.pictureBudget(cameraRate: 30, isWatched: true)
    #expect(!Self.play(Array(repeating: 2000, count: 50), budget: watched).isEmpty)
  }

  @Test("taking measures allocates nothing", .countsAllocations)
  func noAllocation() {
    let budget = Self.settings(.live).pictureBudget(cameraRate: 30, isWatched: false)
    var governor = QualityGovernor()
    _ = governor.note(spent: 1, budget: budget, at: 0)
    let before = callocation_count_thread()
    for index in 1..<200 {
      _ = governor.note(spent: index % 3 == 0 ? 1 << 40 : 1, budget: budget, at: Int64(index) * Self.frame)
    }
    #expect(callocation_count_thread() == before)
  }

  /// Records a few pictures of which the stage is said to take some time each.
  private func record(
    _ pace: JobSettings.Pace, frames: Int, into folder: String, work: @escaping @Sendable (Int) -> Int64
  ) throws {
    var settings = try JobSettings.test(pace, ["synth:grey?w=160&h=96"], folder: folder, frames: frames)
    settings.workTime = work
    _ = try CameraJob(settings, stop: StopFlag()) { _ in }.run()
  }

  @Test("a recording says with which picture the glass changed, and how many had which")
  func manifest() throws {
    let folder = try TestFolder()
    try record(.live, frames: 12, into: folder.file("r")) { _ in 1_000_000_000 }
    let lines = try folder.lines("r")
    #expect(lines.count == 12)
    #expect(lines.compactMap(\.glass) == ["without-environment", "without-refraction", "opaque"])
    #expect(lines[0].glass == nil)
    let totals = try #require(try folder.session("r").totals)
    #expect(totals.glass?.values.reduce(0, +) == 12)
    #expect(totals.glass?["opaque"] == lines.count - (lines.firstIndex { $0.glass == "opaque" } ?? 0))
    #expect(try RecordingVerifier(folder.file("r")).run { _, _ in }.problems == [])
  }

  @Test("an exact job never gives anything up, however slow")
  func annotate() throws {
    let folder = try TestFolder()
    try record(.exact, frames: 12, into: folder.file("r")) { _ in 1 << 40 }
    #expect(try folder.lines("r").allSatisfy { $0.glass == nil })
    #expect(try folder.session("r").totals?.glass == nil)
  }
}
