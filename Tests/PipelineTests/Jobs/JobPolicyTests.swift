import CAllocationCounter
import CaptureKit
import Foundation
import HUDGeometry
import HostResources
import PixelTypes
import TestPictures
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Recording

@Suite("Which pictures count")
struct PictureSelectorTests {
  private func selector(_ change: (inout JobSettings) -> Void) -> PictureSelector {
    var settings = JobSettings(pace: .exact, sources: [])
    change(&settings)
    return PictureSelector(settings)
  }

  private func chosen(_ selector: inout PictureSelector, rate: Double, count: Int, start: Int64 = 5)
    -> [Int64]
  {
    var result: [Int64] = []
    for index in 0..<count {
      let time = start + Int64(Double(index) * 1e9 / rate)
      if selector.selects(nanoseconds: time, isSnapped: false) { result.append(time) }
    }
    return result
  }

  @Test("without limits every picture counts")
  func all() {
    var selector = selector { _ in }
    #expect(chosen(&selector, rate: 30, count: 100).count == 100)
  }

  @Test(
    "a lower rate is kept over an hour without drift",
    arguments: [
      (30.0, 10.0), (30.0, 30.0), (60.0, 30.0), (30.0, 25.0), (29.97, 15.0), (30.0, 7.0), (30.0, 1.0),
    ])
  func rate(camera: Double, wanted: Double) {
    var selector = selector { $0.framesPerSecond = wanted }
    let count = Int(camera * 3600)
    let times = chosen(&selector, rate: camera, count: count)
    let expected = min(camera, wanted) * 3600
    #expect(abs(Double(times.count) - expected) <= 2, "\(times.count) for \(expected)")
  }

  @Test("a rate above the camera's takes every picture")
  func rateAbove() {
    var selector = selector { $0.framesPerSecond = 100 }
    #expect(chosen(&selector, rate: 30, count: 300).count == 300)
  }

  @Test("a rate that the cameras were asked for passes over none of their frames, however their times jitter")
  func cameraRate() {
    var settings = JobSettings(pace: .live, sources: [])
    settings.framesPerSecond = 15
    for (cameraRate, all) in [(15.0, true), (15.2, true), (10, true), (30, false)] {
      var selector = PictureSelector(settings, cameraRate: cameraRate)
      var taken = 0
      for index in 0..<60 {
        // Late and early by up to half an interval.
        let time =
          Int64(index) * 66_666_667 + (index % 3 == 1 ? 33_000_000 : index % 3 == 2 ? -25_000_000 : 0)
        taken += selector.selects(nanoseconds: time, isSnapped: false) ? 1 : 0
      }
      #expect((taken == 60) == all, "\(cameraRate): \(taken)")
    }
  }

  @Test("an interval has one picture in each, never early, and does not drift")
  func every() {
    var selector = selector { $0.every = .seconds(5) }
    let times = chosen(&selector, rate: 29.97, count: 29_970)
    #expect(times.count == 200)
    for (index, time) in times.enumerated() {
      let due = 5 + Int64(index) * 5_000_000_000
      #expect(time >= due && time < due + 34_000_000, "picture \(index) at \(time)")
    }
  }

  @Test("intervals in which nothing came are left out")
  func pause() {
    var selector = selector { $0.every = .seconds(1) }
    var count = 0
    for second in [0, 1, 2, 60, 60, 60, 61] as [Int64] {
      if selector.selects(nanoseconds: second * 1_000_000_000, isSnapped: false) { count += 1 }
    }
    #expect(count == 5)
  }

  @Test("the first pictures are passed over, and intervals count from the first that is not")
  func skip() {
    var selector = selector {
      $0.skip = 7
      $0.every = .seconds(1)
    }
    let times = chosen(&selector, rate: 10, count: 40, start: 0)
    #expect(times == [700_000_000, 1_700_000_000, 2_700_000_000, 3_700_000_000])
  }

