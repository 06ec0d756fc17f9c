import CGuides

/// A smoothed luma picture in three sizes, each half the one before; the largest is at most 200 wide.
struct LumaPyramid: Sendable {
  static let levels = 3

  let width: Int
  let height: Int
  /// This many pixels of the picture make one of level 0, each way.
  let factor: Int
  /// Level by level, row by row.
  private(set) var pixels: [Float]
  private var scratch: [Float]
  private let starts: [Int]
  private var isCoarse = false

  init(width: Int, height: Int) {
    factor = max(1, (width + 199) / 200)
    self.width = max(0, width) / factor
    self.height = max(0, height) / factor
    var starts = [0]
    for level in 0..<Self.levels {
      starts.append(starts[level] + (self.width >> level) * (self.height >> level))
    }
    self.starts = starts
    pixels = Array(repeating: 0, count: starts[Self.levels])
    scratch = Array(repeating: 0, count: 3 * self.width)
  }

  func width(_ level: Int) -> Int { width >> level }
  func height(_ level: Int) -> Int { height >> level }
  func start(_ level: Int) -> Int { starts[level] }

  /// Reads a picture at the largest size; ``readCoarse()`` makes the others.
  mutating func read(_ luma: Span<UInt8>, bytesPerRow: Int) {
    isCoarse = false
    guard width > 0, height > 0 else { return }
    precondition(bytesPerRow >= factor * width)
    precondition(luma.count >= bytesPerRow * (factor * height - 1) + factor * width)
    let (factor, w, h) = (Int32(factor), Int32(width), Int32(height))
    // SAFETY: the preconditions keep all samples inside the picture; level 0 has w × h pixels, the scratch three rows.
    unsafe luma.withUnsafeBufferPointer { bytes in
      unsafe cguides_shrink(bytes.baseAddress, bytesPerRow, factor, &pixels, w, h)
    }
    unsafe cguides_smooth(&pixels, w, h, &scratch)
  }

  /// Makes the smaller sizes of the last picture, unless they exist.
  mutating func readCoarse() {
    guard !isCoarse else { return }
    isCoarse = true
    for level in 1..<Self.levels {
      let (w, h, from, to) = (width(level), height(level), starts[level - 1], starts[level])
      let before = width(level - 1)
      // SAFETY: each level lies entirely behind the one before it, which has at least twice its width and
      // height.
      unsafe pixels.withUnsafeMutableBufferPointer { pixels in
        guard let all = pixels.baseAddress else { return }
        unsafe cguides_halve(all + from, Int32(before), all + to, Int32(w), Int32(h))
        unsafe cguides_smooth(all + to, Int32(w), Int32(h), &scratch)
      }
    }
  }
}
