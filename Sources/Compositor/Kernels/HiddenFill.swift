import CaptureKit
import PixelTypes

/// Fills what masks hide of a small picture from what is beside it, so that guides find no edge where a mask ends, and a backdrop no
/// dark patch.
///
/// By means of halves (the pull-push algorithm of Gortler et al., "The Lumigraph", SIGGRAPH 1996): what is shown is averaged to smaller
/// and smaller pictures until nothing is missing, and what is hidden comes from the next smaller one, the smoother the farther inside it
/// lies.
struct HiddenFill {
  /// A picture of half the size of the one before.
  private struct Level {
    let width: Int
    let height: Int
    /// How many of the four samples of the level before have a value; 0 where all are hidden.
    let counts: [UInt8]
    /// Those that have none.
    let hidden: [Int32]
    /// In 1/16.
    var values: [Int32]
  }

  private let width: Int
  private let height: Int
  /// Places in the plane.
  private let hidden: [Int32]
  /// True for samples that are hidden, row by row.
  let isHidden: [Bool]
  private var levels: [Level] = []

  /// - Parameters:
  ///   - hidden: of the frames.
  ///   - part: of a frame that the plane shows, in its pixels.
  ///   - width: of the plane, in samples.
  ///   - height: of the plane, in samples.
  init(_ hidden: HiddenBlocks, part: PixelRect, width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    // Samples that reach into a hidden block by any share, and by interpolation one more on each side.
    var isHidden = [Bool](repeating: false, count: width * height)
    for y in 0..<height {
      let top = max(part.y + (y - 1) * part.height / height, 0)
      let bottom = part.y + ((y + 2) * part.height + height - 1) / height
      for x in 0..<width {
        let left = max(part.x + (x - 1) * part.width / width, 0)
        let right = part.x + ((x + 2) * part.width + width - 1) / width
        isHidden[y * width + x] = hidden.blocks.isTouched(
          column: left / 8, row: top / 8, across: (right + 7) / 8 - left / 8, down: (bottom + 7) / 8 - top / 8
        )
      }
    }
    self.isHidden = isHidden
    self.hidden = isHidden.indices.compactMap { isHidden[$0] ? Int32($0) : nil }
    var missing = isHidden
    var size = (width: width, height: height)
    while missing.contains(true), missing.contains(false) {
      let next = (width: (size.width + 1) / 2, height: (size.height + 1) / 2)
      var counts = [UInt8](repeating: 0, count: next.width * next.height)
      for y in 0..<size.height {
        for x in 0..<size.width where !missing[y * size.width + x] { counts[y / 2 * next.width + x / 2] += 1 }
      }
      missing = counts.map { $0 == 0 }
      levels.append(
        Level(
          width: next.width, height: next.height, counts: counts,
          hidden: missing.indices.compactMap { missing[$0] ? Int32($0) : nil },
          values: [Int32](repeating: 0, count: counts.count)))
      size = next
    }
  }

  /// Fills a plane. One of which nothing is shown stays as it is: masks are flat.
  mutating func fill(_ plane: PixelPlane) {
    precondition(plane.width == width && plane.height == height)
    guard !levels.isEmpty else { return }
    for number in levels.indices { pull(number, plane) }
    for number in levels.indices.reversed().dropLast() {
      let coarse = levels[number]
      let width = levels[number - 1].width
      for place in levels[number - 1].hidden {
        levels[number - 1].values[Int(place)] = Self.smooth(coarse, Int(place) % width, Int(place) / width)
      }
    }
    let coarse = levels[0]
    for place in hidden {
      let (x, y) = (Int(place) % width, Int(place) / width)
      plane[x, y] = UInt8(clamping: (Self.smooth(coarse, x, y) + 8) >> 4)
    }
  }

  /// Averages the level before, or the plane, as far as it has values.
  private mutating func pull(_ number: Int, _ plane: PixelPlane) {
    let (width, height) = (levels[number].width, levels[number].height)
    for index in 0..<width * height { levels[number].values[index] = 0 }
    if number == 0 {
      for y in 0..<self.height {
        for x in 0..<self.width where !isHidden[y * self.width + x] {
          levels[0].values[y / 2 * width + x / 2] += Int32(plane[x, y]) << 4
        }
      }
    } else {
      let before = levels[number - 1]
      for y in 0..<before.height {
        for x in 0..<before.width where before.counts[y * before.width + x] > 0 {
          levels[number].values[y / 2 * width + x / 2] += before.values[y * before.width + x]
        }
      }
    }
    for index in 0..<width * height where levels[number].counts[index] > 0 {
      levels[number].values[index] /= Int32(levels[number].counts[index])
    }
  }

  /// The value of a level at a place of the one before, between its four nearest.
  @inline(__always)
  private static func smooth(_ level: borrowing Level, _ x: Int, _ y: Int) -> Int32 {
    let values = level.values.span
    // The nearest counts three times as much along each side.
    let (column, row) = (x / 2, y / 2)
    let besideX = min(max(column + (x % 2 == 0 ? -1 : 1), 0), level.width - 1)
    let besideY = min(max(row + (y % 2 == 0 ? -1 : 1), 0), level.height - 1)
    let (own, beside) = (row * level.width, besideY * level.width)
    let near = 9 * values[own + column] + 3 * values[own + besideX]
    return (near + 3 * values[beside + column] + values[beside + besideX] + 8) >> 4
  }
}
