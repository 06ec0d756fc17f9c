import CGuides
import TestSupport
import Testing

@testable import HUDGeometry

/// Every kernel gives the same bytes with wide vectors and without; what they mean is tested where they are used.
struct CellKernelTests {
  static let sizes: [(columns: Int, rows: Int)] = [(240, 135), (160, 90), (37, 11), (8, 5), (5, 3)]

  /// Cells about a middle, padding and all.
  private func plane(
    _ columns: Int, _ rows: Int, _ random: inout Seeded, from low: Float = 0, to high: Float = 255
  ) -> [Float] {
    (0..<((columns + 7) / 8 + 2) * 8 * rows).map { _ in
      low + (high - low) * Float(random.next() & 0xFFFF) / 65_535
    }
  }

  private func bits(_ plane: [Float]) -> [UInt32] { plane.map(\.bitPattern) }

  @Test("pictures become the same cells, whatever the processor", arguments: sizes, [1, 2, 3, 5])
  func cells(size: (columns: Int, rows: Int), factor: Int) {
    var random = Seeded(3)
    let stride = size.columns * factor + 3
    let source = (0..<stride * size.rows * factor).map { _ in UInt8(random.next() & 255) }
    var wide = plane(size.columns, size.rows, &random)
    var narrow = wide
    let (columns, rows) = (CInt(size.columns), CInt(size.rows))
    unsafe cguides_cells(source, stride, CInt(factor), -128, &wide, columns, rows)
    unsafe cguides_cells_plain(source, stride, CInt(factor), -128, &narrow, columns, rows)
    #expect(bits(wide) == bits(narrow))
    // The mean of a box, and the last cell of a row carried to its end.
    let vectors = (size.columns + 7) / 8 + 2
    let (x, y) = (size.columns - 1, size.rows - 1)
    var sum = 0
    for v in 0..<factor {
      for u in 0..<factor { sum += Int(source[(y * factor + v) * stride + x * factor + u]) }
    }
    let mean = Float(sum) / Float(factor * factor) - 128
    #expect((wide[y * vectors * 8 + 8 + x] - mean).magnitude < 1e-3)
    #expect(wide[wide.count - 1] == wide[y * vectors * 8 + 8 + x])
  }

  @Test("a scene is moved and brightened alike, whatever the processor", arguments: sizes)
  func warp(size: (columns: Int, rows: Int)) {
    var random = Seeded(4)
    let vectors = CInt((size.columns + 7) / 8 + 2)
    let scene = plane(size.columns, size.rows, &random)
    for whole in -5...5 {
      var by = cguides_shift(
        whole_across: CInt(whole), whole_down: CInt(-whole), across: (-0.06, 0.5, 0.6, -0.04),
        down: (-0.05, 0.3, 0.8, -0.05))
      var wide = [Float](repeating: 0, count: scene.count)
      var narrow = wide
      var scratch = [Float](repeating: 0, count: Int(vectors) * 8)
      unsafe cguides_warp(
        scene, vectors, CInt(size.rows), &by, 0, CInt(size.rows), 1, vectors - 1, &wide, &scratch)
      unsafe cguides_warp_plain(
        scene, vectors, CInt(size.rows), &by, 0, CInt(size.rows), 1, vectors - 1, &narrow, &scratch)
      #expect(bits(wide) == bits(narrow))
      unsafe cguides_scale(wide, 1, vectors, 1.07, &wide)
      unsafe cguides_scale_plain(narrow, 1, vectors, 1.07, &narrow)
      #expect(bits(wide) == bits(narrow))
    }
  }

  @Test("a frame is laid over its scene by the same sums, whatever the processor", arguments: sizes)
  func registration(size: (columns: Int, rows: Int)) {
    var random = Seeded(5)
    let frame = plane(size.columns, size.rows, &random)
    let scene = plane(size.columns, size.rows, &random)
    let trust = plane(size.columns, size.rows, &random, to: 1)
    let tolerance = plane(size.columns, size.rows, &random, from: 6, to: 40)
    var wide = [Float](repeating: 0, count: 22 * 8)
    var narrow = wide
    let (columns, rows) = (CInt(size.columns), CInt(size.rows))
    unsafe cguides_registration_sums(frame, scene, trust, tolerance, columns, rows, 3, 1.1, &wide)
    unsafe cguides_registration_sums_plain(frame, scene, trust, tolerance, columns, rows, 3, 1.1, &narrow)
    #expect(bits(wide) == bits(narrow))
    // The last eight are the weights of the cells that were looked at.
    #expect(size.rows < 5 || wide[168...].reduce(0, +) > 0)
  }

