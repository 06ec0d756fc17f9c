import RealModule
import TestScenes
import TestSupport
import Testing

@testable import HUDGeometry

/// Headroom, lead room and symmetry.
struct CompositionTests {
  private static let (columns, rows) = (240, 135)

  private func show(_ portrait: Portrait, at seconds: Double, to analyzer: inout HUDAnalyzer) {
    analyzer.update(
      luma: portrait.luma.span, bytesPerRow: Self.columns, cb: portrait.cb.span, cr: portrait.cr.span,
      chromaBytesPerRow: Self.columns / 2, nanoseconds: Int64(seconds * 1e9))
  }

  private func analyzer(arePhotos: Bool) -> HUDAnalyzer {
    HUDAnalyzer(settings: HUDSettings(arePhotos: arePhotos), lumaWidth: Self.columns, lumaHeight: Self.rows)
  }

  @Test("headroom ends at the hair; without a face there is none")
  func headroom() throws {
    var analyzer = analyzer(arePhotos: true)
    show(Portrait(at: 20, seed: 1), at: 0, to: &analyzer)
    let headroom = try #require(analyzer.reading.composition.headroom)
    // The hair is an ellipse with its top at row 8.
    #expect(abs(headroom - 8 / Double(Self.rows)) < 0.02)
    // Somebody who looks straight ahead leads nowhere.
    #expect(analyzer.reading.composition.leadRoom == nil)
    show(Portrait(at: nil, seed: 2), at: 1, to: &analyzer)
    #expect(analyzer.reading.composition.headroom == nil && analyzer.reading.composition.leadRoom == nil)
  }

  @Test("who walks has lead room on the side to which they walk", arguments: [1.0, -1])
  func leadRoom(direction: Double) throws {
    var analyzer = analyzer(arePhotos: false)
    // The wall alone, then somebody crosses it.
    for frame in 0..<90 {
      let seconds = Double(frame) / 30
      show(
        Portrait(at: seconds < 1 ? nil : direction * ((seconds - 1) * 80 - 80), seed: UInt64(frame + 1)),
        at: seconds, to: &analyzer)
      let reading = analyzer.reading
      guard seconds > 2 else { continue }
      let room = try #require(reading.composition.leadRoom)
      #expect(reading.composition.leadsRight == (direction > 0))
      let box = reading.subject.box
      #expect(abs(room - max(0, direction > 0 ? 1 - box.maxX : box.x)) < 1e-9)
    }
  }

  @Test("a face leads where its nose points")
  func turn() {
    var face = Face(box: Rect(x: 0.4, y: 0.2, width: 0.2, height: 0.4))
    (face.points[0], face.points[1]) = (Point(0.45, 0.3), Point(0.55, 0.3))
    face.points[2] = Point(0.5, 0.4)
    #expect(abs(face.turn) < 1e-12)
    face.points[2] = Point(0.46, 0.4)
    #expect(abs(face.turn + 0.2) < 1e-9)
  }

  /// Blurred noise on cells.
  private func texture(seed: UInt64) -> CellPlane {
    var random = Seeded(seed)
    var coarse = CellPlane(columns: 32, rows: 20)
    for y in 0..<20 { for x in 0..<32 { coarse[x, y] = Float(random.unit() * 200) } }
    var plane = CellPlane(columns: Self.columns, rows: Self.rows)
    for y in 0..<Self.rows { for x in 0..<Self.columns { plane[x, y] = coarse[x / 8, y / 8] } }
    return plane
  }

  @Test("a mirrored picture is symmetric about its axis, in any light", arguments: [96, 113, 120, 131, 142])
  func mirrored(axis: Int) throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      var plane = texture(seed: seed)
      for y in 0..<Self.rows {
        for x in axis..<min(Self.columns, 2 * axis) { plane[x, y] = plane[2 * axis - 1 - x, y] }
        for x in 0..<Self.columns { plane[x, y] *= 0.8 + 0.4 * Float(x) / Float(Self.columns) }
      }
      var finder = SymmetryFinder(columns: Self.columns, rows: Self.rows)
      finder.look(at: plane)
      #expect(finder.confidence > 0.9)
      let found = try #require(finder.axis)
      #expect(abs(found * Double(Self.columns) - Double(axis)) <= 1.5)
    }
  }

  @Test("neither a texture, nor a level edge, nor a vignette, nor a grey wall is symmetric")
  func asymmetric() {
    var planes = (1...10).map { texture(seed: $0) }
    var (edge, vignette, wall) = (planes[0], planes[0], planes[0])
    for y in 0..<Self.rows {
      for x in 0..<Self.columns {
        edge[x, y] = y < 60 ? 200 : 60
        let (u, v) = (Float(x - 120) / 120, Float(y - 67) / 67)
        vignette[x, y] = 120 - 20 * (u * u + v * v)
        wall[x, y] = 128
      }
    }
    planes += [edge, vignette, wall]
    for (i, plane) in planes.enumerated() {
      var finder = SymmetryFinder(columns: Self.columns, rows: Self.rows)
      finder.look(at: plane)
      #expect(finder.confidence < 0.3, "\(i)")
    }
  }

  @Test("a picture too small has no symmetry")
  func small() {
    var finder = SymmetryFinder(columns: 10, rows: 6)
    finder.look(at: CellPlane(columns: 10, rows: 6, fill: 9))
    #expect(finder.axis == nil && finder.confidence == 0)
  }
}