  @Test("the trigger takes the picture in which a guide snaps, once")
  func trigger() {
    var selector = selector { $0.onlyWhenSnapped = true }
    let snaps = [false, true, true, false, true, false, false, true]
    let taken = snaps.enumerated().filter {
      selector.selects(nanoseconds: Int64($0.offset), isSnapped: $0.element)
    }
    #expect(taken.map(\.offset) == [1, 4, 7])
  }

  @Test("a burst runs to its end, and the next waits until the guides were left")
  func burst() {
    var selector = selector {
      $0.onlyWhenSnapped = true
      $0.burst = 3
    }
    let snaps = [false, true, false, false, false, true, true, true, true, true, false, true]
    let taken = snaps.enumerated().filter {
      selector.selects(nanoseconds: Int64($0.offset), isSnapped: $0.element)
    }
    #expect(taken.map(\.offset) == [1, 2, 3, 5, 6, 7, 11])
  }

  @Test("a snap that began while pictures were passed over is no new one")
  func triggerAfterSkip() {
    var selector = selector {
      $0.onlyWhenSnapped = true
      $0.skip = 2
    }
    let taken = [false, true, true, false, true].map { selector.selects(nanoseconds: 0, isSnapped: $0) }
    #expect(taken == [false, false, false, false, true])
  }
}

@Suite("JSON in bytes")
struct JSONBytesTests {
  private func parsed<Value: Decodable>(_ write: (inout JSONBytes) -> Void) throws -> Value {
    var json = JSONBytes(capacity: 16)
    json.beginObject()
    json.key("value")
    write(&json)
    json.endObject()
    return try #require(JSONDecoder().decode([String: Value].self, from: Data(json.bytes))["value"])
  }

