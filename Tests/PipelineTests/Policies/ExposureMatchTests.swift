import CaptureKit
import FrameBus
import TestPictures
import Testing

@testable import Pipeline

@Suite("Cameras that follow the first one's exposure")
struct ExposureMatchTests {
  private static let second: Int64 = 1_000_000_000

  private func feed(_ name: String, _ controls: [CameraControl]) -> ScriptedFeed {
    let feed = ScriptedFeed(name, doorbell: Doorbell())
    feed.controls = controls
    return feed
  }

  private static func controls(time: Int64, gain: Int64, most: Int64 = 100, mode: Int64 = 3)
    -> [CameraControl]
  {
    [
      .scripted("auto_exposure", .menu, mode, 0...3, menu: ["", "Manual", "", "Auto"]),
      .scripted("exposure_time_absolute", .integer, time, 3...2047),
      .scripted("gain", .integer, gain, 0...most),
      .scripted("white_balance_automatic", .boolean, 1, 0...1),
      .scripted("white_balance_temperature", .integer, 4600, 2800...6500),
    ]
  }

  @Test("time, gain and white balance are set once, in manual mode, and left when they are read back")
  func follows() {
    let feeds = [feed("a", Self.controls(time: 80, gain: 10)), feed("b", Self.controls(time: 200, gain: 20))]
    var match = ExposureMatch()
    var warnings: [String] = []
    func look(_ at: Int64) {
      match.advance([("left", feeds[0]), ("right", feeds[1])], at: at * Self.second) { warnings.append($0) }
    }
    look(1)
    #expect(!match.isDue(at: Self.second + 1) && match.isDue(at: 2 * Self.second))
    #expect(feeds[0].asked.isEmpty && feeds[0].refreshes == 1)
    let asked = feeds[1].asked.map { "\($0.name)=\($0.value)" }
    #expect(
      asked == ["auto_exposure=1", "exposure_time_absolute=80", "gain=10", "white_balance_automatic=0"])
    feeds[1].controls = Self.controls(time: 80, gain: 10, mode: 1).map {
      $0.name == "white_balance_automatic" ? .scripted($0.name, .boolean, 0, 0...1) : $0
    }
    look(2)
    #expect(feeds[1].asked.count == 4)
    // The first one's automatic mode goes on.
    feeds[0].controls = Self.controls(time: 3000, gain: 10)
    look(3)
    #expect(feeds[1].asked.last.map { "\($0.name)=\($0.value)" } == "exposure_time_absolute=2047")
    #expect(warnings.isEmpty)
  }

  @Test("what can't be matched is said once")
  func refusals() {
    let feeds = [
      feed("a", Self.controls(time: 80, gain: 10)), feed("b", Self.controls(time: 200, gain: 20, most: 255)),
      feed("c", []),
    ]
    var match = ExposureMatch()
    var warnings: [String] = []
    for time in 1...20 as ClosedRange<Int64> {
      match.advance([("left", feeds[0]), ("right", feeds[1]), ("head", feeds[2])], at: time * Self.second) {
        warnings.append($0)
      }
    }
    #expect(warnings.count == 5, "\(warnings)")
    for words in [
      "gain goes from 0 to 255", "head has no gain", "right keeps its exposure_time_absolute at 200, not 80",
    ] {
      #expect(warnings.contains { $0.contains(words) }, "\(warnings)")
    }
    // It isn't asked for ever.
    #expect(feeds[1].asked.count { $0.name == "exposure_time_absolute" } == 5)
  }
}
