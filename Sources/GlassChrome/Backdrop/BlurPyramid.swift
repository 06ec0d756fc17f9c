import PixelTypes

/// A picture of the feed in linear light, as a pyramid: each level is half the size of the last and more blurred.
///
/// Level 0 has the picture's size. Each next level is smoothed by [1 3 3 1]/8 both ways and halved
/// (odd sizes round up), so one texel of level n spans 2ⁿ of the picture's. Light is 0...65535 for
/// each of red, green and blue. The initializer allocates all memory.
final class BlurPyramid {
  /// Size of the pictures it takes, in pixels.
  let size: PixelSize
  let levels: [SampleTriple]
  private let scratch: SamplePlane

  /// Allocates the levels: 8, or fewer if one of at most 3 × 3 texels comes first.
  init(size: PixelSize) {
    self.size = size
    var made = [SampleTriple(width: size.width, height: size.height)]
    while made.count < 8, made[made.count - 1].width > 3 || made[made.count - 1].height > 3 {
      let last = made[made.count - 1]
      made.append(SampleTriple(width: (last.width + 1) / 2, height: (last.height + 1) / 2))
    }
    levels = made
    scratch = SamplePlane(width: (size.width + 1) / 2, height: size.height)
  }

  /// Computes all levels from a picture: full range BT.601, any subsampling, of this pyramid's size (a precondition).
  func update(from picture: PlanarPicture) {
    precondition(picture.size == size)
    linearize(picture, into: levels[0])
    for i in 1..<max(1, levels.count) {
      for channel in 0..<3 { halve(levels[i - 1][channel], into: levels[i][channel], scratch: scratch) }
    }
  }

  /// Linear light of a texel, each channel 0...65535; for tests and slow paths.
  func light(level: Int, x: Int, y: Int) -> (red: UInt16, green: UInt16, blue: UInt16) {
    (levels[level].first[x, y], levels[level].second[x, y], levels[level].third[x, y])
  }

  /// Standard deviation of a level's blur when read with a cubic B-spline, in texels of level 0.
  ///
  /// One step has variance .75 in its source's texels; the B-spline adds 1/3 of its own texel squared.
  static func blurDeviation(level: Int) -> Double {
    var variance = 0.0
    var texel = 1.0
    for _ in 0..<level {
      variance += 0.75 * texel * texel
      texel *= 2
    }
    return (variance + texel * texel / 3).squareRoot()
  }

  /// The first level whose blur is at least `deviation` texels of level 0, or the last one.
  func level(blurring deviation: Double) -> Int {
    levels.indices.first { Self.blurDeviation(level: $0) >= deviation } ?? levels.count - 1
  }
}
