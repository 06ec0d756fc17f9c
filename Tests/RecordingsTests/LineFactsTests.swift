import HostResources
import PixelTypes
import Testing

@testable import CaptureKit
@testable import Compositor
@testable import Recordings

@Suite("A picture's line")
struct LineFactsTests {
  private func text(_ facts: PictureFacts) -> String {
    var line = JSONBytes(capacity: 4096)
    LineFacts(facts, LineNews()).write(to: &line)
    return String(decoding: line.bytes, as: UTF8.self)
  }

  @Test("a frame's time by its camera's own clock stands beside the driver's, its error rounded up")
  func deviceTime() {
    var facts = PictureFacts()
    facts.begin(cameras: 1)
    let time = FrameTime(nanoseconds: 72_620_775_000, clock: .monotonic)
    facts.cameras[0].frame = PictureFacts.Frame(sequence: 5, time: time, byteCount: 9)
    #expect(!text(facts).contains("device"))
    facts.deviceSkew = 41_999
    facts.cameras[0].frame?.deviceTime = DeviceTime(nanoseconds: 72_601_234_567, error: 12_001)
    let line = text(facts)
    #expect(line.contains(#""skewUs":null,"deviceSkewUs":41,"#))
    #expect(
      line.contains(
        #""clock":"monotonic","deviceTimestampNs":72601234567,"deviceErrorUs":13,"bytes":9"#))
  }
}
