import CGuides
import TestSupport
import Testing

@testable import HUDGeometry

/// Every kernel gives the same bytes with wide vectors and without, and what a plain loop gives.
struct WitnessKernelTests {
  private func bits(_ values: [Float]) -> [UInt32] { values.map(\.bitPattern) }

  private func votes(_ count: Int, seed: UInt64) -> [Float] {
    var random = Seeded(seed)
    return (0..<count).map { _ in Float(random.unit()) }
  }

  @Test(
    "curves are smoothed and the best of them taken alike, whatever the processor",
    arguments: [241, 8, 5, 16])
  func curves(bins: Int) {
    let (rows, columns) = (5, bins + 16)
    let table = votes(rows * columns, seed: 1)
    let kernel: [Float] = [0.02, 0.06, 0.12, 0.18, 0.24, 0.18, 0.12, 0.06, 0.02]
    let priors: [Float] = [0.9, 0.95, 1, 0.95, 0.9]
    let blank = [Float](repeating: -1, count: bins)
    var (wide, narrow, best, plainBest) = (blank, blank, blank, blank)
    unsafe cguides_smooth_curve(table, kernel, CInt(bins), &wide)
    unsafe cguides_smooth_curve_plain(table, kernel, CInt(bins), &narrow)
    #expect(bits(wide) == bits(narrow))
    unsafe cguides_best_curve(table, CInt(rows), CInt(columns), kernel, priors, CInt(bins), &best)
    unsafe cguides_best_curve_plain(table, CInt(rows), CInt(columns), kernel, priors, CInt(bins), &plainBest)
    #expect(bits(best) == bits(plainBest))
    for i in 0..<bins {
      let sums = (0..<rows).map { row -> Float in
        var sum: Float = 0
        for k in 0..<9 { sum += table[row * columns + i + k] * kernel[k] }
        return sum
      }
      #expect(wide[i] == sums[0])
      #expect(best[i] == zip(sums, priors).map { $0 * $1 }.max())
    }
  }

  @Test("the highest peak of each row is found alike, whatever the processor", arguments: [121, 18, 9, 3])
  func peaks(columns: Int) {
    let rows = 7
    var table = votes(rows * columns, seed: UInt64(columns))
    // Votes for one polarity count against the other.
    for i in 0..<columns { table[i] = -table[i] }
    var (wide, narrow) = ([Float](repeating: 9, count: rows), [Float](repeating: 9, count: rows))
    unsafe cguides_line_peaks(table, CInt(rows), CInt(columns), &wide)
    unsafe cguides_line_peaks_plain(table, CInt(rows), CInt(columns), &narrow)
    #expect(bits(wide) == bits(narrow))
    for row in 0..<rows {
      var best: Float = 0
      for i in row * columns + 1..<(row + 1) * columns - 1 {
        let sum: Float = table[i - 1] + 2 * table[i] + table[i + 1]
        best = max(best, sum)
      }
      #expect(wide[row] == best)
    }
  }

