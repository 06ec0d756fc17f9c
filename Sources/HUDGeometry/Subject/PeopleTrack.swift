// The block search of video coding, on the cells of a mask alone: the sum of absolute differences over samples
// (Koga et al., "Motion-compensated interframe coding for video conferencing", NTC 1981).

/// Where the people of the last look are now: a look is some frames old, and they and the camera move on.
struct PeopleTrack: Sendable {
  /// 1 for cells that show them in the last frame, row by row.
  private(set) var mask: [UInt8]
  private(set) var isEmpty = true
  /// The same in the frame that was looked at, and its luma.
  private var found: [UInt8]
  private var luma: CellPlane
  /// The luma of a frame that is being looked at.
  private var next: CellPlane
  /// Some of the cells that show them there.
  private var samples: [(x: Int, y: Int)] = []
  /// How much these differ from their mean, in levels.
  private var contrast: Float = 0
  /// How far they have moved since, in cells.
  private var (across, down) = (0, 0)
  /// The same when the next frame was taken.
  private var before = (across: 0, down: 0)

  private static let mostSamples = 256
  /// They are lost where they differ by more than this share of their contrast, and this many levels.
  private static let mostDifference: Float = 0.7
  private static let noise: Float = 8
  /// How far from the last place they are looked for, and in the first frame after somebody's first look, in cells.
  private static let reach = 3
  private static let firstReach = 8

  init(columns: Int, rows: Int) {
    mask = Array(repeating: 0, count: columns * rows)
    found = mask
    luma = CellPlane(columns: columns, rows: rows)
    next = luma
    samples.reserveCapacity(Self.mostSamples)
  }

  /// Nobody is followed any more.
  mutating func clear() {
    guard !isEmpty else { return }
    isEmpty = true
    for i in mask.indices { mask[i] = 0 }
  }

  /// A frame is going to be looked at.
  mutating func take(_ picture: borrowing CellPicture) {
    for i in next.lanes.indices { next.lanes[i] = picture.luma.lanes[i] }
    before = (across, down)
  }

  /// People were found in the frame that was taken; ``mask`` shows them in this one.
  mutating func find(_ people: [UInt8], _ picture: borrowing CellPicture) {
    var count = 0
    for i in found.indices {
      found[i] = people[i]
      count += Int(people[i])
    }
    let isNew = isEmpty
    guard count > 0 else { return clear() }
    isEmpty = false
    swap(&luma, &next)
    samples.removeAll(keepingCapacity: true)
    let step = max(1, count / Self.mostSamples + 1)
    var nth = 0
    for i in found.indices where found[i] == 1 {
      nth += 1
      if nth % step == 0 { samples.append((i % luma.columns, i / luma.columns)) }
    }
    measureContrast()
    // Since then they moved as those did who were followed.
    (across, down) = isNew ? (0, 0) : (across - before.across, down - before.down)
    follow(picture, reach: isNew ? Self.firstReach : Self.reach)
  }

  /// Finds them in the next frame.
  mutating func follow(_ picture: borrowing CellPicture) { follow(picture, reach: Self.reach) }

  private mutating func follow(_ picture: borrowing CellPicture, reach: Int) {
    guard !isEmpty else { return clear() }
    var least = Float.infinity
    var best = (across, down)
    for dy in down - reach...down + reach {
      for dx in across - reach...across + reach {
        let cost = difference(picture.luma, dx, dy, atMost: least)
        // Of equal places the nearest.
        if cost < least { (least, best) = (cost, (dx, dy)) }
      }
    }
    // Another picture, or nobody.
    guard least <= Self.mostDifference * contrast + Self.noise else { return clear() }
    (across, down) = best
    place()
  }

  private mutating func measureContrast() {
    var (mean, sum): (Float, Float) = (0, 0)
    for sample in samples { mean += luma[sample.x, sample.y] / Float(samples.count) }
    for sample in samples { sum += (luma[sample.x, sample.y] - mean).magnitude }
    contrast = sum / Float(max(1, samples.count))
  }

  /// The mean difference in levels from the frame that was looked at, where samples are seen; infinite if most aren't.
  private func difference(_ now: borrowing CellPlane, _ dx: Int, _ dy: Int, atMost least: Float) -> Float {
    var (sum, count): (Float, Float) = (0, 0)
    let most = least * Float(samples.count)
    for sample in samples {
      if sum > most { return .infinity }
      let (x, y) = (sample.x + dx, sample.y + dy)
      guard x >= 0, y >= 0, x < now.columns, y < now.rows else { continue }
      sum += (now[x, y] - luma[sample.x, sample.y]).magnitude
      count += 1
    }
    guard count > 0, 2 * Int(count) >= samples.count else { return .infinity }
    return sum / count + 0.02 * Float((dx - across).magnitude + (dy - down).magnitude)
  }

  private mutating func place() {
    for i in mask.indices { mask[i] = found[i] }
    move(&mask)
  }

  /// Moves a mask of the frame that was looked at to the last one.
  func move(_ cells: inout [UInt8]) {
    guard across != 0 || down != 0 else { return }
    let (columns, rows) = (luma.columns, luma.rows)
    // In an order that overwrites no source.
    for n in 0..<rows {
      let y = down > 0 ? rows - 1 - n : n
      for m in 0..<columns {
        let x = across > 0 ? columns - 1 - m : m
        let (u, v) = (x - across, y - down)
        cells[y * columns + x] = u >= 0 && v >= 0 && u < columns && v < rows ? cells[v * columns + u] : 0
      }
    }
  }
}
