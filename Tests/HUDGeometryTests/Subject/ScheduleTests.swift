import RealModule
import TestScenes
import TestSupport
import Testing

@testable import HUDGeometry

/// What a frame has to do besides what every frame does.
struct ScheduleTests {
  private static let (width, height) = (240, 135)

  @Test(
    "a frame with several outlines has a part of an estimate or of a network's look, and neither waits for long"
  )
  func turns() {
    var analyzer = HUDAnalyzer(settings: HUDSettings(), lumaWidth: Self.width, lumaHeight: Self.height)
    var (estimates, looks, waited, resting) = (0, 0, 0, 0)
    for frame in 0..<180 {
      let (isCrowded, waits) = (
        analyzer.subject.isFresh && analyzer.subject.bodies.areSeveral, analyzer.subject.waits
      )
      // Somebody who sways and has a face, before posts, and somebody else who passes.
      var portrait = Portrait(at: 3 * Double.sin(4 * Double(frame) / 30), stripes: 0, seed: UInt64(frame + 1))
      portrait.add(at: frame < 40 ? nil : Double(frame - 40) - 10)
      analyzer.update(
        luma: portrait.luma.span, bytesPerRow: Self.width, cb: portrait.cb.span, cr: portrait.cr.span,
        chromaBytesPerRow: Self.width / 2, nanoseconds: Int64(frame) * 33_333_333)
      let (worked, read) = (analyzer.horizon.hasWorked, analyzer.subject.hasRead)
      // What has waited for a frame has the next one.
      if waits { #expect(!worked && read, "frame \(frame)") }
      guard isCrowded else { continue }
      #expect(!(worked && read), "frame \(frame)")
      estimates += worked ? 1 : 0
      looks += read ? 1 : 0
      waited += waits ? 1 : 0
      resting = worked ? 0 : resting + 1
      #expect(resting < 9, "frame \(frame)")
    }
    #expect(estimates > 5 && looks > 5 && waited > 2, "\(estimates) \(looks) \(waited)")
  }
}
