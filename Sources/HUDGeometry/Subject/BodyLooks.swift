import CGuides

/// How bodies look, to tell them apart where they touch: the shape of each, and its colours from top to bottom.
struct BodyLooks: Sendable {
  private let columns: Int
  /// How often a part of a body's box belongs to it, 0 … 1: for each body `across × down` parts, row by row.
  private var shapes: [Float]
  /// The mean luma, Cb and Cr of each body's bands, and their mean squared deviation.
  private var bands: [SIMD4<Float>]
  private var sums: [SIMD4<Float>]
  private var counts: [Float]
  private var isKnown: [Bool]

  private static let (across, down, levels) = (
    Int(claim_across), Int(claim_down), Int(claim_levels)
  )
  private static let learning: Float = 0.1
  /// Deviations that noise and light make, in squared levels.
  private static let tolerance: Float = 80

  /// - Parameters:
  ///   - most: how many bodies there may be.
  ///   - columns: cells in a row.
  init(most: Int, columns: Int) {
    self.columns = columns
    shapes = Array(repeating: 0, count: most * Self.across * Self.down)
    bands = Array(repeating: SIMD4(), count: most * Self.levels)
    sums = Array(repeating: SIMD4(), count: Self.levels)
    counts = Array(repeating: 0, count: Self.levels)
    isKnown = Array(repeating: false, count: most)
  }

  mutating func forget(_ body: Int) { isKnown[body] = false }

  mutating func move(_ from: Int, to: Int) {
    isKnown[to] = isKnown[from]
    let (parts, levels) = (Self.across * Self.down, Self.levels)
    for i in 0..<parts { shapes[to * parts + i] = shapes[from * parts + i] }
    for i in 0..<levels { bands[to * levels + i] = bands[from * levels + i] }
  }

  /// Takes a frame that shows all of a body.
  ///
  /// - Parameters:
  ///   - box: the cells around it.
  ///   - isBody: whether a cell, by its index, shows it.
  mutating func learn(
    _ body: Int, in box: CellBox, picture: borrowing CellPicture, isBody: (Int) -> Bool
  ) {
    let rate = isKnown[body] ? Self.learning : 1
    let (wide, high) = (box.right - box.left, box.bottom - box.top)
    let first = body * Self.across * Self.down
    for row in 0..<Self.down {
      let y = box.top + (2 * row + 1) * high / (2 * Self.down)
      for column in 0..<Self.across {
        let x = box.left + (2 * column + 1) * wide / (2 * Self.across)
        let i = first + row * Self.across + column
        shapes[i] += ((isBody(y * columns + x) ? 1 : 0) - shapes[i]) * rate
      }
    }
    measure(box, picture, isBody)
    for level in 0..<Self.levels where counts[level] > 0 {
      let i = body * Self.levels + level
      bands[i] += (sums[level] - bands[i]) * rate
    }
    isKnown[body] = true
  }

  /// The mean colours of the bands of what is in a box, into `sums`.
  private mutating func measure(_ box: CellBox, _ picture: borrowing CellPicture, _ isBody: (Int) -> Bool) {
    let high = max(1, box.bottom - box.top)
    for level in 0..<Self.levels { (sums[level], counts[level]) = (SIMD4(), 0) }
    for y in box.top..<box.bottom {
      let level = (y - box.top) * Self.levels / high
      for x in box.left..<box.right where isBody(y * columns + x) {
        let luma = picture.luma[x, y]
        sums[level] += SIMD4(luma, picture.cb[x, y], picture.cr[x, y], luma * luma)
        counts[level] += 1
      }
    }
    for level in 0..<Self.levels where counts[level] > 0 {
      sums[level] /= counts[level]
      sums[level].w = max(0, sums[level].w - sums[level].x * sums[level].x)
    }
  }

  /// How much what is in a box differs from a body, in squared tolerances; 0 for one that isn't known.
  mutating func difference(
    _ body: Int, in box: CellBox, picture: borrowing CellPicture, isBody: (Int) -> Bool
  ) -> Float {
    guard isKnown[body] else { return 0 }
    measure(box, picture, isBody)
    var (sum, count): (Float, Float) = (0, 0)
    for level in 0..<Self.levels where counts[level] > 0 {
      let d = sums[level] - bands[body * Self.levels + level]
      sum += min(9, (0.4 * d.x * d.x + 2 * (d.y * d.y + d.z * d.z)) / Self.tolerance)
      count += 1
    }
    return sum / max(1, count)
  }

  /// Gives a body the cells of a part that it claims more than those before it.
  ///
  /// - Parameters:
  ///   - place: its box's centre and size, the part's box, its label, and whether it is the first to claim.
  ///   - parts: labels of the mask's parts, of which it shares one, `part`.
  ///   - costs: how unlikely cells are to show those who have them; seven more than cells.
  ///   - labels: of bodies.
  func claim(
    _ body: Int, place: inout cguides_claim, parts: [UInt8], part: UInt8, picture: borrowing CellPicture,
    costs: inout [Float], labels: inout [UInt8]
  ) {
    place.tolerance = Self.tolerance
    let (shape, levels) = (body * Self.across * Self.down, body * Self.levels * 4)
    // SAFETY: planes and labels are of the picture's cells, in which the box lies; each body has its shape and bands.
    unsafe shapes.withUnsafeBufferPointer { shapes in
      unsafe bands.withUnsafeBytes { bands in
        guard let first = shapes.baseAddress,
          let band = unsafe bands.assumingMemoryBound(to: Float.self).baseAddress
        else { return }
        unsafe cguides_claim_cells(
          picture.luma.lanes, picture.cb.lanes, picture.cr.lanes, parts, Int32(part), Int32(columns), &place,
          first + shape, band + levels, &costs, &labels)
      }
    }
  }

  /// How well a body fits at a place: parts that are usually its own should show it.
  func fit(
    _ body: Int, center: Point, size: Point, picture: borrowing CellPicture, isBody: (Int) -> Bool
  ) -> Float {
    var sum: Float = 0
    for row in 0..<Self.down {
      let y = Int(center.y + ((Double(row) + 0.5) / Double(Self.down) - 0.5) * size.y)
      guard y >= 0, y < picture.rows else { continue }
      let band = bands[body * Self.levels + row * Self.levels / Self.down]
      for column in 0..<Self.across {
        let share = shapes[(body * Self.down + row) * Self.across + column]
        guard share > 0.4 else { continue }
        let x = Int(center.x + ((Double(column) + 0.5) / Double(Self.across) - 0.5) * size.x)
        guard x >= 0, x < picture.columns else { continue }
        guard isBody(y * columns + x) else {
          sum -= share
          continue
        }
        let d = SIMD4(picture.luma[x, y], picture.cb[x, y], picture.cr[x, y], 0) - band
        let apart = (0.4 * d.x * d.x + 2 * (d.y * d.y + d.z * d.z)) / (Self.tolerance + band.w)
        sum += share * (1 - min(2, apart))
      }
    }
    return sum
  }
}
