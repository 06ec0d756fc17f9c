import RealModule

/// Tells what moves in front of a still camera from what stands behind it.
///
/// A running mean and mean deviation of each cell, updated selectively: fast where the scene is seen, slowly
/// where something stands in front of it, so that someone who stands still is not soon taken for scenery.
struct ForegroundModel: Sendable {
  /// Cells are squares of `factor` pixels.
  let factor: Int
  let columns: Int
  let rows: Int
  /// 1 where the foreground is, row by row.
  private(set) var mask: [UInt8]

  private var means: [Float]
  private var background: [Float]
  private var deviation: [Float]
  private var rowSums: [Int]
  private var scratch: [UInt8]
  private var isPrimed = false

  /// In seconds: how fast the scene is learned, and how fast what stands still before it.
  private static let sceneTime = 2.0
  private static let standingTime = 25.0
  /// The least difference in levels that counts.
  private static let leastDifference: Float = 10

  init(width: Int, height: Int) {
    factor = max(1, (width + 159) / 160)
    columns = width / factor
    rows = height / factor
    let count = columns * rows
    mask = Array(repeating: 0, count: count)
    scratch = mask
    means = Array(repeating: 0, count: count)
    background = means
    deviation = means
    rowSums = Array(repeating: 0, count: columns)
  }

  /// Forgets the scene.
  mutating func reset() { isPrimed = false }

  /// Takes a frame, `seconds` after the last. Returns the share of the picture that is foreground.
  mutating func update(_ luma: Span<UInt8>, bytesPerRow: Int, seconds: Double) -> Double {
    average(luma, bytesPerRow)
    guard isPrimed else {
      for i in means.indices {
        background[i] = means[i]
        deviation[i] = 4
        mask[i] = 0
      }
      isPrimed = true
      return 0
    }
    let gain = brightnessChange()
    Self.compare(means, background, deviation, gain, &scratch)
    clean(scratch)
    let count = Self.learn(means, mask, gain, seconds, &background, &deviation)
    return Double(count) / Double(max(1, means.count))
  }

  // The loops over all cells work on spans of separate arrays: storing into an array of `self` costs a check for
  // each cell whether it is shared.

  /// Marks what differs from the scene.
  private static func compare(
    _ means: [Float], _ background: [Float], _ deviation: [Float], _ gain: Float, _ marks: inout [UInt8]
  ) {
    let means = means.span
    let background = background.span
    let deviation = deviation.span
    var marks = marks.mutableSpan
    for i in means.indices {
      let difference = (means[i] - background[i] - gain).magnitude
      marks[i] = difference > max(leastDifference, 3.5 * deviation[i]) ? 1 : 0
    }
  }

  /// Moves the scene towards the picture. Returns how many cells are foreground.
  private static func learn(
    _ means: [Float], _ mask: [UInt8], _ gain: Float, _ seconds: Double, _ background: inout [Float],
    _ deviation: inout [Float]
  ) -> Int {
    let scene = Float(1 - Double.exp(-seconds / sceneTime))
    let standing = Float(1 - Double.exp(-seconds / standingTime))
    let means = means.span
    let mask = mask.span
    var background = background.mutableSpan
    var deviation = deviation.mutableSpan
    var count = 0
    for i in means.indices {
      let isForeground = mask[i] != 0
      if isForeground { count += 1 }
      let rate = isForeground ? standing : scene
      let difference = means[i] - background[i]
      background[i] += difference * rate
      if !isForeground {
        deviation[i] += (min((difference - gain).magnitude, 12) - deviation[i]) * scene
      }
    }
    return count
  }

  /// Box means of the cells.
  private mutating func average(_ luma: Span<UInt8>, _ bytesPerRow: Int) {
    let scale = 1 / Float(factor * factor)
    for row in 0..<rows {
      for i in rowSums.indices { rowSums[i] = 0 }
      for y in row * factor..<(row + 1) * factor {
        var p = y * bytesPerRow
        for column in 0..<columns {
          var sum = 0
          for _ in 0..<factor {
            sum &+= Int(luma[p])
            p &+= 1
          }
          rowSums[column] &+= sum
        }
      }
      for column in 0..<columns { means[row * columns + column] = Float(rowSums[column]) * scale }
    }
  }

  /// How much brighter the whole picture became, as by the camera's exposure: the mean over cells that changed
  /// little, found in two rounds.
  private func brightnessChange() -> Float {
    var gain: Float = 0
    let means = means.span
    let background = background.span
    for round in 0..<2 {
      let limit: Float = round == 0 ? 40 : 12
      var (sum, count): (Float, Float) = (0, 0)
      // Adding nothing is quicker than a branch that goes either way.
      for i in means.indices {
        let difference = means[i] - background[i]
        let counts = (difference - gain).magnitude < limit
        sum += counts ? difference : 0
        count += counts ? 1 : 0
      }
      if count > Float(means.count) / 4 { gain = sum / count }
    }
    return gain
  }

  /// From `scratch` to `mask`: a cell counts when at least 4 of the 9 around it do.
  private mutating func clean(_ marks: [UInt8]) {
    let (columns, rows) = (columns, rows)
    guard columns > 2, rows > 2 else { return }
    let scratch = marks.span
    var mask = mask.mutableSpan
    for y in 0..<rows {
      let (above, below) = (max(0, y - 1) * columns, min(rows - 1, y + 1) * columns)
      let row = y * columns
      var left = scratch[above] &+ scratch[row] &+ scratch[below]
      var middle = left
      for x in 0..<columns {
        let next = min(columns - 1, x + 1)
        let right = scratch[above + next] &+ scratch[row + next] &+ scratch[below + next]
        mask[row + x] = left &+ middle &+ right >= 4 ? 1 : 0
        (left, middle) = (middle, right)
      }
    }
  }
}
