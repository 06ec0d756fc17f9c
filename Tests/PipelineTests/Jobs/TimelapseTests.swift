import TestSupport
import Testing

@testable import Pipeline

@Suite("Pictures at intervals")
struct TimelapseTests {
  @Test(
    "a timelapse takes the first picture at or after each whole interval, over thousands of them",
    arguments: [(5.0, 30.0), (1.0, 29.97), (0.5, 14.9), (10.0, 7.3)])
  func noDrift(every: Double, rate: Double) throws {
    var settings = JobSettings(pace: .live, sources: [])
    settings.every = .seconds(every)
    var selector = PictureSelector(settings)
    var random = Seeded(11)
    let origin: Int64 = 98_765_432_101
    let period = Int64(1e9 / rate)
    let interval = Int64(every * 1e9)
    var taken: [Int64] = []
    var time = origin
    var number: Int64 = 0
    while taken.count < 4000 {
      if selector.selects(nanoseconds: time, isTriggered: false) { taken.append(time - origin) }
      number += 1
      // Jitter of a third of a frame around a steady clock.
      time = origin + number * period + Int64.random(in: 0...(period / 3), using: &random)
    }
    for (position, time) in taken.enumerated() {
      let late = time - Int64(position) * interval
      #expect(late >= 0 && late <= period + period / 3, "picture \(position) is \(late) ns late")
    }
  }

  @Test("an interval in which no camera delivered is left out, and those after it stay where they were")
  func gap() throws {
    var settings = JobSettings(pace: .live, sources: [])
    settings.every = .seconds(5)
    var selector = PictureSelector(settings)
    let seconds = [0, 5, 6, 23, 24, 25, 26, 30]
    let taken = seconds.filter {
      selector.selects(nanoseconds: Int64($0) * 1_000_000_000, isTriggered: false)
    }
    #expect(taken == [0, 5, 23, 25, 30])
  }

  @Test(
    "a disk's drops are told at once and every ten seconds, a slow reader's after a second's pictures and once a minute",
    arguments: [
      (.recording, [(0, 0, nil), (1, 1, 1), (40, 5, nil), (90, 11, 89), (90, 60, nil)]),
      (.live, [(29, 0, nil), (30, 1, 30), (90, 60, nil), (91, 61, 61)]),
    ] as [(SinkPolicy, [(Int, Int64, Int?)])])
  func slowSinks(kind: SinkPolicy, told: [(count: Int, second: Int64, told: Int?)]) {
    var watch = SlowSinkNotice(kind)
    for step in told { #expect(watch.toTell(of: step.count, at: step.second * 1_000_000_000) == step.told) }
  }

  @Test("what is slow is named")
  func slowSinkTexts() {
    #expect(SlowSinkNotice.text(3, of: 9, folder: "/x").contains("/x"))
    #expect(SlowSinkNotice.text(3, of: 9, reader: "/x.jpg", keeps: false).hasPrefix("/x.jpg "))
  }
}
