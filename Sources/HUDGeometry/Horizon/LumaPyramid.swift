/// A luma picture in three sizes, each half of the one before, smoothed; the largest is at most 200 wide.
struct LumaPyramid: Sendable {
  static let levels = 3

  let width: Int
  let height: Int
  /// So many pixels of the picture make one of level 0, each way.
  let factor: Int
  /// Level by level, row by row.
  private(set) var pixels: [Float]
  private var scratch: [Float]
  private let starts: [Int]

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
    scratch = Array(repeating: 0, count: self.width * self.height)
  }

  func width(_ level: Int) -> Int { width >> level }
  func height(_ level: Int) -> Int { height >> level }
  func start(_ level: Int) -> Int { starts[level] }

  mutating func read(_ luma: Span<UInt8>, bytesPerRow: Int) {
    let scale = 1 / Float(factor * factor)
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0
        for dy in 0..<factor {
          let from = (y &* factor &+ dy) &* bytesPerRow &+ x &* factor
          for dx in 0..<factor { sum &+= Int(luma[from &+ dx]) }
        }
        pixels[y &* width &+ x] = Float(sum) * scale
      }
    }
    smooth(0)
    for level in 1..<Self.levels {
      let (w, h, from, to) = (width(level), height(level), starts[level - 1], starts[level])
      let before = width(level - 1)
      for y in 0..<h {
        for x in 0..<w {
          let i = from &+ 2 &* y &* before &+ 2 &* x
          pixels[to &+ y &* w &+ x] =
            (pixels[i] + pixels[i &+ 1] + pixels[i &+ before] + pixels[i &+ before &+ 1]) / 4
        }
      }
      smooth(level)
    }
  }

  /// Binomial 1 2 1, both ways: a straight slope between two pixels is then a fair guess.
  private mutating func smooth(_ level: Int) {
    let (w, h, start) = (width(level), height(level), starts[level])
    guard w > 2, h > 2 else { return }
    for y in 0..<h {
      let row = start + y * w
      scratch[y * w] = pixels[row]
      scratch[y * w + w - 1] = pixels[row + w - 1]
      for x in 1..<w - 1 {
        scratch[y &* w &+ x] = (pixels[row &+ x &- 1] + 2 * pixels[row &+ x] + pixels[row &+ x &+ 1]) / 4
      }
    }
    for y in 1..<h - 1 {
      for x in 0..<w {
        let i = y &* w &+ x
        pixels[start &+ i] = (scratch[i &- w] + 2 * scratch[i] + scratch[i &+ w]) / 4
      }
    }
  }
}
