// Separable resampling. Shrinking: a triangle filter as wide as the ratio, so that nothing aliases (the classic "filtered image
// rescaling", D. Schumacher, Graphics Gems III, 1992). Enlarging: cubic convolution through the samples (R. Keys, IEEE Transactions on
// Acoustics, Speech and Signal Processing 29(6), 1981, a = −1/2). Pixel centres lie at half-integers.

import CPlaneScaler
import PixelTypes

/// Scales one plane size to another; made once per pair of sizes, then used for every frame.
package struct PlaneScaler {
  private struct Axis {
    // For each output sample: its first input sample and `taps` weights that sum to 1 << 14.
    var taps: Int
    var first: [Int32]
    var weights: [Int16]

    /// The same axis with zero weights appended to each sample's, so that there are four, or a multiple of eight.
    var padded: Axis {
      var axis = self
      axis.taps = taps <= 4 ? 4 : (taps + 7) / 8 * 8
      axis.weights = []
      for index in first.indices {
        axis.weights += weights[index * taps..<(index + 1) * taps]
        axis.weights += Array(repeating: 0, count: axis.taps - taps)
      }
      return axis
    }

    init(from input: Int, to output: Int) {
      let ratio = Double(input) / Double(output)
      let radius = ratio < 1 ? 2 : ratio
      taps = min(input, ratio < 1 ? 4 : Int((2 * radius).rounded(.up)) + 1)
      first = []
      weights = []
      for index in 0..<output {
        let center = (Double(index) + 0.5) * ratio - 0.5
        let lowest = ratio < 1 ? Int(center.rounded(.down)) - 1 : Int((center - radius).rounded(.up))
        let start = min(max(0, lowest), input - taps)
        var raw = Array(repeating: 0.0, count: taps)
        for k in lowest...max(lowest, Int((center + radius).rounded(.down))) {
          // Beyond the edges the edge sample repeats: its weight adds to the first or last tap.
          let distance = abs(Double(k) - center)
          raw[min(max(k - start, 0), taps - 1)] +=
            ratio < 1 ? Self.cubic(distance) : max(0, 1 - distance / radius)
        }
        let sum = raw.reduce(0, +)
        // Rounding must not change the brightness: the running sums are rounded, so that one tap gains what another loses.
        var running = 0.0
        var before = 0
        for weight in raw {
          running += weight
          let now = Int((running / sum * 16384).rounded())
          weights.append(Int16(now - before))
          before = now
        }
        first.append(Int32(start))
      }
    }

    /// What a sample is worth at a distance of so many samples.
    private static func cubic(_ distance: Double) -> Double {
      switch distance {
      case ..<1: (1.5 * distance - 2.5) * distance * distance + 1
      case ..<2: ((2.5 - 0.5 * distance) * distance - 4) * distance + 2
      default: 0
      }
    }
  }

  package let inputWidth: Int
  package let inputHeight: Int
  package let outputWidth: Int
  package let outputHeight: Int
  private let across: Axis
  private let down: Axis
  // One row of vertical sums in 8.7 fixed point, rounded only when complete, since hundreds of taps
  // that each lose a bit would darken the picture. What a cubic has below black stays; above 255.99 it is cut.
  private var row: [Int16]

  package init(from input: (width: Int, height: Int), to output: (width: Int, height: Int)) {
    precondition(input.width > 0 && input.height > 0 && output.width > 0 && output.height > 0)
    inputWidth = input.width
    inputHeight = input.height
    outputWidth = output.width
    outputHeight = output.height
    across = Axis(from: input.width, to: output.width).padded
    down = Axis(from: input.height, to: output.height)
    // Room for zero weights beyond the end.
    row = Array(repeating: 0, count: input.width + 16)
  }

  /// Whether it scales from this size.
  package func takes(_ width: Int, _ height: Int) -> Bool { inputWidth == width && inputHeight == height }

  /// Scales `part` of `source`, or all of it, into `rect` of `target`.
  package mutating func scale(
    _ source: PixelPlane, part: PixelRect? = nil, into target: PixelPlane, at rect: PixelRect
  ) {
    let from = unsafe part.map { unsafe PlaneRegion(source, $0) } ?? PlaneRegion(source)
    let to = unsafe PlaneRegion(target, rect)
    precondition(unsafe from.width == inputWidth && from.height == inputHeight)
    precondition(unsafe to.width == outputWidth && to.height == outputHeight)
    let across = self.across
    let down = self.down
    // SAFETY: an axis's first + taps never exceeds the input's length, by construction, except for the padding across,
    // which is at most seven and for which the row has room; the C functions keep no pointer.
    unsafe row.withUnsafeMutableBufferPointer { row in
      unsafe across.first.withUnsafeBufferPointer { firsts in
        unsafe across.weights.withUnsafeBufferPointer { weights in
          unsafe down.weights.withUnsafeBufferPointer { rowWeights in
            for y in 0..<outputHeight {
              unsafe cplanescaler_down(
                from.row(Int(down.first[y])), from.bytesPerRow, Int32(down.taps),
                rowWeights.baseAddress! + y * down.taps, Int32(inputWidth), row.baseAddress!)
              unsafe cplanescaler_across(
                row.baseAddress!, firsts.baseAddress!, Int32(across.taps), weights.baseAddress!,
                Int32(outputWidth), to.row(y))
            }
          }
        }
      }
    }
  }

  /// Doubles the width between the samples: each is three parts of the nearest and one of the next.
  package static func widen(_ source: PixelPlane, into target: PixelPlane) {
    precondition(target.width == 2 * source.width && target.height == source.height)
    let (from, to) = unsafe (PlaneRegion(source), PlaneRegion(target))
    let last = source.width - 1
    for y in 0..<source.height {
      // SAFETY: the target has the source's height and twice its width.
      let (a, b) = unsafe (from.row(y), to.row(y))
      unsafe b[0] = a[0]
      unsafe b[2 * last + 1] = a[last]
      for x in 0..<last {
        let (left, right) = unsafe (UInt16(a[x]), UInt16(a[x + 1]))
        unsafe b[2 * x + 1] = UInt8(truncatingIfNeeded: (3 &* left &+ right &+ 2) &>> 2)
        unsafe b[2 * x + 2] = UInt8(truncatingIfNeeded: (left &+ 3 &* right &+ 2) &>> 2)
      }
    }
  }
}