  @Test(
    "a picture is parted alike, whatever the processor", arguments: [(60, 33), (40, 22), (7, 5)],
    [-0.7, 0, 0.31])
  func split(size: (Int, Int), slope: Double) {
    let (columns, rows) = size
    let cells = votes(2 * columns * rows, seed: 5)
    var sums = [Float](repeating: 0, count: 2 * columns * (rows + 1))
    var by = cguides_split_line()
    for x in stride(from: 0, to: columns, by: 2) {
      for y in 0..<rows {
        let at = 2 * (x * (rows + 1) + y)
        sums[at + 2] = sums[at] + cells[2 * (x * rows + y)]
        sums[at + 3] = sums[at + 1] + cells[2 * (x * rows + y) + 1]
        by.count += 1
      }
      by.luma += sums[2 * (x * (rows + 1) + rows)]
      by.texture += sums[2 * (x * (rows + 1) + rows) + 1]
    }
    by.reach = Int32(columns / 2 + 3)
    by.lines = by.reach + 1
    (by.slope, by.secant, by.aspect) = (Float(slope), 1.1, 0.9)
    (by.luma_variance, by.texture_variance) = (0.08, 0.09)
    var (wide, narrow) = ([Float](repeating: 0, count: 3), [Float](repeating: 0, count: 3))
    unsafe cguides_split(sums, CInt(columns), CInt(rows), &by, &wide)
    unsafe cguides_split_plain(sums, CInt(columns), CInt(rows), &by, &narrow)
    #expect(bits(wide) == bits(narrow))
    let truth = plainSplit(sums, columns, rows, by)
    for k in 0..<3 { #expect((wide[k] - truth[k]).magnitude <= 1e-5 * max(1, truth[k])) }
    #expect(truth[2] > 0)
  }

  private func plainSplit(
    _ sums: [Float], _ columns: Int, _ rows: Int, _ by: cguides_split_line
  ) -> [Float] {
    var best: [Float] = [0, 0, 0]
    for k in 0..<Int(by.lines) {
      let distance = Float(2 * k - Int(by.reach))
      var (above, luma, texture): (Float, Float, Float) = (0, 0, 0)
      for x in stride(from: 0, to: columns, by: 2) {
        let middle: Float = Float(columns) / 2 * by.slope
        let center: Float = Float(rows) / 2 + distance * by.secant / by.aspect + middle
        let y = Int(max(0, min(Float(rows), center - (Float(x) + 0.5) * by.slope)))
        above += Float(y)
        luma += sums[2 * (x * (rows + 1) + y)]
        texture += sums[2 * (x * (rows + 1) + y) + 1]
      }
      let below = by.count - above
      guard above > by.count * 0.06, below > by.count * 0.06 else { continue }
      let (dl, dt) = (
        luma / above - (by.luma - luma) / below, texture / above - (by.texture - texture) / below
      )
      let share = above * below / (by.count * by.count)
      let (byLuma, byTexture) = (share * dl * dl / by.luma_variance, share * dt * dt / by.texture_variance)
      if dl > 0 { best[0] = max(best[0], byLuma) }
      if dt < 0 { best[1] = max(best[1], byTexture) }
      best[2] = max(best[2], (byLuma + byTexture) / 2)
    }
    return best
  }

  @Test("both layers of the network come to the same, whatever the processor", arguments: [241, 4, 6, 1])
  func layers(bins: Int) {
    let (inputs, row) = (3, bins + 8)
    let input = votes(inputs * row, seed: 7)
    let weights = votes((inputs * 9 + 1) * 16, seed: 8).map { $0 - 0.5 }
    let blank = [Float](repeating: 9, count: 16 * bins)
    var (wide, narrow) = (blank, blank)
    unsafe cguides_first_layer(input, CInt(inputs), CInt(row), CInt(bins), weights, &wide)
    unsafe cguides_first_layer_plain(input, CInt(inputs), CInt(row), CInt(bins), weights, &narrow)
    #expect(bits(wide) == bits(narrow))
    for i in 0..<bins {
      for output in 0..<16 {
        var sum = weights[inputs * 144 + output]
        for k in 0..<inputs {
          for t in 0..<9 { sum += weights[(k * 9 + t) * 16 + output] * input[k * row + i + t] }
        }
        #expect(wide[16 * i + output] == max(0, sum))
      }
    }
    let hidden = votes(16 * row, seed: 9)
    let more = votes((16 * 9 + 1) * 16, seed: 10).map { $0 - 0.5 }
    unsafe cguides_second_layer(hidden, CInt(bins), more, &wide)
    unsafe cguides_second_layer_plain(hidden, CInt(bins), more, &narrow)
    #expect(bits(wide) == bits(narrow))
    for i in 0..<bins {
      for output in 0..<16 {
        var sum = more[2304 + output]
        for t in 0..<9 {
          for k in 0..<16 { sum += more[(k * 9 + t) * 16 + output] * hidden[16 * (i + t) + k] }
        }
        #expect(wide[16 * i + output] == max(0, sum))
      }
    }
  }
}
