import Foundation
import HostResources
import TestPictures
import TestSupport
import Testing

@testable import Recordings

/// What a line with one camera's stamp says of it.
private func stamp(
  _ index: Int, _ stamp: Int64?, clock: String = "monotonic", utc: String? = nil, state: String = "live"
) throws -> LineBrief.Stamp? {
  var camera: [String: Any] = ["id": "primary", "state": state]
  if let stamp { (camera["timestampNs"], camera["clock"]) = (stamp, clock) }
  if let utc { camera["utc"] = utc }
  let object: [String: Any] = [
    "index": index, "file": "\(index).jpg", "cameras": [camera], "hud": [] as [Any],
  ]
  let line = try JSONDecoder().decode(PictureLine.self, from: JSONSerialization.data(withJSONObject: object))
  return LineBrief(line).stamp
}

@Suite("Times of a film")
struct ReelClockTests {
  private func times(_ stamps: [(run: Int, stamp: Int64?)]) throws -> [Int64] {
    var clock = ReelClock()
    clock.beginFolder()
    return try stamps.enumerated().map { index, picture in
      clock.time(of: try stamp(index, picture.stamp), run: picture.run, startedAt: nil).0
    }
  }

  @Test("inside a run pictures are as far apart as their stamps, to the nanosecond")
  func distances() throws {
    #expect(
      try times([(0, 500), (0, 33_000_777), (0, 1_000_000_000_500)]) == [0, 33_000_277, 1_000_000_000_000])
  }

  @Test("a repeated stamp, or none, lies between its neighbours, which stay where their stamps say")
  func repeats() throws {
    let usual: Int64 = 40_000_000
    #expect(
      try times([(0, 0), (0, usual), (0, usual), (0, usual), (0, 2 * usual), (0, nil), (0, 9 * usual)])
        == [0, usual, usual * 3 / 2, usual * 7 / 4, 2 * usual, 3 * usual, 9 * usual])
    // More of them than there is room for: a microsecond each until it's made up.
    #expect(
      try times([(0, 0), (0, usual), (0, nil), (0, nil), (0, 2 * usual), (0, 4 * usual)])
        == [0, usual, 2 * usual, 3 * usual, 3 * usual + 1000, 4 * usual])
  }

  @Test("a clock that goes back moves on by the usual distance")
  func back() throws {
    let usual: Int64 = 40_000_000
    #expect(
      try times([(0, 0), (0, usual), (0, 2 * usual), (0, 5), (0, 5 + usual)])
        == [0, usual, 2 * usual, 3 * usual, 4 * usual])
  }

  @Test("the next run follows by its stamp if that may be the same clock, else by the usual distance")
  func runs() throws {
    let usual: Int64 = 40_000_000
    #expect(
      try times([(0, 0), (0, usual), (1, usual + 2_000_000_000), (2, 900_000_000_000_000), (3, 10)])
        == [0, usual, usual + 2_000_000_000, 2 * usual + 2_000_000_000, 3 * usual + 2_000_000_000])
  }

  @Test("UTC is the line's own, or counted from the run's beginning, or unknown")
  func utc() throws {
    var clock = ReelClock()
    clock.beginFolder()
    let own = clock.time(of: try stamp(0, 7, utc: "2026-11-24T07:07:03.123456Z"), run: 0, startedAt: nil).1
    #expect(own == 1_795_504_023_123_456_000)
    let counted = ["2026-11-24T07:07:03Z", nil].map { started in
      var clock = ReelClock()
      clock.beginFolder()
      return try? [7, 1_000_000_007].map { stamp in
        clock.time(of: try RecordingsTests.stamp(0, stamp), run: 0, startedAt: started).1
      }
    }
    #expect(counted[0] == [1_795_504_023_000_000_000, 1_795_504_024_000_000_000])
    #expect(counted[1] == [nil, nil])
  }
}
