import RealModule
import TestSupport
import Testing

@testable import HUDGeometry

@Suite("Pans aren't rolls")
struct PanCorrectionTests {
  private static let frames = 150

  /// A camera that looks up by `pitch` degrees and pans by 12° a second with a constant roll of 5°, with a field of view of 73°:
  /// the error of the roll carried along, in degrees, frame by frame, if single pictures are read to within `noise`.
  private func errors(pitch: Double, noise: Double) -> [Double] {
    var random = Seeded(4)
    var pan = PanCorrection()
    let focal = 0.68
    let step = 12 * Double.pi / 180 / 30
    let (climb, turn) = (Double.sin(pitch * .pi / 180), Double.cos(pitch * .pi / 180))
    var carried = 5.0
    return (0..<Self.frames).map { frame in
      // The picture turns by what the pan has of the optical axis, and moves by the rest.
      carried -= step * climb * 180 / .pi
      carried += pan.move(along: -focal * step * turn, across: 0, seconds: 1 / 30)
      if frame % 3 == 0 {
        let single = 5 + (random.unit() - 0.5) * noise * 12.0.squareRoot()
        pan.learn(error: single - carried, deviation: noise)
      }
      return abs(carried - 5)
    }
  }

  @Test("the slope is learned from noisy angles, for any pitch", arguments: [-20, -6, 0, 6, 20])
  func learns(pitch: Double) {
    let errors = errors(pitch: pitch, noise: 0.3)
    let drifts = zip(errors.dropFirst(90), errors.dropFirst(89)).map { abs($0 - $1) }
    // Two seconds of panning by 24° would bring 24 sin(pitch) degrees.
    #expect(drifts.reduce(0, +) < 0.6)
  }

  @Test("evidence grows doubtful with the way it is carried, and less so once the slope is known")
  func doubt() {
    var pan = PanCorrection()
    #expect(pan.doubt == 0)
    _ = pan.move(along: 0.05, across: 0, seconds: 1 / 30)
    let early = pan.doubt
    #expect(early > 0.5)
    _ = pan.move(along: -0.05, across: 0, seconds: 1 / 30)
    #expect(pan.doubt < 1e-9)
    for step in 0..<200 {
      _ = pan.move(along: step % 20 < 10 ? 0.02 : -0.02, across: 0, seconds: 1 / 30)
      pan.learn(error: 0, deviation: 0.3)
      pan.gather(share: 0.1)
    }
    let before = pan.doubt
    _ = pan.move(along: 0.05, across: 0, seconds: 1 / 30)
    #expect(pan.doubt - before < early / 3)
  }

  @Test("a single wrong angle teaches nothing")
  func outlier() {
    var pan = PanCorrection()
    for step in 0..<60 {
      _ = pan.move(along: 0.01, across: 0, seconds: 1 / 30)
      pan.learn(error: step == 40 ? 30 : 0, deviation: 0.3)
    }
    #expect(abs(pan.slope) < 0.5)
  }
}
