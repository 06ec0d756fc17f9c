import RealModule
import TestScenes
import TestSupport
import Testing

@testable import HUDGeometry

struct UprightFitTests {
  private func fit(_ picture: SyntheticPicture, near degrees: Double) -> UprightFit {
    var cells = EdgeCells(width: picture.width, height: picture.height, viewfinderAspect: 16 / 9.0)
    var scan = SegmentScan(width: picture.width, height: picture.height, pixelAspect: cells.pixelAspect)
    var fixed = FixedParts(cells)
    cells.read(picture.pixels.span, bytesPerRow: picture.width, hiding: &fixed)
    scan.read(cells)
    var split = RegionSplit(columns: cells.columns, rows: cells.rows)
    split.read(cells)
    let field = PerspectiveField(width: picture.width, height: picture.height, aspect: 16 / 9.0)
    var evidence = HorizonEvidence()
    evidence.read(cells, scan, split, field, turnedBy: 0)
    var fit = UprightFit()
    fit.fit(scan, evidence, width: picture.width, near: degrees)
    return fit
  }

  @Test(
    "uprights give the roll to a twentieth of a degree, whatever their lean and wherever the search begins",
    arguments: [-23.4, -5, 0, 0.31, 12.2], [-0.3, 0, 0.12])
  func exact(_ roll: Double, _ lean: Double) {
    let picture = SyntheticPicture.bars(roll: roll, lean: lean)
    for start in [-0.8, 0, 0.6] {
      let found = fit(picture, near: roll + start)
      #expect(abs(found.angleDegrees - roll) < 0.05)
      #expect(found.trust > 0.9)
    }
  }

  @Test("the estimate is as exact", arguments: [-11.2, 3.3])
  func estimate(_ roll: Double) {
    let picture = SyntheticPicture.bars(roll: roll, lean: 0.1)
    var estimator = HorizonEstimator(width: picture.width, height: picture.height, viewfinderAspect: 16 / 9.0)
    let found = estimator.estimate(picture.pixels.span, bytesPerRow: picture.width)
    #expect(abs(found.angleDegrees - roll) < 0.05)
    #expect(found.confidence > 0.5 && found.marginDegrees < 1)
  }

  @Test("half the size is as exact")
  func small() {
    let found = fit(SyntheticPicture.bars(roll: 4.2, lean: 0.1, width: 240, height: 135), near: 4)
    #expect(abs(found.angleDegrees - 4.2) < 0.1 && found.trust > 0)
  }

  @Test("uprights that lean each its own way aren't trusted")
  func leaning() { #expect(fit(SyntheticPicture.bars(roll: 3, lean: 0, scatter: 4), near: 3).trust == 0) }

  @Test("without uprights there is nothing to trust")
  func none() {
    let level = SyntheticPicture.horizon(rollDegrees: 2, offset: 5, width: 480, height: 270)
    for picture in [level, .noise(amplitude: 0, seed: 1, width: 480, height: 270)] {
      let found = fit(picture, near: 2)
      #expect(found.trust == 0 && found.angleDegrees == 2)
    }
  }

  @Test("a trusted witness gathers the mass near its angle and no other; one of no trust changes nothing")
  func sharpen() {
    var posterior = AnglePosterior()
    for i in posterior.values.indices { posterior.values[i] = 1 / Float(AnglePosterior.bins) }
    let flat = posterior
    posterior.take(flat, about: 7.2, deviation: 0.35, trust: 0)
    #expect(zip(posterior.values, flat.values).allSatisfy { abs($0 - $1) < 1e-6 })
    posterior.take(flat, about: 7.2, deviation: 0.35, trust: 1)
    #expect(abs(posterior.peak().angleDegrees - 7.2) < 0.02)
    #expect(abs(posterior.peak().mass - 13 / Double(AnglePosterior.bins)) < 1e-3)
    #expect(posterior.values[0] == flat.values[0] && abs(posterior.values.reduce(0, +) - 1) < 1e-5)
  }
}