  @Test(
    "what stands before a scene is judged alike, whatever the processor", arguments: sizes, [true, false])
  func judge(size: (columns: Int, rows: Int), hasChroma: Bool) {
    var random = Seeded(6)
    func luma() -> [Float] { plane(size.columns, size.rows, &random) }
    func chroma() -> [Float] { plane(size.columns, size.rows, &random, from: -12, to: 12) }
    let (frame, scene) = (luma(), luma())
    let (cb, cr, sceneCb, sceneCr) = (chroma(), chroma(), chroma(), chroma())
    let deviation = plane(size.columns, size.rows, &random, to: 30)
    var by = cguides_judging(
      columns: CInt(size.columns), rows: CInt(size.rows), slack: 0.12, least_luma: 6, least_color: 4,
      has_chroma: hasChroma)
    var (wide, narrow) = (
      [Float](repeating: 0, count: frame.count), [Float](repeating: 0, count: frame.count)
    )
    var (tolerance, other) = (wide, narrow)
    unsafe cguides_judge(
      frame, cb, cr, scene, sceneCb, sceneCr, deviation, deviation, &tolerance, &wide, &by)
    unsafe cguides_judge_plain(
      frame, cb, cr, scene, sceneCb, sceneCr, deviation, deviation, &other, &narrow, &by)
    #expect(bits(wide) == bits(narrow))
    #expect(bits(tolerance) == bits(other))

    var (mask, plain) = (
      [UInt8](repeating: 7, count: size.columns * size.rows),
      [UInt8](repeating: 7, count: size.columns * size.rows)
    )
    var room = [UInt8](repeating: 0, count: (size.columns + 2) * size.rows)
    var (found, foundPlainly): (Int32, Int32) = (0, 0)
    let (columns, rows) = (CInt(size.columns), CInt(size.rows))
    unsafe cguides_clean(wide, columns, rows, 0.2, &room, &mask, &found)
    unsafe cguides_clean_plain(wide, columns, rows, 0.2, &room, &plain, &foundPlainly)
    #expect(mask == plain)
    #expect(found == foundPlainly && Int(found) == mask.reduce(0) { $0 + Int($1) })
  }

  @Test("nothing is learned within two cells of the subject, whatever the processor", arguments: sizes)
  func trust(size: (columns: Int, rows: Int)) {
    var random = Seeded(11)
    let (columns, rows) = size
    let subject = (0..<columns * rows).map { _ in UInt8(random.next() % 40 == 0 ? 1 : 0) }
    let stride = ((columns + 7) / 8 + 2) * 8
    var wide = plane(columns, rows, &random)
    var narrow = wide
    var scratch = [UInt8](repeating: 9, count: columns + 4)
    unsafe cguides_trust(subject, CInt(columns), CInt(rows), &wide, &scratch)
    unsafe cguides_trust_plain(subject, CInt(columns), CInt(rows), &narrow, &scratch)
    #expect(bits(wide) == bits(narrow))
    for y in 0..<rows {
      for i in 0..<stride {
        let x = i - 8
        var isNear = false
        if x >= 0, x < columns {
          for v in max(0, y - 2)...min(rows - 1, y + 2) {
            for u in max(0, x - 2)...min(columns - 1, x + 2) where subject[v * columns + u] != 0 {
              isNear = true
            }
          }
        }
        #expect(wide[y * stride + i] == (isNear ? 0 : 1))
      }
    }
  }

  @Test("a scene is learned alike, whatever the processor", arguments: sizes, [-3, 0, 2])
  func learn(size: (columns: Int, rows: Int), across: Int) {
    var random = Seeded(7)
    let planes = (0..<6).map { _ in plane(size.columns, size.rows, &random) }
    let trust = plane(size.columns, size.rows, &random, to: 1)
    let deviation = plane(size.columns, size.rows, &random, to: 30)
    var by = cguides_lesson(
      columns: CInt(size.columns), rows: CInt(size.rows), first: 1, step: 2, across: CInt(across), along: -1,
      inverse_gain: 0.93, rate: 0.05, rise: 0.25, fall: 0.025, highest: 30)
    var (wide, narrow) = (planes[2], planes[2])
    var (spread, other) = (deviation, deviation)
    unsafe cguides_learn(planes[0], planes[1], trust, &wide, &spread, &by)
    unsafe cguides_learn_plain(planes[0], planes[1], trust, &narrow, &other, &by)
    #expect(bits(wide) == bits(narrow) && bits(spread) == bits(other))
    #expect(bits(wide) != bits(planes[2]))
    var (wideToo, narrowToo) = (planes[5], planes[5])
    unsafe cguides_learn_color(
      planes[0], planes[1], planes[3], planes[4], trust, &wide, &wideToo, &spread, &by)
    unsafe cguides_learn_color_plain(
      planes[0], planes[1], planes[3], planes[4], trust, &narrow, &narrowToo, &other, &by)
    #expect(bits(wide) == bits(narrow) && bits(wideToo) == bits(narrowToo) && bits(spread) == bits(other))

    let (columns, rows) = (2 * size.columns, 2 * size.rows)
    let (frame, predicted) = (plane(columns, rows, &random), plane(columns, rows, &random))
    var scene = plane(columns, rows, &random)
    var plainScene = scene
    var scratch = [Float](repeating: 0, count: ((columns + 7) / 8 + 2) * 8)
    for row in 0..<rows {
      let (y, cells) = (CInt(row), CInt(row / 2))
      unsafe cguides_learn_fine(
        frame, y, predicted, trust, cells, &scene, y, CInt(columns), CInt(across), 0.1, &scratch)
      unsafe cguides_learn_fine_plain(
        frame, y, predicted, trust, cells, &plainScene, y, CInt(columns), CInt(across), 0.1, &scratch)
    }
    #expect(bits(scene) == bits(plainScene))
  }
}
