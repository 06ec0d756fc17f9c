/// A frame on the subject's cells: luma and, where there is colour, both chroma differences about zero.
struct CellPicture: Sendable {
  /// Cells are squares of `factor` pixels of the small luma.
  let factor: Int
  let columns: Int
  let rows: Int
  private(set) var luma: CellPlane
  private(set) var cb: CellPlane
  private(set) var cr: CellPlane
  /// Whether the frame came with chroma.
  private(set) var hasChroma = false
  /// Across and down.
  private let chromaWidth: Int
  private let chromaHeight: Int
  private var row: [Float]

  /// The most cells across.
  static let mostColumns = 240

  init(width: Int, height: Int) {
    factor = max(1, (width + Self.mostColumns - 1) / Self.mostColumns)
    columns = width / factor
    rows = height / factor
    chromaWidth = width / 2
    chromaHeight = height / 2
    row = Array(repeating: 0, count: columns + 16)
    luma = CellPlane(columns: columns, rows: rows)
    cb = luma
    cr = luma
  }

  /// Whether spans of these sizes hold the chroma of a picture of this size.
  func accepts(_ count: Int, bytesPerRow: Int) -> Bool {
    chromaWidth > 0 && chromaHeight > 0 && bytesPerRow >= chromaWidth
      && count >= bytesPerRow * (chromaHeight - 1) + chromaWidth
  }

  mutating func load(luma source: Span<UInt8>, bytesPerRow: Int) {
    hasChroma = false
    Self.reduce(source, bytesPerRow, by: factor, into: &luma, offset: 0)
    luma.pad()
  }

  /// Takes chroma planes of half the small luma's size, rounded down.
  mutating func load(cb cbSource: Span<UInt8>, cr crSource: Span<UInt8>, bytesPerRow: Int) {
    hasChroma = true
    if factor % 2 == 0 {
      Self.reduce(cbSource, bytesPerRow, by: factor / 2, into: &cb, offset: -128)
      Self.reduce(crSource, bytesPerRow, by: factor / 2, into: &cr, offset: -128)
    } else if factor == 1 {
      Self.double(cbSource, bytesPerRow, chromaWidth, chromaHeight, into: &cb, row: &row)
      Self.double(crSource, bytesPerRow, chromaWidth, chromaHeight, into: &cr, row: &row)
    } else {
      enlarge(cbSource, bytesPerRow, into: &cb)
      enlarge(crSource, bytesPerRow, into: &cr)
    }
    cb.pad()
    cr.pad()
  }

  /// Box means of `factor × factor` samples.
  static func reduce(
    _ source: Span<UInt8>, _ bytesPerRow: Int, by factor: Int, into plane: inout CellPlane, offset: Float
  ) {
    let scale = 1 / Float(factor * factor)
    for y in 0..<plane.rows {
      for j in 0..<(plane.columns + 7) / 8 {
        var sums = SIMD8<UInt16>()
        let width = min(8, plane.columns &- 8 &* j)
        if factor <= 2, width == 8 {
          let p = y &* factor &* bytesPerRow &+ 8 &* j &* factor
          sums = factor == 1 ? Self.eight(source, p, 1) : Self.pairs(source, p, p &+ bytesPerRow)
        } else {
          for k in 0..<width { sums[k] = Self.box(source, bytesPerRow, factor, 8 &* j &+ k, y) }
        }
        plane.lanes[y &* plane.vectors &+ 1 &+ j] = Lanes(sums) * scale + offset
      }
    }
  }

  /// Every `step`th of the samples from `p` on.
  @inline(__always)
  private static func eight(_ source: Span<UInt8>, _ p: Int, _ step: Int) -> SIMD8<UInt16> {
    let bytes = SIMD8<UInt8>(
      source[p], source[p &+ step], source[p &+ 2 &* step], source[p &+ 3 &* step], source[p &+ 4 &* step],
      source[p &+ 5 &* step], source[p &+ 6 &* step], source[p &+ 7 &* step])
    return SIMD8<UInt16>(truncatingIfNeeded: bytes)
  }

  /// Sums of two by two.
  @inline(__always)
  private static func pairs(_ source: Span<UInt8>, _ p: Int, _ q: Int) -> SIMD8<UInt16> {
    let upper = eight(source, p, 2) &+ eight(source, p &+ 1, 2)
    return upper &+ eight(source, q, 2) &+ eight(source, q &+ 1, 2)
  }

  private static func box(
    _ source: Span<UInt8>, _ bytesPerRow: Int, _ factor: Int, _ x: Int, _ y: Int
  ) -> UInt16 {
    var sum: Int32 = 0
    for line in y &* factor..<(y &+ 1) &* factor {
      let p = line &* bytesPerRow &+ x &* factor
      for i in 0..<factor { sum &+= Int32(source[p &+ i]) }
    }
    return UInt16(truncatingIfNeeded: min(65_535, sum))
  }

  /// Bilinear, two cells to a sample: three quarters of the nearer one, a quarter of the next.
  private static func double(
    _ source: Span<UInt8>, _ bytesPerRow: Int, _ width: Int, _ height: Int, into plane: inout CellPlane,
    row: inout [Float]
  ) {
    for y in 0..<plane.rows {
      let near = min(height - 1, y / 2)
      let next = max(0, min(height - 1, y & 1 == 0 ? near - 1 : near + 1))
      let (a, b) = (near &* bytesPerRow, next &* bytesPerRow)
      // With a sample more at both ends.
      for x in 0..<width {
        row[x &+ 1] = Float(Int32(source[a &+ x]) &* 3 &+ Int32(source[b &+ x])) * 0.25 - 128
      }
      row[0] = row[1]
      for x in width + 1..<row.count { row[x] = row[width] }
      let to = y &* plane.vectors &+ 1
      for j in 0..<plane.vectors - 2 {
        let k = 4 &* j
        let before = SIMD4(row[k], row[k &+ 1], row[k &+ 2], row[k &+ 3])
        let here = SIMD4(row[k &+ 1], row[k &+ 2], row[k &+ 3], row[k &+ 4])
        let after = SIMD4(row[k &+ 2], row[k &+ 3], row[k &+ 4], row[k &+ 5])
        let even = before * 0.25 + here * 0.75
        let odd = here * 0.75 + after * 0.25
        plane.lanes[to &+ j] = Lanes(
          even[0], odd[0], even[1], odd[1], even[2], odd[2], even[3], odd[3])
      }
    }
  }

  /// Bilinear: a sample lies amid its `2 / factor` cells.
  private func enlarge(_ source: Span<UInt8>, _ bytesPerRow: Int, into plane: inout CellPlane) {
    let step = Float(factor) / 2
    for y in 0..<rows {
      let v = max(0, min(Float(chromaHeight - 1), (Float(y) + 0.5) * step - 0.5))
      let top = Int(v)
      let upper = top &* bytesPerRow
      let lower = min(chromaHeight - 1, top + 1) &* bytesPerRow
      let down = v - Float(top)
      for x in 0..<columns {
        let u = max(0, min(Float(chromaWidth - 1), (Float(x) + 0.5) * step - 0.5))
        let left = Int(u)
        let right = min(chromaWidth - 1, left + 1)
        let across = u - Float(left)
        let above =
          Float(source[upper &+ left]) * (1 - across) + Float(source[upper &+ right]) * across
        let below =
          Float(source[lower &+ left]) * (1 - across) + Float(source[lower &+ right]) * across
        plane[x, y] = above + (below - above) * down - 128
      }
    }
  }
}
