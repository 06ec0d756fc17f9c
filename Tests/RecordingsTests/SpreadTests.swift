import Testing

@testable import Recordings

@Suite("How values spread")
struct SpreadTests {
  @Test("percentiles are right to three digits, the mean to the last")
  func figures() {
    var spread = Spread.ofMicroseconds()
    for value in 1...100_000 { spread.record(UInt64(value)) }
    #expect(spread.count == 100_000 && spread.mean == 50_000.5)
    for (percent, value) in [(50.0, 50_000.0), (95, 95_000), (99, 99_000), (100, 100_000)] {
      #expect(abs(Double(spread.percentile(percent)) - value) <= value / 1000)
    }
    #expect(abs(Double(spread.max) - 100_000) <= 100)
  }

  @Test("a value that is too large isn't counted; of none the mean is zero")
  func limits() {
    var spread = Spread(upTo: 1000)
    #expect(spread.count == 0 && spread.mean == 0)
    for value in [1 << 40, 10, 20] as [UInt64] { spread.record(value) }
    #expect(spread.count == 2 && spread.mean == 15)
  }
}
