import CaptureKit
import FrameBus
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline

private let millisecond: Int64 = 1_000_000

/// One camera's frames: when each was taken, and when it comes.
private struct Train {
  var interval: Int64
  var frames: [(stamp: Int64, arrival: Int64)] = []

  /// - Parameters:
  ///   - start: its first frame's time; `drift` is its clock's error in millionths.
  ///   - latency: from a frame's time until it comes.
  ///   - jitter: by how much a frame's time trembles, and what is added to its latency, at most.
  init(
    rate: Double, start: Int64, end: Int64, latency: Int64, drift: Double = 0, jitter: Int64 = 0,
    silence: Range<Int64>? = nil, numbers: inout Seeded
  ) {
    interval = Int64(1e9 / rate)
    var number = 0.0
    while true {
      let exact = start + Int64(number * 1e9 / rate * (1 + drift / 1e6))
      number += 1
      guard exact < end else { break }
      let stamp = exact + Int64.random(in: -jitter...jitter, using: &numbers)
      if silence?.contains(exact) ?? false { continue }
      let late = Int64.random(in: 0...jitter, using: &numbers)
      frames.append((stamp, max(stamp + latency + late, (frames.last?.arrival ?? 0) + 1)))
    }
  }
}

/// Time that passes only while a pairer sleeps or a stage works: frames come when their time has.
private final class ScriptedTime: Timekeeper, @unchecked Sendable {
  private(set) var time: Int64
  private let feeds: [ScriptedFeed]
  private var coming: [(arrival: Int64, feed: Int, stamp: Int64)]

  init(_ trains: [Train], _ feeds: [ScriptedFeed]) {
    self.feeds = feeds
    coming = trains.enumerated().flatMap { index, train in
      train.frames.map { ($0.arrival, index, $0.stamp) }
    }.sorted { $0.0 > $1.0 }
    time = 0
  }

  var isOver: Bool { coming.isEmpty }
  func now() -> Int64 { time }

  func sleep(_ doorbell: Doorbell, after ticket: UInt32, atMost nanoseconds: Int64) {
    guard doorbell.ticket == ticket else { return }
    let limit = time + nanoseconds
    work(until: min(limit, coming.last?.arrival ?? limit))
  }

  func work(until limit: Int64) {
    while let next = coming.last, next.arrival <= limit {
      coming.removeLast()
      feeds[next.feed].publish(next.stamp)
    }
    time = max(time, limit)
  }
}

private struct Pair: CustomStringConvertible {
  /// When the picture was begun, and its time.
  var begun: Int64
  var time: Int64
  /// The frame's time.
  var frame: Int64
  var description: String {
    "at \(time / 1000), begun \((begun - time) / 1000) later, frame \((frame - time) / 1000) us"
  }
}

/// Runs a pairer over trains, the first of which leads; returns each other camera's pairs.
private func pairs(_ trains: [Train], wait: FrameWait, work: Int64 = millisecond) throws -> [[Pair]] {
  let doorbell = Doorbell()
  let feeds = trains.enumerated().map { index, train in
    ScriptedFeed(
      "\(index)", framesPerSecond: 1e9 / Double(train.interval), slots: 8, capacity: 4, policy: .dropOldest,
      doorbell: doorbell)
  }
  let clock = ScriptedTime(trains, feeds)
  let intakes = feeds.compactMap { CameraIntake(feed: $0) }
  let pairer = FramePairer(
    intakes: intakes, mode: .live, wait: wait, doorbell: doorbell, timekeeper: clock,
    isStopped: { clock.isOver }
  )
  var found: [[Pair]] = trains.map { _ in [] }
  var arrivals: [Int64: Int64] = [:]
  for frame in trains[0].frames { arrivals[frame.stamp] = frame.arrival }
  var idle: Int64 = 0
  while !clock.isOver {
    guard pairer.next() == .picture, pairer.leader == 0 else { continue }
    let begun = max(arrivals[pairer.time] ?? 0, idle)
    for index in trains.indices.dropFirst() where pairer.inputs[index].state == .live {
      guard let frame = intakes[index].heldTime else { continue }
      found[index].append(Pair(begun: begun, time: pairer.time, frame: frame))
    }
    clock.work(until: clock.time + work)
    idle = clock.time
  }
  return found
}

@Suite("Pairs of live cameras")
struct NearestPairTests {
  /// Pictures whose frame isn't the nearest of those that came before the end of the wait, but for what a pair is kept for.
  private func strays(_ pairs: [Pair], of train: Train, leader: Train, wait: FrameWait, from: Int64) -> [Pair]
  {
    let limit = wait.limit(train.interval, leader: leader.interval)
    return pairs.filter { pair in
      guard pair.time >= from else { return false }
      let there = train.frames.filter { $0.arrival <= pair.begun + limit - millisecond / 2 }
      guard let best = there.map({ abs($0.stamp - pair.time) }).min() else { return false }
      return abs(pair.frame - pair.time) > best + train.interval / 8 + millisecond
    }
  }

