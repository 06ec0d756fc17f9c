import CGuides
import RealModule

/// Weighs the witnesses: a small convolutional network along the angle gives each roll its probability.
///
/// Two hidden layers of 16 curves, kernels of 9, 9 and 5 half degrees. The weights are the same at every
/// angle, so all rolls are judged alike; they were fitted by maximum likelihood to views of known roll.
struct HorizonNetwork: Sendable {
  private(set) var posterior = AnglePosterior()

  private static let bins = HorizonEvidence.bins
  private static let inputs = HorizonEvidence.channels + 4
  private static let wide = 9
  private static let narrow = 5
  /// Zeros on both sides: half a kernel.
  private static let pad = 4
  private static let row = bins + 2 * pad

  private var input = [Float](repeating: 0, count: inputs * row)
  private var first = [SIMD16<Float>](repeating: .zero, count: row)
  private var second = [SIMD16<Float>](repeating: .zero, count: row)
  private let weights: [SIMD16<Float>]

  init() {
    let count = (Self.inputs * Self.wide + 1) + (16 * Self.wide + 1) + Self.narrow
    weights = (0..<count).map { i in
      var w = SIMD16<Float>()
      // SAFETY: there are 16 weights for each of them.
      for k in 0..<16 { unsafe w[k] = Float(cguides_posterior_weights()[16 * i + k]) / 4096 }
      return w
    }
    for i in 0..<Self.bins {
      let angle = Float(i) / 2 - Float(HorizonEvidence.span)
      input[(Self.inputs - 1) * Self.row + Self.pad + i] = angle.magnitude / Float(HorizonEvidence.span)
    }
  }

  /// A picture without a single edge says nothing.
  mutating func forget() { posterior.forget() }

  mutating func read(_ evidence: borrowing HorizonEvidence) {
    for k in 0..<HorizonEvidence.channels {
      let scale = HorizonEvidence.scale(of: k)
      for i in 0..<Self.bins {
        input[k * Self.row + Self.pad + i] = (max(0, evidence.curves[k * Self.bins + i]) * scale).squareRoot()
      }
    }
    for k in 0..<3 {
      let row = (HorizonEvidence.channels + k) * Self.row + Self.pad
      for i in 0..<Self.bins { input[row + i] = evidence.amounts[k] }
    }
    firstLayer()
    secondLayer()
    conclude()
  }

  private mutating func firstLayer() {
    // SAFETY: each row of inputs and the outputs are `pad` longer than the bins on both sides; the weights are
    // complete.
    unsafe first.withUnsafeMutableBufferPointer { first in
      unsafe cguides_first_layer(
        input, Int32(Self.inputs), Int32(Self.row), Int32(Self.bins), weights,
        first.baseAddress.map { unsafe $0 + Self.pad })
    }
  }

  /// In its weights, a row of 16 holds one input's for all outputs.
  private mutating func secondLayer() {
    let base = Self.inputs * Self.wide + 1
    // SAFETY: as above.
    unsafe second.withUnsafeMutableBufferPointer { second in
      unsafe weights.withUnsafeBufferPointer { weights in
        unsafe cguides_second_layer(
          first, Int32(Self.bins), weights.baseAddress.map { unsafe $0 + base },
          second.baseAddress.map { unsafe $0 + Self.pad })
      }
    }
  }

  /// The last layer's weights: a row of 16 holds all inputs' at one place. Its bias doesn't matter.
  private mutating func conclude() {
    let base = Self.inputs * Self.wide + 1 + 16 * Self.wide + 1
    var most = -Float.infinity
    for i in 0..<Self.bins {
      var sum = SIMD16<Float>.zero
      for t in 0..<Self.narrow { sum += weights[base + t] * second[Self.pad + i + t - Self.narrow / 2] }
      posterior.values[i] = sum.sum()
      most = max(most, posterior.values[i])
    }
    var total: Float = 0
    for i in 0..<Self.bins {
      posterior.values[i] = Float.exp(posterior.values[i] - most)
      total += posterior.values[i]
    }
    for i in 0..<Self.bins { posterior.values[i] /= total }
  }
}
