import CaptureKit
import FrameBus
import HostResources
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline

private let millisecond: Int64 = 1_000_000

/// Two scripted cameras and what pairs them.
private final class Bench {
  let doorbell = Doorbell()
  let feeds: [ScriptedFeed]
  let intakes: [CameraIntake]
  let pairer: FramePairer

  init(
    _ mode: FramePairer.Mode, rates: [Double] = [30, 30], wait: FrameWait = .due, slots: Int = 6,
    capacity: Int? = nil, policy: OverflowPolicy = .block
  ) throws {
    let doorbell = doorbell
    feeds = rates.enumerated().map { index, rate in
      ScriptedFeed(
        "\(index)", framesPerSecond: rate, slots: slots, capacity: capacity, policy: policy,
        doorbell: doorbell)
    }
    intakes = feeds.compactMap { CameraIntake(feed: $0) }
    pairer = FramePairer(
      intakes: intakes, mode: mode, wait: wait, doorbell: doorbell, isStopped: { false })
  }

  var states: [CameraState] { pairer.inputs.map(\.state) }
  func sequence(_ index: Int) -> UInt32? { pairer.inputs[index].slot?.sequence }

  /// Checks that there is a picture at once, with cameras in these states.
  func expectPicture(
    _ states: [CameraState]? = nil, leader: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(pairer.next() == .picture, sourceLocation: sourceLocation)
    if let states { #expect(self.states == states, sourceLocation: sourceLocation) }
    if let leader { #expect(pairer.leader == leader, sourceLocation: sourceLocation) }
  }

  /// How many slots each camera has once the intakes have let go of all frames.
  func slotsAtEnd() -> [Int] {
    for intake in intakes {
      while intake.advance() {}
      intake.letGo()
    }
    return feeds.map { $0.takeAllFree() }
  }

  /// Steps over ticks to the next picture; `false` when none came in a long time.
  func nextPicture() -> Bool {
    let limit = MonotonicClock.now() + 20_000 * millisecond
    while MonotonicClock.now() < limit {
      switch pairer.next() {
      case .picture: return true
      case .over: return false
      case .tick: pairer.releaseLost()
      }
    }
    return false
  }
}

@Suite("Pairing frames from files")
struct ExactPairingTests {
  struct Script: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let primary: [Int64]
    let secondary: [Int64]

    init(_ name: String, _ primary: [Int64], _ secondary: [Int64]) {
      (testDescription, self.primary, self.secondary) = (name, primary, secondary)
    }
  }

  /// Times about so far apart, late by less than another number.
  private static func random(_ seed: UInt64, apart: Int64, late: Int64) -> [Int64] {
    var numbers = Seeded(seed)
    return (0..<60).map { $0 * apart + Int64.random(in: 0..<late, using: &numbers) }
  }

  private static func times(_ rate: Double, count: Int, offset: Int64 = 0, without: Range<Int> = 0..<0)
    -> [Int64]
  {
    (0..<count).filter { !without.contains($0) }.map { offset + Int64(Double($0) * 1e9 / rate) }
  }

  static let scripts: [Script] = [
    Script("the same rate", times(30, count: 40), times(30, count: 40)),
    Script(
      "the same rate, half a frame apart", times(30, count: 40), times(30, count: 40, offset: 16_666_666)),
    Script("30 and 25", times(30, count: 60), times(25, count: 50)),
    Script("30 and 10", times(30, count: 60), times(10, count: 20)),
    Script("10 and 30", times(10, count: 20), times(30, count: 60)),
    Script("a gap in the secondary", times(30, count: 60), times(30, count: 60, without: 20..<35)),
    Script("a gap in the primary", times(30, count: 60, without: 10..<30), times(30, count: 60)),
    Script("the secondary ends early", times(30, count: 60), times(30, count: 15)),
    Script("the secondary starts late", times(30, count: 60), times(30, count: 30, offset: 1_000_000_000)),
    Script("the secondary is a single frame", times(30, count: 20), [250_000_000]),
    Script("ties", [0, 10, 20, 30], [5, 15, 25]),
    Script(
      "a random pair", random(4, apart: 30_000_000, late: 20_000_000),
      random(5, apart: 28_000_000, late: 27_000_000)),
  ]

  @Test("each picture has every primary frame and the secondary nearest to it", arguments: scripts)
  func nearest(script: Script) throws {
    let bench = try Bench(.exact, slots: 64)
    for time in script.primary { #expect(bench.feeds[0].publish(time)) }
    for time in script.secondary { #expect(bench.feeds[1].publish(time)) }
    for feed in bench.feeds { feed.end() }
    var lastShown: UInt32?
    for (index, time) in script.primary.enumerated() {
      bench.expectPicture()
      #expect(bench.sequence(0) == UInt32(index))
      #expect(bench.pairer.time == time)
      // A secondary that is over gives its memory back; until then its nearest frame is shown.
      guard let shown = bench.sequence(1) else {
        #expect(bench.states[1] == .lost)
        #expect(lastShown == UInt32(script.secondary.count - 1))
        continue
      }
      lastShown = shown
      let distance = script.secondary.map { abs($0 - time) }.min()
      #expect(abs(script.secondary[Int(shown)] - time) == distance, "picture \(index)")
      #expect(bench.pairer.skew == (bench.states == [.live, .live] ? distance : nil))
      bench.pairer.releaseLost()
    }
    for _ in 0..<2 { #expect(bench.pairer.next() == .over) }
  }

  @Test("of two frames equally near the later is shown")
  func ties() throws {
    let bench = try Bench(.exact)
    bench.feeds[0].publish(10)
    for time in [5, 15, 25] as [Int64] { bench.feeds[1].publish(time) }
    for feed in bench.feeds { feed.end() }
    bench.expectPicture()
    #expect(bench.sequence(1) == 1)
  }

  @Test(
    "the states don't depend on when an ended source's thread says that it has",
    arguments: [FeedStatus.live, .ended, .failed])
  func endingIsNoRace(status: FeedStatus) throws {
    func states(_ status: FeedStatus) throws -> [[CameraState]] {
      let bench = try Bench(.exact, slots: 32)
      for index in 0..<30 { bench.feeds[0].publish(Int64(index) * 33 * millisecond) }
      for index in 0..<5 { bench.feeds[1].publish(Int64(index) * 100 * millisecond) }
      bench.feeds[0].end()
      bench.feeds[1].end(status)
      var result: [[CameraState]] = []
      while bench.pairer.next() == .picture {
        result.append(bench.states)
        bench.pairer.releaseLost()
      }
      return result
    }
    let wanted = try states(.ended)
    #expect(try states(status) == wanted)
    #expect(wanted.count == 30)
    #expect(wanted[0] == [.live, .live])
    #expect(wanted[29] == [.live, .lost])
  }

  @Test("frames passed over are counted, and so are the source's own gaps")
  func drops() throws {
    let bench = try Bench(.exact, slots: 32)
    for index in 0..<5 { bench.feeds[0].publish(Int64(index) * 100 * millisecond) }
    for index in 0..<15 { bench.feeds[1].publish(Int64(index) * 33 * millisecond, gap: index == 6 ? 4 : 0) }
    for feed in bench.feeds { feed.end() }
    while bench.pairer.next() == .picture {}
    #expect(bench.intakes[0].lost == 0)
    // Frames 0, 3, 6, 9 and 12 are nearest; of the others two were passed over between each, and four were lost before one.
    #expect(bench.intakes[1].lost == 12)
  }

  @Test(
    "what a source lost before its first picture counts, but for what came before a live job began unless it is a file's"
  )
  func firstLosses() throws {
    for (isLive, isFile) in [(false, true), (true, false), (true, true)] {
      let bench = try Bench(isLive ? .live : .exact, slots: 8)
      bench.feeds[0].publish(0, gap: 3)
      bench.feeds[0].publish(33 * millisecond)
      if isLive { bench.intakes[0].discardBacklog(isFile: isFile) }
      let lost = isFile ? isLive ? 4 : 3 : 0
      bench.feeds[1].publish(0)
      for feed in bench.feeds { feed.end() }
      bench.expectPicture()
      #expect(bench.intakes[0].lost == lost)
      #expect(bench.pairer.inputs[0].lost == lost)
    }
  }

  @Test(
    "a live job begins with the next frame if that is nearer than the newest, unless none is to be expected",
    arguments: [(5, false, 1), (16, false, 1), (18, false, 2), (30, false, 2), (40, false, 1), (30, true, 1)]
      as [(Int64, Bool, UInt32)])
  func beginning(age: Int64, hasEnded: Bool, sequence: UInt32) throws {
    let bench = try Bench(.live, slots: 8)
    bench.feeds[0].publish(0)
    bench.feeds[0].publish(33 * millisecond)
    if hasEnded { bench.feeds[0].end() }
    bench.intakes[0].discardBacklog(at: (33 + age) * millisecond)
    if !hasEnded { bench.feeds[0].publish(66 * millisecond) }
    #expect(bench.nextPicture())
    #expect(bench.sequence(0) == sequence)
    #expect(bench.intakes[0].lost == 0)
  }

  @Test("every slot comes back when the intakes let go", arguments: [1, 2, 7, 20])
  func leases(pictures: Int) throws {
    let bench = try Bench(.exact, slots: 24)
    for index in 0..<20 { bench.feeds[0].publish(Int64(index) * 33 * millisecond) }
    for index in 0..<20 { bench.feeds[1].publish(Int64(index) * 40 * millisecond) }
    for _ in 0..<pictures { bench.expectPicture() }
    #expect(bench.slotsAtEnd() == [24, 24])
  }
}

@Suite("Pairing live cameras")
struct LivePairingTests {
  // Far in the future: no camera is late by the clock, however slow the machine.
  private let base = MonotonicClock.now() + 3_600_000 * millisecond

  @Test("a missing secondary doesn't hold up the primary")
  func missingSecondary() throws {
    let bench = try Bench(.live)
    for index in 0..<5 {
      bench.feeds[0].publish(base + Int64(index) * 33 * millisecond)
      bench.expectPicture([.live, .lost])
      #expect(bench.sequence(0) == UInt32(index))
      #expect(bench.pairer.skew == nil)
    }
  }

  @Test("the nearest frame that is there is paired, and the skew says how near")
  func nearest() throws {
    let bench = try Bench(.live)
    for index in 0..<4 {
      bench.feeds[1].publish(base + Int64(index) * 33 * millisecond + 5 * millisecond)
      bench.feeds[0].publish(base + Int64(index) * 33 * millisecond)
      bench.expectPicture([.live, .live])
      #expect(bench.sequence(1) == UInt32(index))
      #expect(bench.pairer.skew == 5 * millisecond)
    }
  }

  @Test(
    "a picture waits for the others' frames as long as asked, once for each silent camera",
    arguments: [FrameWait.leader, .all(.milliseconds(40)), .all(nil), .due])
  func waits(wait: FrameWait) throws {
    let bench = try Bench(.live, rates: [30, 30, 30, 30], wait: wait)
    for past in [-99, -66, -33, 0] as [Int64] {
      for feed in bench.feeds.reversed() { feed.publish(base + past * millisecond) }
      bench.expectPicture([.live, .live, .live, .live])
    }
    bench.feeds[1].publish(base + 34 * millisecond)
    // Two are due now, and don't send.
    bench.feeds[0].publish(base + 33 * millisecond)
    bench.expectPicture()
    #expect(bench.sequence(1) == 4 && bench.sequence(2) == 3)
    let waited = bench.pairer.asleep
    let least: Int64 = wait == .leader ? 0 : wait == .due ? 10 : wait == .all(nil) ? 25 : 35
    #expect(wait == .leader ? waited == 0 : waited >= least * millisecond)
    bench.feeds[0].publish(base + 66 * millisecond)
    bench.feeds[1].publish(base + 66 * millisecond)
    bench.expectPicture()
    #expect(bench.pairer.asleep == waited)
    // One that sends again is waited for again.
    bench.feeds[2].publish(base + 99 * millisecond)
    bench.feeds[1].publish(base + 99 * millisecond)
    bench.feeds[0].publish(base + 99 * millisecond)
    bench.expectPicture()
    bench.feeds[0].publish(base + 132 * millisecond)
    bench.feeds[1].publish(base + 132 * millisecond)
    bench.expectPicture()
    #expect(wait == .leader ? bench.pairer.asleep == 0 : bench.pairer.asleep > waited)
  }

  @Test("the skew by the cameras' own clocks is told where both have such times")
  func deviceSkew() throws {
    let bench = try Bench(.live)
    let times: [(Int64?, Int64?)] = [(7, 4), (4, 7), (nil, 4), (7, nil), (nil, nil)]
    for (index, times) in times.enumerated() {
      for (feed, time) in zip(bench.feeds, [times.0, times.1]) {
        feed.publish(
          base + Int64(index) * 33 * millisecond,
          deviceTime: time.map { DeviceTime(nanoseconds: $0 * millisecond, error: 1) })
      }
      bench.expectPicture([.live, .live])
      #expect(bench.pairer.skew == 0)
      #expect(bench.pairer.deviceSkew == (index < 2 ? 3 * millisecond : nil))
    }
  }

  @Test("a slower secondary stays live, then is stale when overdue, then lost when its feed says so")
  func slowThenStaleThenLost() throws {
    let bench = try Bench(.live, rates: [30, 10])
    var seen: [CameraState] = []
    bench.feeds[1].publish(base)
    bench.feeds[1].publish(base + 100 * millisecond)
    for index in 0..<40 {
      let time = base + Int64(index) * 33 * millisecond
      bench.feeds[0].publish(time)
      if index == 30 { bench.feeds[1].status = .lost }
      bench.expectPicture()
      seen.append(bench.states[1])
      #expect(bench.states[0] == .live)
      // Expected at 200 ms, with a patience of three of its frame times.
      let wanted: CameraState = index >= 30 ? .lost : time - base > 500 * millisecond ? .stale : .live
      #expect(seen[index] == wanted, "picture \(index)")
      #expect(bench.pairer.inputs[1].slot != nil)
    }
    #expect(Set(seen).count == 3)
  }

  @Test("a lost camera gives its memory back, and is live again when it comes back")
  func lostAndBack() throws {
    let bench = try Bench(.live, slots: 4)
    for index in 0..<3 {
      bench.feeds[0].publish(base + Int64(index) * 33 * millisecond)
      bench.feeds[1].publish(base + Int64(index) * 33 * millisecond)
      bench.expectPicture()
    }
    #expect(bench.states == [.live, .live])
    bench.feeds[1].status = .lost
    bench.feeds[0].publish(base + 99 * millisecond)
    bench.expectPicture([.live, .lost])
    // The frame is there for this picture still, to be copied.
    #expect(bench.pairer.inputs[1].slot != nil)
    bench.pairer.releaseLost()
    #expect(bench.feeds[1].takeAllFree() == 4)
    bench.feeds[0].publish(base + 132 * millisecond)
    bench.expectPicture([.live, .lost])
    #expect(bench.pairer.inputs[1].slot == nil)

    bench.feeds[1].status = .live
    let back = base + 10_000 * millisecond
    for index in 0..<3 {
      bench.feeds[1].publish(back + Int64(index) * 33 * millisecond, restarts: 1)
      bench.feeds[0].publish(back + Int64(index) * 33 * millisecond)
      bench.expectPicture([.live, .live])
    }
    // The time away is no frame time.
    #expect((29...31).contains(bench.intakes[1].framesPerSecond))
  }

  @Test("a camera's restart is in the line also when its first frame gave way to a newer one")
  func restartDisplaced() throws {
    let bench = try Bench(.live, slots: 8, capacity: 2, policy: .dropOldest)
    bench.feeds[1].publish(base)
    bench.feeds[0].publish(base)
    #expect(bench.nextPicture())
    for index in 1...4 { bench.feeds[0].publish(base + Int64(index) * 33 * millisecond, restarts: 1) }
    bench.feeds[1].publish(base + 33 * 4 * millisecond)
    #expect(bench.nextPicture())
    let slot = try #require(bench.pairer.inputs[0].slot)
    #expect(slot.sequence > 1 && slot.flags.contains(.restarted))
    #expect(bench.pairer.inputs[0].lost == 0)
  }

  @Test("a lost primary leaves the driving to the secondary and takes it back")
  func lostPrimary() throws {
    let bench = try Bench(.live)
    bench.feeds[0].publish(base)
    bench.feeds[1].publish(base)
    bench.expectPicture(leader: 0)
    bench.feeds[0].status = .lost
    bench.feeds[1].publish(base + 33 * millisecond)
    bench.expectPicture([.lost, .live], leader: 1)
    bench.pairer.releaseLost()
    bench.feeds[0].status = .live
    bench.feeds[0].publish(base + 66 * millisecond)
    bench.feeds[1].publish(base + 66 * millisecond)
    bench.expectPicture([.live, .live], leader: 0)
  }

  @Test("a primary that connects but never delivers doesn't keep the secondary from the picture")
  func silentPrimary() throws {
    let bench = try Bench(.live, slots: 8, capacity: 2, policy: .dropOldest)
    bench.feeds[0].status = .connecting
    bench.feeds[1].publish(base)
    #expect(bench.nextPicture())
    #expect(bench.pairer.leader == 1)
    #expect(bench.states == [.lost, .live])
  }

  @Test("a primary that stalled leads again when it delivers, even as the secondary is gone by then")
  func stalledPrimaryOutlivesSecondary() throws {
    let bench = try Bench(.live, slots: 8, capacity: 2, policy: .dropOldest)
    // Long ago, so that it is late by any clock.
    let past = MonotonicClock.now() - 60_000 * millisecond
    bench.feeds[0].publish(past)
    #expect(bench.nextPicture())
    bench.feeds[1].publish(base)
    #expect(bench.nextPicture())
    #expect(bench.pairer.leader == 1)
    #expect(bench.states[0] == .stale)
    bench.feeds[1].status = .lost
    #expect(bench.pairer.next() == .tick)
    #expect(bench.states == [.stale, .lost])
    bench.pairer.releaseLost()
    bench.feeds[0].publish(base + 500 * millisecond)
    #expect(bench.nextPicture())
    #expect(bench.pairer.leader == 0)
    #expect(bench.states == [.live, .lost])
  }

  @Test("with nothing new for a while a tick says so; when both are over, that is the end")
  func tickThenOver() throws {
    let bench = try Bench(.live)
    #expect(bench.pairer.next() == .tick)
    #expect(bench.states == [.lost, .lost])
    bench.feeds[0].publish(base)
    for feed in bench.feeds { feed.end() }
    bench.expectPicture()
    #expect(bench.pairer.next() == .over)
  }

  @Test("a failed camera is over at once, one that ended after its last frame")
  func failedAndEnded() throws {
    let bench = try Bench(.live)
    bench.feeds[0].status = .failed
    bench.feeds[1].publish(base)
    bench.feeds[1].publish(base + 33 * millisecond)
    bench.feeds[1].end()
    for index in 0..<2 {
      #expect(bench.nextPicture())
      #expect(bench.states[1] == .live)
      #expect(bench.sequence(1) == UInt32(index))
    }
    #expect(bench.pairer.next() == .over)
  }

  @Test("no lease is lost over thousands of frames at odd rates with drops")
  func noLeak() throws {
    let bench = try Bench(.live, rates: [30, 24], slots: 6, capacity: 2, policy: .dropOldest)
    var numbers = Seeded(8)
    var pictures = 0
    var second: Int64 = 0
    for index in 0..<3000 {
      let time = base + Int64(index) * 33 * millisecond
      #expect(bench.feeds[0].publish(time), "no slot left at \(index)")
      while second * 42 < Int64(index) * 33 {
        if Int.random(in: 0..<10, using: &numbers) > 0 {
          #expect(bench.feeds[1].publish(base + second * 42 * millisecond), "no slot left at \(index)")
        }
        second += 1
      }
      if Int.random(in: 0..<3, using: &numbers) > 0 {
        bench.expectPicture()
        pictures += 1
      }
    }
    #expect(bench.slotsAtEnd() == [6, 6])
    #expect(pictures > 1500)
  }
}