  @Test(
    "any text comes back",
    arguments: [
      "", "plain", "\"quoted\"", "back\\slash", "\n\r\t\u{0}\u{1F}\u{7F}", "Küche 📷 日本", "</script>",
      "\u{2028}",
    ])
  func text(text: String) throws { #expect(try parsed { $0.value(text) } == text) }

  @Test(
    "any whole number comes back",
    arguments: [0, 1, -1, 9, 10, 99, 100, 12_345, -1_000_000, Int.max, Int.min, Int.max - 1])
  func whole(number: Int) throws { #expect(try parsed { $0.value(number) } == number) }

  @Test("numbers beyond 64 bits end at the largest")
  func clamped() throws { #expect(try parsed { $0.value(UInt64.max) } == Int.max) }

  @Test(
    "decimals are rounded to their places and come back", arguments: Array(0...6),
    [0, 1, -1, 0.5, -0.5, 0.05, 0.001, 1.999999, -1.42, 123.456, 999_999.9999, 1e-9, -1e-9, 3.0000001, 1e11])
  func decimals(places: Int, number: Double) throws {
    let value: Double = try parsed { $0.value(number, decimals: places) }
    let half = 0.5 * Foundation.pow(10, -Double(places))
    #expect(abs(value - number) <= half * 1.000001 + abs(number) * 1e-15)
  }

  @Test("minus nought is nought, and what JSON lacks is null")
  func special() {
    func text(_ number: Double) -> String {
      var json = JSONBytes(capacity: 16)
      json.value(number, decimals: 3)
      return String(decoding: json.bytes, as: UTF8.self)
    }
    #expect(text(-0.0) == "0")
    #expect(text(-0.0001) == "0")
    #expect(text(.nan) == "null")
    #expect(text(.infinity) == "null")
    #expect(text(-.infinity) == "null")
    #expect(text(1e300) == "null")
    #expect(text(2.5) == "2.5")
    #expect(text(0.125) == "0.125")
    #expect(text(7) == "7")
  }

  @Test("commas stand where they belong, in nested structure and after parts written elsewhere")
  func structure() throws {
    var inner = JSONBytes(capacity: 16)
    inner.key("b")
    inner.beginArray()
    inner.value(1)
    inner.value(true)
    inner.null()
    inner.beginObject()
    inner.endObject()
    inner.beginArray()
    inner.endArray()
    inner.value("x" as StaticString)
    inner.endArray()
    var json = JSONBytes(capacity: 16)
    json.beginObject()
    json.key("a")
    json.value(1)
    json.raw(inner)
    json.raw(JSONBytes(capacity: 1))
    json.key("c")
    json.string { $0.append(UInt8(ascii: "y")) }
    json.endObject()
    json.newline()
    #expect(
      String(decoding: json.bytes, as: UTF8.self) == #"{"a":1,"b":[1,true,null,{},[],"x"],"c":"y"}"# + "\n")
  }

  @Test(
    "a line written again allocates nothing",
    .enabled(if: callocation_available() == 1, "sanitizers replace malloc: nothing is counted"))
  func allocations() throws {
    let frame = try TestRecording.frame()
    let null = unsafe open("/dev/null", O_WRONLY)
    defer { close(null) }
    let sink = JSONLinesSink(StandardOutput(closing: StopFlag(), descriptor: null))
    for _ in 0..<5 { try sink.write(frame) }
    let before = callocation_count_thread()
    for _ in 0..<1000 { try sink.write(frame) }
    #expect(callocation_count_thread() == before)
  }
}

@Suite("The frame budget")
struct FrameBudgetTests {
  @Test("percentiles are those of the values, to three digits")
  func percentiles() {
    let budget = FrameBudget()
    for index in 1...1000 {
      var times = StageTimes()
      times[.decode] = Int64(index) * 10_000
      times[.encode] = 1_000_000
      budget.record(times)
      budget.record(skew: Int64(index) * 1000)
    }
    let report = budget.report()
    #expect(report.frames == 1000)
    #expect(report.stages.map(\.stage) == StageTimes.Part.allCases.map(\.name))
    func near(_ value: Double, _ wanted: Double) -> Bool { abs(value - wanted) <= wanted * 0.002 + 0.002 }
    let decode = report.stages[StageTimes.Part.decode.rawValue].ms
    #expect(near(decode.p50, 5) && near(decode.p95, 9.5) && near(decode.p99, 9.9) && near(decode.worst, 10))
    #expect(near(decode.mean, 5.005))
    #expect(near(report.total.p50, 6) && near(report.total.worst, 11))
    #expect(report.stages[StageTimes.Part.hud.rawValue].ms.worst == 0)
    #expect(near(report.skewMs?.p50 ?? 0, 0.5))
    #expect(report.peakMemoryMiB > 1)
  }

  @Test("nothing recorded is no skew and noughts")
  func empty() {
    let report = FrameBudget().report()
    #expect(report.frames == 0 && report.skewMs == nil && report.total.p99 == 0)
  }

  @Test(
    "recording allocates nothing",
    .enabled(if: callocation_available() == 1, "sanitizers replace malloc: nothing is counted"))
  func allocations() throws {
    let budget = FrameBudget()
    var times = StageTimes()
    times[.hud] = 5
    budget.record(times)
    let before = callocation_count_thread()
    for index in 0..<1000 {
      times[.hud] = Int64(index) * 777_777
      budget.record(times)
      budget.record(skew: Int64(index))
    }
    #expect(callocation_count_thread() == before)
  }

  @Test("the parts of a picture's time add up")
  func total() {
    var times = StageTimes()
    for part in StageTimes.Part.allCases { times[part] = Int64(1 << part.rawValue) }
    #expect(times.total == 255)
  }
}

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

  @Test(
    "recording allocates nothing",
    .enabled(if: callocation_available() == 1, "sanitizers replace malloc: nothing is counted"))
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
    var settings = BenchJob.Settings(
      sources: [try source("synth:coast?w=320&h=180"), try source("synth:walker?w=160&h=90")], stage: stage)
    (settings.frames, settings.loaded) = (4, 3)
    let (report, _) = try BenchJob(settings).run(stop: StopFlag()) { _, _ in }
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
