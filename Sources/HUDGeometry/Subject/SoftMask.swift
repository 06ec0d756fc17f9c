// The subject's share of a cell is the position between the scene's colour and the subject's, with
// the subject's colour sampled further inside: Wang & Cohen, "Optimized color sampling for robust
// matting" (CVPR 2007). Here the scene's colour is known, as in blue-screen matting.

/// How much of each cell the subject covers, 0 … 1: 1 inside, 0 outside, measured along the border.
struct SoftMask: Sendable {
  let columns: Int
  let rows: Int
  /// Row by row.
  private(set) var shares: [Float]
  /// 1 if the subject covers at least half of a cell.
  private(set) var mask: [UInt8]
  /// The subject's assumed luma in a cell of its border, and how far to trust it, 0 … 1.
  private(set) var ink: [SIMD2<Float>]
  /// How deep a cell lies in the mask: 0 outside, 1 and 2 along the border, 3 in the core.
  private var depth: [UInt8]
  /// The frame and the scene in the box around the subject, as luma, Cb, Cr.
  private var frame: [SIMD4<Float>]
  private var scene: [SIMD4<Float>]
  /// Whether each cell has its own chroma sample.
  private var isChromaSharp = false
  /// What was written last, to be cleared.
  private var box = CellBox()

  /// A squared difference in levels; below it, the colours say little.
  private static let doubt: Float = 40
  private static let gap: Float = 0.4
  private static let samples: [(x: Int, y: Int)] = [
    (2, 0), (-2, 0), (0, 2), (0, -2), (2, 2), (-2, 2), (2, -2), (-2, -2), (3, 0), (-3, 0), (0, 3), (0, -3),
    (1, 0), (-1, 0), (0, 1), (0, -1),
  ]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    let count = columns * rows
    shares = Array(repeating: 0, count: count)
    mask = Array(repeating: 0, count: count)
    depth = mask
    ink = Array(repeating: SIMD2(), count: count)
    frame = Array(repeating: SIMD4(), count: count)
    scene = frame
  }

  mutating func clear() {
    for y in box.top..<box.bottom {
      for i in y * columns + box.left..<y * columns + box.right {
        shares[i] = 0
        mask[i] = 0
      }
    }
    box = CellBox()
  }

  /// `coarse` is 1 for cells that differ from the scene, up to a cell too wide, with holes filled; `bounds`
  /// surrounds them.
  mutating func update(_ coarse: [UInt8], bounds: CellBox, model: borrowing ForegroundModel) {
    clear()
    box = bounds.grown(by: 2, columns: columns, rows: rows)
    let area = bounds.grown(by: 6, columns: columns, rows: rows)
    isChromaSharp = model.picture.factor % 2 == 0
    model.copyColors(area, frame: &frame, scene: &scene)
    layer(coarse)
    openGaps()
    for y in box.top..<box.bottom {
      for x in box.left..<box.right {
        let i = y &* columns &+ x
        ink[i] = SIMD2()
        if depth[i] == 3 {
          shares[i] = 1
        } else if depth[i] > 0 || touches(x, y) {
          shares[i] = share(x, y, coarse)
        }
        mask[i] = shares[i] >= 0.5 ? 1 : 0
      }
    }
  }

  /// Takes away what belongs to other bodies.
  ///
  /// - Parameters:
  ///   - labels: of cells; 0 where there is no body.
  ///   - body: the label of the one that is kept.
  mutating func keep(_ body: UInt8, of labels: [UInt8]) {
    for y in box.top..<box.bottom {
      for i in y &* columns &+ box.left..<y &* columns &+ box.right where labels[i] != 0 && labels[i] != body
      {
        (shares[i], mask[i], ink[i]) = (0, 0, SIMD2())
      }
    }
  }

  private func isInside(_ x: Int, _ y: Int, _ level: UInt8) -> Bool {
    // A body continues beyond the picture's edge.
    depth[max(0, min(rows - 1, y)) &* columns &+ max(0, min(columns - 1, x))] >= level
  }

  private func isSurrounded(_ x: Int, _ y: Int, _ level: UInt8) -> Bool {
    isInside(x - 1, y, level) && isInside(x + 1, y, level) && isInside(x, y - 1, level)
      && isInside(x, y + 1, level)
  }

  private func touches(_ x: Int, _ y: Int) -> Bool {
    isInside(x - 1, y, 1) || isInside(x + 1, y, 1) || isInside(x, y - 1, 1) || isInside(x, y + 1, 1)
  }

  private mutating func layer(_ coarse: [UInt8]) {
    let wide = box.grown(by: 4, columns: columns, rows: rows)
    for y in wide.top..<wide.bottom {
      for i in y &* columns &+ wide.left..<y &* columns &+ wide.right { depth[i] = coarse[i] }
    }
    for step in 1...2 {
      let level = UInt8(step)
      for y in box.top..<box.bottom {
        for x in box.left..<box.right {
          let i = y &* columns &+ x
          if depth[i] == level, isSurrounded(x, y, level) { depth[i] = level + 1 }
        }
      }
    }
  }

  /// Opens gaps narrower than two cells, as between an arm and the body: they are deep in the mask,
  /// but differ less from the scene than both their sides do.
  private mutating func openGaps() {
    for y in 2..<max(2, rows - 2) where y >= box.top && y < box.bottom {
      for x in max(2, min(columns - 2, box.left))..<max(2, min(columns - 2, box.right)) {
        let i = y &* columns &+ x
        guard depth[i] == 3 else { continue }
        let here = contrast(i)
        let across = min(contrast(i &- 2), contrast(i &+ 2))
        let along = min(contrast(i &- 2 &* columns), contrast(i &+ 2 &* columns))
        let rising = min(contrast(i &- 2 &* columns &+ 2), contrast(i &+ 2 &* columns &- 2))
        let falling = min(contrast(i &- 2 &* columns &- 2), contrast(i &+ 2 &* columns &+ 2))
        if here < Self.gap * max(max(across, along), max(rising, falling)) { depth[i] = 2 }
      }
    }
  }

  /// Luma alone: chroma has half the size and is blurred across gaps.
  private func contrast(_ i: Int) -> Float {
    let d = frame[i].x - scene[i].x
    return d * d
  }

  private mutating func share(_ x: Int, _ y: Int, _ coarse: [UInt8]) -> Float {
    let i = y &* columns &+ x
    let difference = frame[i] - scene[i]
    var best: Float = .infinity
    var share: Float = 0
    var contrast: Float = 0
    var doubt: Float = .infinity
    var luma: Float = 0
    let size = (difference * difference).sum()
    for round in 0..<2 {
      let level = UInt8(3 - round)
      for n in Self.samples.indices {
        let s = Self.samples[n]
        let (sx, sy) = (x &+ s.x, y &+ s.y)
        guard sx >= 0, sy >= 0, sx < columns, sy < rows else { continue }
        let k = sy &* columns &+ sx
        guard depth[k] >= level else { continue }
        let span = frame[k] - scene[i]
        // If luma separates them, it is sharper.
        let color = 900 / (900 + span.x * span.x)
        let weighted = span * SIMD4(1, color, color, 0)
        let length = (span * weighted).sum()
        let along = (difference * weighted).sum() / max(1, length)
        let held = max(0, min(1, along))
        // Chroma at half the size runs over the border, so it may have its own share.
        let hue = span * SIMD4(0, 1, 1, 0)
        let run =
          isChromaSharp ? held : max(0, min(1, (difference * hue).sum() / max(1, (hue * hue).sum())))
        let rest = difference - SIMD4(span.x * held, hue.y * run, hue.z * run, 0)
        let unexplained = (rest * rest).sum()
        let cost = unexplained + 2 * Float(s.x &* s.x &+ s.y &* s.y)
        if cost < best {
          best = cost
          share = held
          contrast = length
          doubt = unexplained
          luma = frame[k].x
        }
      }
      if doubt < 0.6 * size + 60 { break }
    }
    // If the colours are alike, the mask decides.
    var around: Float = 0
    for row in max(0, y - 1)...min(rows - 1, y + 1) {
      for column in max(0, x - 1)...min(columns - 1, x + 1) {
        around += Float(coarse[row &* columns &+ column])
      }
    }
    let fallback = max(0, min(1, around / 9 - 0.15))
    let trust =
      contrast / (contrast + Self.doubt)
      * (1 - max(0, min(1, (doubt / (size + 100) - 0.55) / 0.3)))
    ink[i] = SIMD2(luma, trust)
    return share * trust + fallback * (1 - trust)
  }
}
