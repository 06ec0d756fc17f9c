import CGuides
import TestSupport
import Testing

struct FieldKernelTests {
  struct Shape: Sendable {
    var width: Int
    var channels: Int
    var side: Int
    var from: Int
    var step: Int
    var apart: Int
  }

  @Test(
    "a layer of the network is what plain loops make of it, whatever the processor",
    arguments: [
      Shape(width: 7, channels: 8, side: 5, from: 1, step: 2, apart: 1),
      Shape(width: 4, channels: 16, side: 3, from: 2, step: 1, apart: 1),
      Shape(width: 9, channels: 24, side: 3, from: 4, step: 2, apart: 1),
      Shape(width: 1, channels: 32, side: 1, from: 6, step: 1, apart: 1),
      Shape(width: 6, channels: 48, side: 3, from: 2, step: 1, apart: 2),
    ], [false, true])
  func convolution(shape: Shape, adds: Bool) {
    var random = Seeded(UInt64(shape.width * 100 + shape.channels))
    let (height, across) = (5, shape.from * (shape.width * shape.step + shape.side * shape.apart + 2))
    let rows = height * shape.step + shape.side * shape.apart
    let input = (0..<across * rows + 8).map { _ in Int16(random.unit() * 8190 - 4095) }
    // Runs: rows of the kernel, or its pixels if they lie apart; even, with weights of 0 at the end.
    let runs = shape.apart == 1 ? shape.side : shape.side * shape.side
    let samples = shape.apart == 1 ? shape.side * shape.from : shape.from
    let run = samples + samples % 2
    let offsets = (0..<runs).map { i in
      let pixel = (i / shape.side * across + i % shape.side * shape.from) * shape.apart
      return Int32(shape.apart == 1 ? i * across : pixel)
    }
    // By output, run, sample.
    let weights = (0..<shape.channels * runs * run).map { i in
      i % run < samples ? Int16(random.unit() * 254 - 127) : 0
    }
    var packed = [Int16](repeating: 0, count: weights.count)
    for i in weights.indices {
      let (output, tap, sample) = (i / (runs * run), i / run % runs, i % run)
      packed[((output / 8 * runs + tap) * (run / 2) + sample / 2) * 16 + output % 8 * 2 + sample % 2] =
        weights[i]
    }
    let factors = (0..<shape.channels).map { _ in Float(random.unit()) * 1e-3 }
    let biases = (0..<shape.channels).map { _ in Float(random.unit() * 400 - 200) }
    let before = (0..<shape.width * height * shape.channels).map { _ in Int16(random.unit() * 4095) }
    var (wide, narrow) = (before, before)
    unsafe offsets.withUnsafeBufferPointer { offsets in
      var by = unsafe cguides_layer(
        width: CInt(shape.width), height: CInt(height), channels: CInt(shape.channels), taps: CInt(runs),
        run: CInt(run), offsets: offsets.baseAddress, step_across: CInt(shape.step * shape.from),
        step_down: CInt(shape.step * across), out_down: CInt(shape.width * shape.channels), most: 4095,
        adds: adds)
      unsafe cguides_convolve(input, packed, factors, biases, &by, &wide)
      unsafe cguides_convolve_plain(input, packed, factors, biases, &by, &narrow)
    }
    #expect(wide == narrow)
    for i in before.indices {
      let (output, x, y) = (
        i % shape.channels, i / shape.channels % shape.width, i / shape.channels / shape.width
      )
      var sum: Int32 = 0
      for tap in 0..<runs {
        for k in 0..<run {
          let at = y * shape.step * across + x * shape.step * shape.from + Int(offsets[tap]) + k
          sum += Int32(weights[(output * runs + tap) * run + k]) * Int32(input[at])
        }
      }
      let value = Int(max(0, Float(sum) * factors[output] + biases[output]) + 0.5)
      #expect(Int(wide[i]) == min(4095, value + (adds ? Int(before[i]) : 0)))
    }
  }

  @Test("a field's products with a table are the same, whatever the processor")
  func products() {
    var random = Seeded(5)
    let (rows, columns) = (7, 24)
    let table = (0..<rows * columns).map { _ in Float(random.unit() - 0.5) }
    let field = (0..<columns).map { _ in Float(random.unit() - 0.5) }
    var (wide, narrow) = ([Float](repeating: 9, count: rows), [Float](repeating: 8, count: rows))
    unsafe cguides_fit(table, CInt(rows), CInt(columns), field, &wide)
    unsafe cguides_fit_plain(table, CInt(rows), CInt(columns), field, &narrow)
    #expect(wide.map(\.bitPattern) == narrow.map(\.bitPattern))
    for row in 0..<rows {
      let sum = (0..<columns).reduce(0.0) { $0 + Double(table[row * columns + $1]) * Double(field[$1]) }
      #expect(abs(Double(wide[row]) - sum) < 1e-5)
    }
  }
}
