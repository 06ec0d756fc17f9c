import Testing

@testable import Pipeline

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
      if selector.selects(nanoseconds: time, isTriggered: false) { result.append(time) }
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
      (30.0, 100.0),
    ])
  func rate(camera: Double, wanted: Double) {
    var selector = selector { $0.framesPerSecond = wanted }
    let count = Int(camera * 3600)
    let times = chosen(&selector, rate: camera, count: count)
    let expected = min(camera, wanted) * 3600
    #expect(abs(Double(times.count) - expected) <= 2, "\(times.count) for \(expected)")
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
        taken += selector.selects(nanoseconds: time, isTriggered: false) ? 1 : 0
      }
      #expect((taken == 60) == all, "\(cameraRate): \(taken)")
    }
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

  /// Pictures a second apart, with a trigger or without, and which of them are taken.
  struct Triggered: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let triggered, taken: [Int]
    let change: @Sendable (inout JobSettings) -> Void

    init(
      _ name: String, _ triggered: [Int], _ taken: [Int],
      _ change: @escaping @Sendable (inout JobSettings) -> Void
    ) {
      (testDescription, self.triggered, self.taken, self.change) = (name, triggered, taken, change)
    }
  }

  @Test(
    "a trigger takes pictures",
    arguments: [
      Triggered("the one in which a guide snaps, once", [1, 2, 4, 7], [1, 4, 7]) { $0.triggers = [.snapped] },
      Triggered(
        "a burst to its end, and the next when the guides were left", [1, 5, 6, 7, 8, 9, 11],
        [1, 2, 3, 5, 6, 7, 11]
      ) { ($0.triggers, $0.burst) = ([.snapped], 3) },
      Triggered("but a snap that began while pictures were passed over is no new one", [1, 2, 4], [4]) {
        ($0.triggers, $0.skip) = ([.snapped], 2)
      },
      Triggered("for a time after it fired last", [1, 5, 6], [1, 2, 3, 5, 6, 7, 8]) {
        ($0.triggers, $0.after) = ([.motion], .seconds(2))
      },
    ])
  func triggers(test: Triggered) {
    var selector = selector(test.change)
    let taken = (0..<12).filter {
      selector.selects(nanoseconds: Int64($0) * 1_000_000_000, isTriggered: test.triggered.contains($0))
    }
    #expect(taken == test.taken)
  }
}
