import CAllocationCounter
import PixelTypes
import TestSupport
import Testing

@testable import CaptureKit

@Suite("A camera's own clock")
struct DeviceClockTests {
  /// Each frame's time, and how far it is from the truth, both in microseconds.
  private func run(
    _ camera: inout SimulatedClock, _ clock: inout DeviceClock, frames: Int,
    changing: (inout PayloadClock) -> Void = { _ in }
  ) -> [(time: DeviceTime, error: Double)?] {
    (0..<frames).map { _ in
      let frame = camera.next()
      for header in frame.headers {
        var header = header
        changing(&header)
        clock.take(header)
      }
      return clock.endFrame().map { ($0, (Double($0.nanoseconds) - frame.exposed) / 1000) }
    }
  }

  @Test(
    "A frame's time is within 200 µs of the truth where its arrival is milliseconds off, and within twice its error",
    arguments: Share.of(
      SimulatedClock.Delay.allCases.flatMap { delay in
        [SimulatedClock.Counting.none, .bus, .own].map { (delay, $0) }
      }, oneIn: 4))
  func simulated(delay: SimulatedClock.Delay, counting: SimulatedClock.Counting) {
    var errors: [Double] = []
    var within = 0
    for seed in 0..<8 {
      var camera = SimulatedClock(seed: UInt64(seed))
      (camera.delay, camera.counting) = (delay, counting)
      (camera.drift, camera.framesPerSecond) = (Double(seed * 40 - 150), [30, 29.97, 15, 60][seed % 4])
      // What all headers need can be told only by frames of the bus.
      camera.shortest = counting == .bus ? 1_500_000 : 0
      var clock = DeviceClock()
      let known = run(&camera, &clock, frames: 3000).compactMap(\.self)
      #expect(known.count > 2600)
      errors += known.map { abs($0.error) }
      within += known.count { abs($0.error) <= 2 * Double($0.time.error) / 1000 }
    }
    errors.sort()
    #expect(errors[errors.count * 95 / 100] < 200)
    #expect(within * 100 >= errors.count * 90, "\(within) of \(errors.count)")
  }

  @Test("A delay that all headers have remains unless camera and host count the same frames")
  func remains() throws {
    for counting in [SimulatedClock.Counting.none, .bus] {
      var camera = SimulatedClock(seed: 1)
      (camera.shortest, camera.counting) = (3_000_000, counting)
      var clock = DeviceClock()
      let last = try #require(run(&camera, &clock, frames: 1000).last ?? nil)
      #expect(abs(last.error - (counting == .none ? 3000 : 0)) < 200)
    }
  }

  @Test("There is no time before the clock is known")
  func warmUp() throws {
    var camera = SimulatedClock(seed: 3)
    var clock = DeviceClock()
    let first = try #require(run(&camera, &clock, frames: 1000).firstIndex { $0 != nil })
    #expect(first >= 150)
  }

  @Test(
    "A clock that is set anew is learned anew, and no time in between is wrong",
    arguments: [0, 1 << 20, 0x8000_0000])
  func setAnew(tick: UInt32) {
    var camera = SimulatedClock(seed: 4)
    var clock = DeviceClock()
    _ = run(&camera, &clock, frames: 600)
    camera.firstTick &+= 0x4000_0000 &+ tick
    let after = run(&camera, &clock, frames: 600)
    #expect(after[..<90].allSatisfy { $0 == nil })
    #expect(after.compactMap(\.self).allSatisfy { abs($0.error) < 600 })
    #expect(after[599] != nil)
  }

  @Test("After ten seconds without frames, the clock is learned anew; after less, it goes on")
  func silence() {
    var camera = SimulatedClock(seed: 5)
    var clock = DeviceClock()
    _ = run(&camera, &clock, frames: 600)
    camera.pause(8e9)
    #expect(run(&camera, &clock, frames: 1)[0].map { abs($0.error) < 400 } ?? false)
    camera.pause(11e9)
    #expect(run(&camera, &clock, frames: 90).allSatisfy { $0 == nil })
  }

  @Test("Lost headers are missed, but no time is wrong")
  func lost() {
    var camera = SimulatedClock(seed: 6)
    var clock = DeviceClock()
    var random = Seeded(7)
    var known = 0
    for _ in 0..<1500 {
      let frame = camera.next()
      for header in frame.headers where Bool.random(using: &random) { clock.take(header) }
      guard let time = clock.endFrame() else { continue }
      known += 1
      #expect(abs(Double(time.nanoseconds) - frame.exposed) < 600_000)
    }
    #expect(known > 1000)
  }

  @Test(
    "A camera that sends no exposure time, always the same, a random one or one of another clock has no times"
  )
  func useless() {
    var random = Seeded(8)
    let changes: [(inout PayloadClock) -> Void] = [
      { $0.exposed = nil }, { $0.exposed = 0 }, { $0.exposed = $0.exposed.map { $0 / 48 } },
      { $0.exposed = $0.sent &- 0x7000_0000 },
      { $0.exposed = .random(in: 0 ... .max, using: &random) }, { $0.sent = 0 },
      { $0.sent = .random(in: 0 ... .max, using: &random) },
      { $0.host = .random(in: 0 ... .max, using: &random) },
    ]
    for change in changes {
      var camera = SimulatedClock(seed: 9)
      var clock = DeviceClock()
      #expect(run(&camera, &clock, frames: 4000, changing: change).allSatisfy { $0 == nil })
    }
  }

  @Test("Following a clock allocates nothing", .countsAllocations)
  func steady() {
    var camera = SimulatedClock(seed: 10)
    var clock = DeviceClock()
    _ = run(&camera, &clock, frames: 1100)
    let frames = (0..<60).map { _ in camera.next().headers }
    let before = callocation_count_thread()
    // By index: unoptimized, an iterator allocates.
    for frame in 0..<frames.count {
      for header in 0..<frames[frame].count { clock.take(frames[frame][header]) }
      _ = clock.endFrame()
    }
    #expect(callocation_count_thread() == before)
  }

  // MARK: Metadata

  private func read(_ bytes: [UInt8]) -> [PayloadClock] {
    var at = 0
    var found: [PayloadClock] = []
    while let clock = PayloadClock(&at, bytes.span) { found.append(clock) }
    return found
  }

  @Test("Blocks are read in order; one without the camera's clock is passed over, and what is cut ends them")
  func blocks() {
    let first = PayloadClock(host: 1 << 40, hostFrame: 1999, exposed: 0xFFFF_FFFE, sent: 5, sentFrame: 0x7FF)
    var second = first
    (second.exposed, second.sent) = (nil, 0x8000_0001)
    let bytes =
      first.block + first.block(flags: 0x84, length: 6) + first.block(flags: 0x80, length: 2)
      + second.block(flags: 0x88, length: 20)
    #expect(read(bytes) == [first, second])
    for count in bytes.indices {
      #expect(read(Array(bytes[..<count])) == (count < 22 ? [] : [first]))
    }
    // The header's own length contradicts its flags.
    #expect(read(first.block(flags: 0x8C, length: 11)) == [])
    var random = Seeded(11)
    for _ in 0..<2000 {
      let noise = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      #expect(read(noise).count * 18 <= noise.count)
    }
  }
}