  @Test(
    "of the frames that come within the wait the nearest is shown, for any number of cameras, rates, phases and ways"
  )
  func nearest() throws {
    let count = Campaign.count(60)
    for done in 1...count {
      try nearest(seed: Campaign.seed &+ UInt64(done))
      Campaign.tell("pairs", done, of: count)
    }
  }

  private func nearest(seed: UInt64) throws {
    var numbers = Seeded(seed)
    let count = Int.random(in: 2...8, using: &numbers)
    let rates: [Double] = [5, 10, 15, 24, 25, 29.97, 30, 50, 60]
    let common = rates.randomElement(using: &numbers) ?? 30
    let second = 1_000_000_000 as Int64
    let end = 12 * second
    let isCommon = Bool.random(using: &numbers)
    let trains = (0..<count).map { index in
      let rate = isCommon ? common : rates.randomElement(using: &numbers) ?? common
      let interval = Int64(1e9 / rate)
      let isLate = index > 0 && Int.random(in: 0..<4, using: &numbers) == 0
      return Train(
        rate: rate,
        start: second + Int64.random(in: 0..<interval, using: &numbers) + (isLate ? 2 * second : 0),
        end: end, latency: Int64.random(in: 1...20, using: &numbers) * millisecond,
        drift: Double.random(in: -80...80, using: &numbers), numbers: &numbers)
    }
    let wait: FrameWait = [.due, .all(nil), .all(.milliseconds(40))].randomElement(using: &numbers) ?? .due
    let found = try pairs(trains, wait: wait)
    for index in 1..<count {
      // Two seconds to learn what comes too late.
      let from = (trains[index].frames.first?.stamp ?? 0) + 2 * second
      let wrong = strays(found[index], of: trains[index], leader: trains[0], wait: wait, from: from)
      // One, where what comes too late is learned anew.
      #expect(
        wrong.count <= 1,
        "seed \(seed), \(wait), camera \(index) of \(trains.map { 1e9 / Double($0.interval) }): \(wrong.prefix(3))"
      )
      #expect(found[index].count > 10)
    }
  }

  @Test("two cameras of 10 a second are paired by the nearest frame whatever their phase", arguments: 0..<20)
  func phases(step: Int) throws {
    var numbers = Seeded(1)
    let phase = Int64(step) * 5 * millisecond
    let end = 6_000 * millisecond
    let trains = [0, phase].map {
      Train(rate: 10, start: 1000 * millisecond + $0, end: end, latency: 5 * millisecond, numbers: &numbers)
    }
    for pair in try pairs(trains, wait: .all(nil))[1].dropFirst(2) {
      #expect(abs(pair.frame - pair.time) <= 50 * millisecond + 7 * millisecond)
    }
    // By default only what comes within 20 ms is waited for.
    guard phase <= 18 * millisecond || phase > 50 * millisecond else { return }
    for pair in try pairs(trains, wait: .due)[1].dropFirst(2) {
      #expect(abs(pair.frame - pair.time) <= 50 * millisecond)
    }
  }

  @Test(
    "two cameras whose clocks drift apart change their pairs once, though their stamps tremble",
    arguments: [10, 30, 60] as [Double], [-80, 80] as [Double])
  func drift(rate: Double, drift: Double) throws {
    var numbers = Seeded(UInt64(rate))
    let interval = Int64(1e9 / rate)
    // Past the middle after half of the time.
    let end = Int64(Double(interval) * 0.2 / 80e-6)
    let start = 1000 * millisecond
    let phase = interval / 2 - Int64(Double(end / 2) * drift / 1e6)
    let tremble = min(interval / 40, millisecond)
    let trains = [
      Train(rate: rate, start: start, end: end, latency: 6 * millisecond, jitter: tremble, numbers: &numbers),
      Train(
        rate: rate, start: start + phase, end: end, latency: 6 * millisecond, drift: drift, jitter: tremble,
        numbers: &numbers),
    ]
    let found = try pairs(trains, wait: .all(nil))[1].dropFirst(5)
    let moves = zip(found, found.dropFirst()).count {
      abs(($0.frame - $0.time) - ($1.frame - $1.time)) > interval / 2
    }
    #expect(moves == 1)
  }

  @Test("a camera that stalls is waited for once, and paired as before when it sends again")
  func stall() throws {
    var numbers = Seeded(3)
    let second = 1_000_000_000 as Int64
    let trains = [
      Train(rate: 30, start: second, end: 12 * second, latency: 5 * millisecond, numbers: &numbers),
      Train(
        rate: 30, start: second + 10 * millisecond, end: 12 * second, latency: 5 * millisecond,
        silence: 4 * second..<6 * second, numbers: &numbers),
    ]
    for wait in [.due, .all(nil)] as [FrameWait] {
      let found = try pairs(trains, wait: wait)[1]
      let strays = strays(found, of: trains[1], leader: trains[0], wait: wait, from: 0)
      let late = strays.filter { $0.time >= second + 100 * millisecond }
        .filter { !(4 * second..<6 * second + 100 * millisecond).contains($0.time) }
      #expect(late.isEmpty, "\(late.prefix(3))")
    }
  }
}
