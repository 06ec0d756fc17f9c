import Testing

@testable import Values

@Suite("Times of logs")
struct LogTimeTests {
  private static let half: Int64 = 1_795_505_077_500_000_000

  @Test(
    "dates, numbers since 1970 in four units, and what counts from the film's beginning",
    arguments: [
      ("2026-11-24T07:24:37.5Z", LogTime.utc(half)), ("2026-11-24 08:24:37.500+01:00", .utc(half)),
      ("2026-11-24t02:24:37,5-0500", .utc(half)), ("2026/11/24 07:24:37.5", .utc(half)),
      ("2026-11-24 07:24:37.5 Z", .utc(half)), ("2026-11-24T07:24:37.500000000999Z", .utc(half)),
      ("2026-11-24", .utc(1_795_478_400_000_000_000)), ("1795505077.5", .utc(half)),
      ("1795505077500", .utc(half)),
      ("1795505077500000", .utc(half)), ("1.7955050775e18", .utc(half)), ("12.25", .start(12_250_000_000)),
      ("-0.5", .start(-500_000_000)), ("0", .start(0)), ("00:01:02.5", .start(62_500_000_000)),
      ("100:00", .start(360_000_000_000_000)),
    ])
  func times(text: String, time: LogTime) { #expect(LogTime(text) == time) }

  @Test("a unit says what a number counts")
  func units() {
    #expect(LogTime("1500", unit: "ms") == .start(1_500_000_000))
    #expect(LogTime("1795505077500", unit: "ms") == .utc(Self.half))
    #expect(LogTime("2", unit: "min") == .start(120_000_000_000))
    #expect(LogTime("99999999", unit: "s") == .start(99_999_999_000_000_000))
  }

  @Test(
    "what is none",
    arguments: [
      "", "now", "nan", "inf", "-1e300", "2026-13-01", "2026-11-24T24:00:00Z", "2026-11-24T07:24:37.5+99:00",
      "1969-12-31", "2026-11-24T07:24:37Zz", "07:61:00", "1:2", "2026-11-24T", "9e9s",
    ])
  func none(text: String) { #expect(LogTime(text) == nil) }
}
