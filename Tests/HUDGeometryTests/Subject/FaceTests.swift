import RealModule
import TestScenes
import TestSupport
import Testing

@testable import HUDGeometry

/// Faces and their eyes.
struct FaceTests {
  private static let (width, height) = (Portrait.width, Portrait.height)

  private func faces(
    in portrait: Portrait, x: Double, y: Double, side: Double, isGrey: Bool = false
  ) -> [Face] {
    var network = FaceNetwork(width: Self.width, height: Self.height)
    let none = InlineArray<1, UInt8>(repeating: 0)
    network.take(
      luma: portrait.luma.span, bytesPerRow: Self.width, cb: isGrey ? none.span : portrait.cb.span,
      cr: isGrey ? none.span : portrait.cr.span, chromaBytesPerRow: Self.width / 2,
      area: FaceArea(x: x, y: y, side: side))
    var steps = 0
    while network.isReading {
      #expect(network.read() == !network.isReading)
      steps += 1
    }
    #expect(steps == 3)
    return network.faces
  }

  @Test(
    "a drawn face is found, and its eyes where they are drawn, whatever part of the frame is read",
    arguments: [SIMD3(70.0, 0, 100), SIMD3(52, 0, 135), SIMD3(80, 5, 80), SIMD3(0, -52, 240)], [false, true])
  func eyes(part: SIMD3<Double>, isGrey: Bool) throws {
    let found = faces(in: Portrait(at: 0, seed: 1), x: part.x, y: part.y, side: part.z, isGrey: isGrey)
    let face = try #require(found.first)
    #expect(found.count == 1)
    #expect(face.score > 0.7)
    for k in 0..<2 {
      #expect(abs(face.points[k].x * Double(Self.width) - Portrait.eyes[k].x) < 4)
      #expect(abs(face.points[k].y * Double(Self.height) - Portrait.eyes[k].y) < 4)
    }
    #expect(face.box.contains(face.eyes))
    // The nose below the eyes and the mouth below the nose; the ears on either side.
    #expect(face.eyes.y < face.points[2].y && face.points[2].y < face.points[3].y)
    #expect(face.points[4].x < face.points[0].x && face.points[5].x > face.points[1].x)
  }

  @Test("a wall has no face, nor a part of the frame without one")
  func none() {
    #expect(faces(in: Portrait(at: nil, seed: 1), x: 52, y: 0, side: 135).isEmpty)
    #expect(faces(in: Portrait(at: 0, seed: 1), x: 150, y: 0, side: 90).isEmpty)
  }

  @Test("a frame or a part without pixels isn't read")
  func empty() {
    var network = FaceNetwork(width: Self.width, height: Self.height)
    let few = [UInt8](repeating: 90, count: Self.width * (Self.height - 1))
    network.take(
      luma: few.span, bytesPerRow: Self.width, cb: few.span, cr: few.span, chromaBytesPerRow: 120,
      area: FaceArea(x: 0, y: 0, side: 100))
    #expect(!network.isReading)
    var none = FaceNetwork(width: 0, height: 0)
    none.take(
      luma: few.span, bytesPerRow: 0, cb: few.span, cr: few.span, chromaBytesPerRow: 0,
      area: FaceArea(x: 0, y: 0, side: 100))
    #expect(!none.isReading)
  }

  @Test("the face of somebody who moves is looked for within them, and their eyes belong on power points")
  func follows() throws {
    var analyzer = HUDAnalyzer(
      settings: HUDSettings(viewfinderWidth: 1600, viewfinderHeight: 900), lumaWidth: Self.width,
      lumaHeight: Self.height)
    var (known, worst) = (0, 0.0)
    for frame in 0..<90 {
      let seconds = Double(frame) / 30
      let x = 3 * Double.sin(4 * seconds)
      show(Portrait(at: x, seed: UInt64(frame + 1)), at: seconds, to: &analyzer)
      let subject = analyzer.reading.subject
      guard let eyes = subject.eyes else {
        #expect(seconds < 1.5)
        continue
      }
      known += 1
      worst = max(worst, abs(eyes.x * Double(Self.width) - 120 - x), abs(eyes.y * Double(Self.height) - 42))
      let point = Grid.thirds.powerPoints(aspect: 16.0 / 9)[subject.powerPoint]
      let diagonal = (1600.0 * 1600 + 900 * 900).squareRoot()
      let offset = Point((point.x - eyes.x) * 1600 / diagonal, (point.y - eyes.y) * 900 / diagonal)
      #expect(abs(subject.distance - offset.length) < 1e-9)
    }
    #expect(known >= 50)
    #expect(worst < 4)
  }

