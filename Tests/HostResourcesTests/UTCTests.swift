import TestSupport
import Testing

@testable import HostResources

@Suite("Times in UTC")
struct UTCTests {
  @Test(
    "known moments",
    arguments: [
      (0, "1970-01-01T00:00:00.000000Z"), (951_782_400_000_000_000, "2000-02-29T00:00:00.000000Z"),
      (1_709_251_199_999_999_999, "2024-02-29T23:59:59.999999Z"),
      (1_795_504_023_123_456_000, "2026-11-24T07:07:03.123456Z"), (-1_000, "1969-12-31T23:59:59.999999Z"),
      (4_102_444_799_000_000_000, "2099-12-31T23:59:59.000000Z"),
    ] as [(Int64, String)])
  func known(nanoseconds: Int64, text: String) { #expect(UTCText.text(nanoseconds) == text) }

  @Test("no number is too large or too small", arguments: [Int64.min, .min + 1, -1, .max])
  func extremes(nanoseconds: Int64) { #expect(UTCText.text(nanoseconds).utf8.count == 27) }

  @Test("what was written is read back, to the microsecond")
  func roundTrip() {
    var random = Seeded(1)
    for _ in 0..<10_000 {
      let time = Int64.random(in: 0...7_000_000_000_000_000_000, using: &random)
      #expect(UTCText.nanoseconds(UTCText.text(time)) == time / 1000 * 1000)
    }
  }

  @Test(
    "what is no time in UTC isn't read",
    arguments: [
      "", "Z", "2026-11-24", "2026-11-24T07:07:03", "2026-11-24T07:07:03+01:00", "2026-13-24T07:07:03Z",
      "2026-11-24T24:07:03Z", "2026-11-24T07:07:03.Z", "2026-11-24T07:07:03.12x4Z", "+026-11-24T07:07:03Z",
      "1026-11-24T07:07:03Z", "2026-11-24 07:07:03Z", "2026-11-24T07:07:03,5Z",
      "2026-11-24T07:07:03.00000000000000000000000000Z",
    ])
  func refused(text: String) { #expect(UTCText.nanoseconds(text) == nil) }

  @Test("seconds without a fraction, and with one of any length")
  func fractions() {
    #expect(UTCText.nanoseconds("2026-11-24T07:07:03Z") == 1_795_504_023_000_000_000)
    #expect(UTCText.nanoseconds("2026-11-24T07:07:03.5Z") == 1_795_504_023_500_000_000)
    #expect(UTCText.nanoseconds("2026-11-24T07:07:03.1234567891Z") == 1_795_504_023_123_456_789)
  }

  @Test("within a second the clocks' difference stays; a slewed clock is followed without a step")
  func slewed() {
    var clock = UTCClock()
    #expect(clock.settle(now: 0, measured: 1_000_000_000, width: 100) { 250 }.offset == 1_000_000_000)
    #expect(
      clock.settle(now: 500_000_000, measured: 1_000_040_000, width: 100) { 250 }.offset == 1_000_000_000)
    let after = clock.settle(now: 1_100_000_000, measured: 1_000_500_000, width: 100) { 300 }
    #expect(after == UTCClock.Reading(offset: 1_000_500_000, errorMicroseconds: 300))
  }

  @Test("a clock that is set is a step until a line tells of it; steps add up")
  func stepped() {
    var clock = UTCClock()
    _ = clock.settle(now: 0, measured: 0, width: 100) { 1 }
    let back = clock.settle(now: 33_000_000, measured: -3_600_000_000_000, width: 100) { -1 }
    #expect(
      back
        == UTCClock.Reading(
          offset: -3_600_000_000_000, errorMicroseconds: nil, stepMicroseconds: -3_600_000_000))
    let again = clock.settle(now: 66_000_000, measured: -3_600_000_000_000, width: 100) { -1 }
    #expect(again.stepMicroseconds == -3_600_000_000)
    let sum = clock.settle(now: 99_000_000, measured: 0, width: 100) { 5 }
    #expect(sum.stepMicroseconds == 0 && sum.errorMicroseconds == 5)
    clock.stepWasTold()
    #expect(clock.settle(now: 132_000_000, measured: 10, width: 100) { 5 }.stepMicroseconds == nil)
  }

  @Test("the machine's own clocks")
  func real() {
    var clock = UTCClock()
    let (first, second) = (clock.read(), clock.read())
    #expect(first.offset == second.offset && second.stepMicroseconds == nil)
    let now = Double(MonotonicClock.now() + second.offset) / 1e6
    #expect(abs(now - WallClock.milliseconds()) < 2000)
  }
}
