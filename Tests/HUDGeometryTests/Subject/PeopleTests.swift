import RealModule
import TestScenes
import TestSupport
import Testing

@testable import HUDGeometry

/// People who are there from the first frame.
struct PeopleTests {
  private static let (width, height) = (240, 135)

  private func overlap(_ mask: (columns: Int, rows: Int, cells: [UInt8]), _ truth: [Bool]) -> Double {
    guard mask.cells.count == truth.count else { return 0 }
    var (both, either) = (0, 0)
    for i in truth.indices {
      let isInside = mask.cells[i] > 0
      if isInside && truth[i] { both += 1 }
      if isInside || truth[i] { either += 1 }
    }
    return Double(both) / Double(max(1, either))
  }

  /// Shows a second and more at 30 frames a second; `nil` places nobody there.
  private func show(
    _ frames: Int, at place: (Double) -> Double?, stripesAt stripes: (Double) -> Double? = { _ in nil },
    hasFace: Bool = true,
    check: (_ seconds: Double, _ overlap: Double, _ isSeen: Bool) -> Void
  ) {
    var analyzer = HUDAnalyzer(settings: HUDSettings(), lumaWidth: Self.width, lumaHeight: Self.height)
    for frame in 0..<frames {
      let seconds = Double(frame) / 30
      let portrait = Portrait(
        at: place(seconds), stripes: stripes(seconds), hasFace: hasFace, seed: UInt64(frame + 1))
      analyzer.update(
        luma: portrait.luma.span, bytesPerRow: Self.width, cb: portrait.cb.span, cr: portrait.cr.span,
        chromaBytesPerRow: Self.width / 2, nanoseconds: Int64(frame) * 33_333_333)
      let mask = analyzer.subjectMask
      check(seconds, overlap(mask, portrait.truth), mask.cells.contains { $0 > 0 })
    }
  }

  @Test("somebody who sways a little is outlined from the first second on, at the outline's usual accuracy")
  func sways() {
    var least = 1.0
    show(60, at: { 3 * Double.sin(4 * $0) }) { seconds, overlap, _ in
      if seconds >= 1 { least = min(least, overlap) }
    }
    #expect(least > 0.95)
  }

  @Test("what looks like somebody but never stirs and has no face is none")
  func picture() {
    show(60, at: { _ in 0 }, stripesAt: { _ in 0 }, hasFace: false) { seconds, _, isSeen in
      #expect(!isSeen, "\(seconds) s")
    }
  }

  @Test("somebody who sits still is found by their face")
  func sits() {
    var least = 1.0
    show(60, at: { _ in 0 }, stripesAt: { _ in 0 }) { seconds, overlap, _ in
      if seconds >= 1.2 { least = min(least, overlap) }
    }
    #expect(least > 0.85)
  }

  @Test("somebody before edges that move, too, is a camera that shakes", arguments: [false, true])
  func shakes(hasFace: Bool) {
    var least = 1.0
    show(45, at: { 3 * Double.sin(4 * $0) }, stripesAt: { 3 * Double.sin(4 * $0) }, hasFace: hasFace) {
      seconds, overlap, _ in
      if !hasFace { #expect(overlap < 0.5, "\(seconds) s") }
      if seconds >= 1.2 { least = min(least, overlap) }
    }
    // A face tells who it is all the same.
    if hasFace { #expect(least > 0.8) }
  }

  @Test(
    "while the camera pans, somebody with a face is outlined, and nothing else", arguments: [false, true],
    [false, true])
  func pans(isThere: Bool, hasFace: Bool) {
    var seen: [Double] = []
    show(75, at: { isThere ? 60 * $0 - 80 : nil }, stripesAt: { 60 * $0 }, hasFace: hasFace) {
      seconds, overlap, isSeen in
      if !isThere || !hasFace { #expect(!isSeen, "\(seconds) s") }
      if seconds >= 1.2 { seen.append(overlap) }
    }
    if isThere, hasFace { #expect(seen.count { $0 > 0.8 } >= seen.count * 9 / 10, "\(seen)") }
  }

  @Test("somebody before edges that stand still is outlined")
  func stripes() {
    var seen = 0
    show(45, at: { 3 * Double.sin(4 * $0) }, stripesAt: { _ in 0 }) { seconds, overlap, _ in
      if seconds >= 1.2, overlap > 0.9 { seen += 1 }
    }
    #expect(seen >= 8)
  }

  @Test("somebody who leaves leaves no ghost behind")
  func leaves() {
    var seen = (before: 0, after: 0)
    show(120, at: { $0 < 1.5 ? 3 * Double.sin(4 * $0) : $0 < 2.5 ? ($0 - 1.5) * 190 : nil }) {
      seconds, overlap, isSeen in
      if seconds > 1, seconds < 1.5, overlap > 0.9 { seen.before += 1 }
      if seconds > 3.6, isSeen { seen.after += 1 }
    }
    #expect(seen.before > 10)
    #expect(seen.after == 0)
  }

  @Test("a bare wall shows nobody")
  func wall() {
    var picture = CellPicture(width: Self.width, height: Self.height)
    let portrait = Portrait(at: nil, seed: 1)
    picture.load(luma: portrait.luma.span, bytesPerRow: Self.width)
    picture.load(cb: portrait.cb.span, cr: portrait.cr.span, bytesPerRow: Self.width / 2)
    var network = PeopleNetwork(columns: Self.width, rows: Self.height)
    network.take(picture)
    var parts = 0
    while network.isReading {
      _ = network.read()
      parts += 1
    }
    #expect(parts == 3)
    #expect(!network.mask.contains(1))
  }

  @Test("what people hide is guessed from its surroundings, and known once nobody has been there twice")
  func hidden() {
    var (luma, colour) = (CellPlane(columns: 20, rows: 10), CellPlane(columns: 20, rows: 10))
    for y in 0..<10 { for x in 0..<20 { (luma[x, y], colour[x, y]) = (Float(5 * x), 7) } }
    var people = [UInt8](repeating: 0, count: 200)
    for y in 4...5 { for x in 8...11 { people[y * 20 + x] = 1 } }
    var hidden = HiddenScene(columns: 20, rows: 10)
    hidden.hide(people, of: people)
    #expect(hidden.count == 8 * 6)
    hidden.gather(luma: luma, cb: colour, cr: colour)
    #expect(hidden.color(0) == nil)
    for y in 4...5 {
      for x in 8...11 {
        let color = hidden.color(y * 20 + x)
        #expect(abs((color?.x ?? 0) - Float(5 * x)) < 6)
        #expect(abs((color?.y ?? 0) - 7) < 1e-3)
      }
    }
    let nobody = [UInt8](repeating: 0, count: 200)
    hidden.look(nobody)
    hidden.look(people)
    hidden.look(nobody)
    #expect(!hidden.isVisible(4 * 20 + 9))
    hidden.look(nobody)
    #expect(hidden.isVisible(4 * 20 + 9))
    hidden.reveal(4 * 20 + 9)
    #expect(hidden.count == 47)
  }
}
