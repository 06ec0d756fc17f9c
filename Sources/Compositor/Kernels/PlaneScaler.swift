// Separable resampling with a triangle filter, widened when shrinking so that nothing aliases (the classic
// "filtered image rescaling", D. Schumacher, Graphics Gems III, 1992). Pixel centres lie at half-integers.

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
      let radius = max(1, ratio)
      taps = min(input, Int((2 * radius).rounded(.up)) + 1)
      first = []
      weights = []
      for index in 0..<output {
        let center = (Double(index) + 0.5) * ratio - 0.5
        let start = min(max(0, Int((center - radius).rounded(.up))), input - taps)
        var raw: [Double] = []
        for k in 0..<taps {
          // Beyond the edges the edge sample repeats: its weight adds to the first or last tap.
          raw.append(max(0, 1 - abs(Double(start + k) - center) / radius))
        }
        if center - radius < -1 + 1e-9 || start == 0 {
          var lost = 0.0
          var k = -1
          while Double(k) > center - radius {
            lost += max(0, 1 - abs(Double(k) - center) / radius)
            k -= 1
          }
          raw[0] += lost
        }
        if start == input - taps {
          var lost = 0.0
          var k = input
          while Double(k) < center + radius {
            lost += max(0, 1 - abs(Double(k) - center) / radius)
            k += 1
          }
          raw[taps - 1] += lost
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
  }

  package let inputWidth: Int
  package let inputHeight: Int
  package let outputWidth: Int
  package let outputHeight: Int
  private let across: Axis
  private let down: Axis
  // One row of vertical sums in 8.7 fixed point, rounded only when complete, since hundreds of taps
  // that each lose a bit would darken the picture.
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

  /// Doubles the width, as scaling would: each sample is three parts of the nearest and one of the next.
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