  @Test("eyes that aren't seen again are forgotten after a second")
  func forgets() {
    var analyzer = HUDAnalyzer(settings: HUDSettings(), lumaWidth: Self.width, lumaHeight: Self.height)
    var (before, after) = (0, 0)
    for frame in 0..<120 {
      let seconds = Double(frame) / 30
      let portrait = Portrait(at: 3 * Double.sin(4 * seconds), hasFace: seconds < 2, seed: UInt64(frame + 1))
      show(portrait, at: seconds, to: &analyzer)
      let subject = analyzer.reading.subject
      if seconds < 2, subject.eyes != nil { before += 1 }
      if seconds > 3.4 {
        #expect(subject.hasSubject)
        if subject.eyes != nil { after += 1 }
      }
    }
    #expect(before > 20)
    #expect(after == 0)
  }

  @Test("people of a still are found by their faces: outline, box and eyes", arguments: [false, true])
  func still(isGrey: Bool) throws {
    var analyzer = HUDAnalyzer(
      settings: HUDSettings(arePhotos: true), lumaWidth: Self.width, lumaHeight: Self.height)
    let portrait = Portrait(at: 0, seed: 1)
    show(portrait, at: 0, to: &analyzer, isGrey: isGrey)
    let subject = analyzer.reading.subject
    #expect(subject.hasSubject)
    let eyes = try #require(subject.eyes)
    #expect(abs(eyes.x * Double(Self.width) - 120) < 3 && abs(eyes.y * Double(Self.height) - 42) < 3)
    #expect(analyzer.reading.silhouette.hasSubject && !analyzer.reading.silhouette.contour.isEmpty)
    let mask = analyzer.subjectMask.cells
    try #require(mask.count == portrait.truth.count)
    let both = mask.indices.count { mask[$0] > 0 && portrait.truth[$0] }
    let either = mask.indices.count { mask[$0] > 0 || portrait.truth[$0] }
    #expect(Double(both) > 0.9 * Double(either))
    // The next still has nothing to do with it.
    show(Portrait(at: nil, seed: 2), at: 1, to: &analyzer, isGrey: isGrey)
    #expect(!analyzer.reading.subject.hasSubject && analyzer.reading.subject.eyes == nil)
  }

  @Test("what looks like somebody in a still, but has no face, is nobody")
  func faceless() {
    var picture = CellPicture(width: Self.width, height: Self.height)
    let portrait = Portrait(at: 0, hasFace: false, seed: 1)
    picture.load(luma: portrait.luma.span, bytesPerRow: Self.width)
    picture.load(cb: portrait.cb.span, cr: portrait.cr.span, bytesPerRow: Self.width / 2)
    var network = PeopleNetwork(columns: Self.width, rows: Self.height)
    network.take(picture)
    while network.isReading { _ = network.read() }
    #expect(network.mask.contains(1))
    var analyzer = HUDAnalyzer(
      settings: HUDSettings(arePhotos: true), lumaWidth: Self.width, lumaHeight: Self.height)
    show(portrait, at: 0, to: &analyzer)
    #expect(!analyzer.reading.subject.hasSubject)
  }

  @Test("a head is looked for in the upper part of a body, about the middle of what is highest")
  func areas() {
    let box = CellBox(left: 10, top: 20, right: 30, bottom: 100)
    #expect(FaceArea.body(box, cell: 2) == FaceArea(x: -40, y: 36.8, side: 160))
    let head = FaceArea.head(box, columns: 240, cell: 2) { ($0 % 240) >= 24 && ($0 % 240) < 28 }
    #expect(abs(head.side - 96) < 1e-9 && abs(head.x - (52 - 48)) < 1e-9 && abs(head.y - (40 - 14.4)) < 1e-9)
    let around = FaceArea.around(Rect(x: 0.4, y: 0.4, width: 0.1, height: 0.2), width: 200, height: 100)
    #expect(abs(around.side - 100) < 1e-9 && abs(around.x - 40) < 1e-9 && abs(around.y) < 1e-9)
  }

  private func show(
    _ portrait: Portrait, at seconds: Double, to analyzer: inout HUDAnalyzer, isGrey: Bool = false
  ) {
    guard !isGrey else {
      return analyzer.update(
        luma: portrait.luma.span, bytesPerRow: Self.width, nanoseconds: Int64(seconds * 1e9))
    }
    analyzer.update(
      luma: portrait.luma.span, bytesPerRow: Self.width, cb: portrait.cb.span, cr: portrait.cr.span,
      chromaBytesPerRow: Self.width / 2, nanoseconds: Int64(seconds * 1e9))
  }
}
