import CaptureKit
import HUDGeometry
import PixelTypes
import Testing

@testable import Compositor

struct NightTests {
  @Test("the lights of a city at night are never a subject", arguments: [1, 2, 5])
  func city(seed: Int) throws {
    let source = try SourceSpecification(parsing: "synth:city?w=480&h=270&format=nv12&seed=\(seed)")
    let reader = try makeReader(for: source)
    let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
    let picture = PlanarPicture(size: slot.format.size, subsampling: .yuv420)
    var small = SmallPictures(rect: picture.bounds, subsampling: .yuv420, withBackdrop: false)
    var analyzer = HUDAnalyzer(
      settings: HUDSettings(detectsHorizon: false), lumaWidth: small.luma.width, lumaHeight: small.luma.height
    )
    var seen: [Int] = []
    for frame in 0..<150 {
      #expect(try reader.read(into: slot))
      #expect(RawUnpacker(encoding: .jpeg).unpack(slot, into: picture, at: picture.bounds))
      small.update(from: picture)
      analyzer.update(luma: small.luma, color: small.color, nanoseconds: Int64(frame) * 33_333_333)
      if analyzer.reading.subject.hasSubject { seen.append(frame) }
    }
    #expect(seen == [])
  }
}
