import CGuides
import TestSupport
import Testing

/// Kernels of bodies' masks and outlines give the same with wide vectors and without, and what plain loops give.
struct BodyKernelTests {
  private let columns = 43
  private let rows = 29

  private func numbers(_ count: Int, _ range: ClosedRange<Float>, _ random: inout Seeded) -> [Float] {
    (0..<count).map { _ in Float(random.unit()) * (range.upperBound - range.lowerBound) + range.lowerBound }
  }

  private func bytes(below limit: UInt64, share: Double = 1, _ random: inout Seeded) -> [UInt8] {
    (0..<columns * rows).map { _ in random.unit() < share ? UInt8(random.next() % limit) : 0 }
  }

  /// A disc with a rough border, as a mask.
  private func disc(_ random: inout Seeded) -> [UInt8] {
    (0..<columns * rows).map { i in
      let (x, y) = (Double(i % columns) - 20, Double(i / columns) - 14)
      return x * x + y * y < 150 + 60 * random.unit() ? 1 : 0
    }
  }

  /// Planes of cells, with their padding.
  private func planes(_ count: Int, columns: Int, rows: Int, _ random: inout Seeded) -> [[Float]] {
    let stride = 8 * ((columns + 7) / 8 + 2)
    return (0..<count).map { _ in numbers(stride * rows, 0...255, &random) }
  }

  @Test(
    "a cell goes to the body of most cells around it",
    arguments: [(0, 0, 43, 29), (3, 5, 40, 21), (9, 2, 10, 3)])
  func vote(box: (Int, Int, Int, Int)) {
    var random = Seeded(7)
    let labels = bytes(below: 5, &random)
    let (left, top, right, bottom) = box
    var by = cguides_votes(
      left: Int32(left), top: Int32(top), right: Int32(right), bottom: Int32(bottom), bodies: 0b11111)
    var (wide, narrow) = (labels, labels)
    var scratch = [UInt8](repeating: 9, count: 4 * (right - left) + 4)
    unsafe cguides_vote(labels, Int32(columns), &by, &wide, &scratch)
    unsafe cguides_vote_plain(labels, Int32(columns), &by, &narrow, &scratch)
    #expect(wide == narrow)
    for i in labels.indices {
      let (y, x) = i.quotientAndRemainder(dividingBy: columns)
      var expected = Int(labels[i])
      if labels[i] > 0, x >= left, x < right, y >= top, y < bottom {
        var counts = [Int](repeating: 0, count: 5)
        for v in max(top, y - 2)..<min(bottom, y + 3) {
          for u in max(left, x - 2)..<min(right, x + 3) { counts[Int(labels[v * columns + u])] += 1 }
        }
        for k in 1..<5 where counts[k] > counts[expected] { expected = k }
      }
      #expect(Int(wide[i]) == expected)
    }
  }

  @Test("the body that a cell most likely shows has it", arguments: [(0, 0, 43, 29), (4, 3, 21, 27)])
  func claims(box: (Int, Int, Int, Int)) {
    var random = Seeded(8)
    let cells = planes(3, columns: columns, rows: rows, &random)
    let parts = bytes(below: 3, &random)
    let shape = numbers(Int(claim_across * claim_down), 0...1, &random)
    let bands = numbers(4 * Int(claim_levels), 0...255, &random)
    var by = cguides_claim(
      left: Int32(box.0), top: Int32(box.1), right: Int32(box.2), bottom: Int32(box.3), center_x: 20,
      center_y: 12, size_x: 14, size_y: 22, tolerance: 80, label: 1, is_first: true)
    func claimed(_ claim: Bool) -> ([UInt8], [UInt32]) {
      var least = [Float](repeating: 0, count: columns * rows + 7)
      var labels = [UInt8](repeating: 0, count: columns * rows)
      for k in 0..<2 {
        (by.label, by.is_first, by.center_x) = (Int32(k + 1), k == 0, 20 + 9 * Double(k))
        unsafe (claim ? cguides_claim_cells : cguides_claim_cells_plain)(
          cells[0], cells[1], cells[2], parts, 2, Int32(columns), &by, shape, bands, &least, &labels)
      }
      return (labels, least.map(\.bitPattern))
    }
    let (labels, least) = claimed(true)
    #expect((labels, least) == claimed(false))
    for i in labels.indices {
      let (y, x) = i.quotientAndRemainder(dividingBy: columns)
      let isInside = x >= box.0 && x < box.2 && y >= box.1 && y < box.3
      #expect((labels[i] > 0) == (isInside && parts[i] == 2))
    }
    #expect(Set(labels) == [0, 1, 2])
  }

