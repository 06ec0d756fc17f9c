import CGuides
import TestSupport
import Testing

struct PeopleKernelTests {
  private func numbers(_ count: Int, _ random: inout Seeded) -> [Float] {
    (0..<count).map { _ in Float(random.unit() * 2 - 1) }
  }

  private func activated(_ value: Float, _ kind: Int) -> Float {
    kind == 1 ? max(0, value) : kind == 2 ? value * min(6, max(0, value + 3)) * (1.0 / 6) : value
  }

  @Test(
    "channels are mixed as plain loops mix them, whatever the processor", arguments: [8, 16, 24, 32, 88],
    [0, 1, 2, 3])
  func mix(outputs: Int, kind: Int) {
    var random = Seeded(UInt64(outputs + kind))
    let (pixels, inputs) = (7, 5)
    let (input, weights) = (numbers(pixels * inputs, &random), numbers(inputs * outputs, &random))
    let (biases, added) = (numbers(outputs, &random), numbers(pixels * outputs, &random))
    var (wide, narrow) = (
      [Float](repeating: 9, count: added.count), [Float](repeating: 8, count: added.count)
    )
    let (i, o, k) = (CInt(inputs), CInt(outputs), CInt(kind))
    unsafe cguides_mix(input, CInt(pixels), i, o, weights, biases, k, added, &wide)
    unsafe cguides_mix_plain(input, CInt(pixels), i, o, weights, biases, k, added, &narrow)
    #expect(wide.map(\.bitPattern) == narrow.map(\.bitPattern))
    // What is added may lie where the sums go.
    var inPlace = added
    unsafe inPlace.withUnsafeMutableBufferPointer { out in
      unsafe cguides_mix(input, CInt(pixels), i, o, weights, biases, k, out.baseAddress, out.baseAddress)
    }
    #expect(inPlace.map(\.bitPattern) == wide.map(\.bitPattern))
    for at in added.indices {
      var sum = biases[at % outputs]
      for c in 0..<inputs { sum += weights[c * outputs + at % outputs] * input[at / outputs * inputs + c] }
      let whole = activated(sum, kind) + added[at]
      #expect(abs(wide[at] - (kind == 3 ? max(0, whole) : whole)) < 1e-5)
    }
  }

  @Test(
    "neighbourhoods are summed as plain loops sum them, whatever the processor", arguments: [3, 5], [1, 2])
  func blur(side: Int, step: Int) {
    var random = Seeded(UInt64(side * 10 + step))
    let (width, height, channels) = (8, 6, 16)
    let (input, weights) = (
      numbers(width * height * channels, &random), numbers(side * side * channels, &random)
    )
    let biases = numbers(channels, &random)
    let count = width / step * (height / step) * channels
    var (wide, narrow) = ([Float](repeating: 9, count: count), [Float](repeating: 8, count: count))
    let (w, h, c) = (CInt(width), CInt(height), CInt(channels))
    unsafe cguides_blur(input, w, h, c, CInt(side), CInt(step), weights, biases, 1, nil, &wide)
    unsafe cguides_blur_plain(input, w, h, c, CInt(side), CInt(step), weights, biases, 1, nil, &narrow)
    #expect(wide.map(\.bitPattern) == narrow.map(\.bitPattern))
    // TensorFlow's "same": with steps of two, one zero fewer before than after.
    let before = side / 2 - (step == 2 ? 1 : 0)
    for at in 0..<count {
      let (channel, x, y) = (at % channels, at / channels % (width / step), at / channels / (width / step))
      var sum = biases[channel]
      for v in 0..<side {
        for u in 0..<side {
          let (column, row) = (x * step - before + u, y * step - before + v)
          guard column >= 0, column < width, row >= 0, row < height else { continue }
          sum +=
            weights[(v * side + u) * channels + channel] * input[(row * width + column) * channels + channel]
        }
      }
      #expect(abs(wide[at] - max(0, sum)) < 1e-5)
    }
  }
}