  @Test("shares of cells and of their pixels are the same, whatever the processor", arguments: [true, false])
  func shares(isSharp: Bool) {
    var random = Seeded(9)
    let cells = planes(6, columns: columns, rows: rows, &random)
    let pixels = planes(2, columns: 2 * columns, rows: 2 * rows, &random)
    let coarse = disc(&random)
    var softening = cguides_softening(
      columns: Int32(columns), rows: Int32(rows), left: 3, top: 0, right: 41, bottom: 29,
      is_color_sharp: isSharp)
    var refining = cguides_refining(
      columns: Int32(columns), rows: Int32(rows), left: 0, top: 0, right: 43, bottom: 29, is_sharp: isSharp)
    func measured(_ isWide: Bool) -> (cells: [Float], mask: [UInt8], pixels: [Float]) {
      var scratch = [UInt8](repeating: 0, count: (rows + 1) * (columns + 24))
      var shares = [Float](repeating: 0, count: columns * rows + 7)
      var (ink, trusts, mask) = (shares, shares, [UInt8](repeating: 0, count: columns * rows))
      unsafe (isWide ? cguides_soften : cguides_soften_plain)(
        cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], coarse, &softening, &scratch,
        &shares,
        &mask, &ink, &trusts)
      var fine = [Float](repeating: 0, count: 4 * columns * rows)
      var fineMask = [UInt8](repeating: 0, count: fine.count)
      var three = [Float](repeating: 0, count: 3 * (columns + 24))
      unsafe (isWide ? cguides_refine : cguides_refine_plain)(
        shares, ink, trusts, pixels[0], pixels[1], &refining, &three, &fine, &fineMask)
      #expect(zip(fine, fineMask).allSatisfy { ($0 >= 0.5) == ($1 == 1) })
      return (shares, mask, fine)
    }
    let (wide, narrow) = (measured(true), measured(false))
    #expect(wide.cells.map(\.bitPattern) == narrow.cells.map(\.bitPattern) && wide.mask == narrow.mask)
    #expect(wide.pixels.map(\.bitPattern) == narrow.pixels.map(\.bitPattern))
    #expect(zip(wide.cells, wide.mask).allSatisfy { ($0 >= 0.5) == ($1 == 1) })
    // Whole in the core, nothing far outside, and something between along the border.
    #expect(wide.cells[14 * columns + 20] == 1 && wide.cells[28 * columns + 41] == 0)
    #expect(wide.cells.contains { $0 > 0 && $0 < 1 })
    #expect(wide.pixels[28 * 2 * columns + 40] > 0.9 && wide.pixels.allSatisfy { (0...1).contains($0) })
  }

  @Test("parts are those that plain loops find", arguments: 1...6)
  func parts(seed: Int) {
    var random = Seeded(UInt64(seed))
    let mask = bytes(below: 2, share: 1.3 - 0.1 * Double(seed), &random)
    var expected = [UInt8](repeating: 0, count: mask.count)
    var areas: [Int32] = []
    for start in mask.indices where mask[start] == 1 && expected[start] == 0 {
      var queue = [start]
      expected[start] = 255
      for at in 0... {
        guard at < queue.count else { break }
        let x = queue[at] % columns
        for next in [queue[at] - columns, queue[at] + columns] + (x > 0 ? [queue[at] - 1] : [])
          + (x + 1 < columns ? [queue[at] + 1] : [])
        where mask.indices.contains(next) && mask[next] == 1 && expected[next] == 0 {
          expected[next] = 255
          queue.append(next)
        }
      }
      guard queue.count >= 4 else { continue }
      areas.append(Int32(queue.count))
      for i in queue { expected[i] = UInt8(areas.count) }
    }
    for i in expected.indices where expected[i] == 255 { expected[i] = 0 }
    var labels = [UInt8](repeating: 7, count: mask.count)
    var stack = [Int32](repeating: 0, count: mask.count)
    var parts = [cguides_part](repeating: cguides_part(), count: 254)
    let count = unsafe Int(cguides_parts(mask, Int32(columns), Int32(rows), 4, 254, &labels, &stack, &parts))
    #expect(labels == expected && parts[..<count].map(\.area) == areas)
    for k in 0..<count {
      let cells = labels.indices.filter { labels[$0] == UInt8(k + 1) }
      #expect(parts[k].box.top == cells.map { Int32($0 / columns) }.min())
      #expect(parts[k].box.right == cells.map { Int32($0 % columns + 1) }.max())
    }
  }

  @Test("edge pixels are joined alike, whatever the processor, each to the one it continues")
  func link() {
    var random = Seeded(3)
    var (edgels, ends): ([cguides_edgel], [Int32]) = ([], [])
    for line in 0..<40 {
      // Three straight edges, of which one is of the other polarity, and specks.
      var all = [20 + 0.3 * Float(line), 90 - 0.2 * Float(line), 91.5 + 0.1 * Float(line)].enumerated().map {
        cguides_edgel(position: $1, slope: [0.3, -0.2, 0.1][$0], strength: $0 == 1 ? -90 : 120)
      }
      all += (0..<5).map { _ in
        cguides_edgel(position: Float(random.unit() * 15), slope: Float(random.unit() - 0.5), strength: 100)
      }
      edgels += all.sorted { $0.position < $1.position }
      ends.append(Int32(edgels.count))
    }
    func linked(_ isWide: Bool, capacity: Int32) -> [cguides_run] {
      var runs = [cguides_run](repeating: cguides_run(), count: edgels.count + 1)
      var lines = [Float](repeating: 0, count: 14 * 30)
      var count: Int32 = 0
      unsafe (isWide ? cguides_link : cguides_link_plain)(
        edgels, ends, 0, 40, &runs, capacity, &lines, 30, &count)
      return Array(runs[..<Int(count)])
    }
    func sums(_ runs: [cguides_run]) -> [UInt32] {
      runs.flatMap { [$0.n, $0.t, $0.tt, $0.s, $0.ts, $0.slopes, $0.strength, $0.start].map(\.bitPattern) }
    }
    let runs = linked(true, capacity: 400)
    #expect(sums(runs) == sums(linked(false, capacity: 400)))
    #expect(runs.map(\.n).reduce(0, +) == Float(edgels.count))
    let long = runs.filter { $0.n == 40 }
    #expect(long.count == 3)
    for (run, slope) in zip(long.sorted { $0.start < $1.start }, [0.3, -0.2, 0.1]) {
      let fitted = (run.n * run.ts - run.t * run.s) / (run.n * run.tt - run.t * run.t)
      #expect(abs(fitted - Float(slope)) < 1e-3)
    }
    #expect(linked(true, capacity: 2).count == 2)
  }

  @Test("cubics are fitted alike, whatever the processor", arguments: [2, 63, 64, 150])
  func curves(count: Int) {
    var random = Seeded(UInt64(count))
    let x = (0..<count).map { _ in random.unit() * 90 }
    let y = (0..<count).map { _ in random.unit() * 90 }
    let times = (0..<count).map { Double($0) / Double(count) }
    var by = cguides_bend(
      from_x: x[0], from_y: y[0], to_x: 90, to_y: 7, start_x: 0.6, start_y: 0.8, end_x: -0.8, end_y: 0.6,
      cross: 0.1)
    var cubic = cguides_cubic(x: (x[0], 30, 40, 90), y: (y[0], 80, 2, 7))
    func fitted(_ isWide: Bool) -> [UInt64] {
      var (sums, most, which) = ([Double](repeating: 0, count: 5), 0.0, Int32(-1))
      var nearer = times
      unsafe (isWide ? cguides_bend_to : cguides_bend_to_plain)(x, y, times, 0, Int32(count), &by, &sums)
      unsafe (isWide ? cguides_stray : cguides_stray_plain)(
        x, y, times, 1, Int32(count), &cubic, &most, &which)
      unsafe (isWide ? cguides_approach : cguides_approach_plain)(x, y, &nearer, 0, Int32(count), &cubic)
      #expect(which >= 1 && which < count)
      // Times stay in order of 0 … 1, and on the whole points come nearer.
      #expect(nearer.allSatisfy { (0...1).contains($0) })
      return (sums + [most, Double(which)] + nearer).map(\.bitPattern)
    }
    #expect(fitted(true) == fitted(false))
  }
}
