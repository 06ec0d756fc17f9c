import CGuides

/// A frame on the subject's cells: luma and, if it has colour, both chroma differences about zero.
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
  /// Samples across and down.
  private let chromaWidth: Int
  private let chromaHeight: Int
  private var row: [Float]

  /// The most cells in a row.
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

  /// Whether planes of this size hold this picture's chroma.
  func accepts(_ count: Int, bytesPerRow: Int) -> Bool {
    chromaWidth > 0 && chromaHeight > 0 && bytesPerRow >= chromaWidth
      && count >= bytesPerRow * (chromaHeight - 1) + chromaWidth
  }

  mutating func load(luma source: Span<UInt8>, bytesPerRow: Int) {
    hasChroma = false
    Self.reduce(source, bytesPerRow, by: factor, into: &luma, offset: 0)
  }

  /// Reads chroma planes of half the small luma's size, rounded down.
  mutating func load(cb cbSource: Span<UInt8>, cr crSource: Span<UInt8>, bytesPerRow: Int) {
    hasChroma = true
    if factor % 2 == 0 {
      Self.reduce(cbSource, bytesPerRow, by: factor / 2, into: &cb, offset: -128)
      Self.reduce(crSource, bytesPerRow, by: factor / 2, into: &cr, offset: -128)
    } else if factor == 1 {
      Self.double(cbSource, bytesPerRow, chromaWidth, chromaHeight, into: &cb, row: &row)
      Self.double(crSource, bytesPerRow, chromaWidth, chromaHeight, into: &cr, row: &row)
      cb.pad()
      cr.pad()
    } else {
      enlarge(cbSource, bytesPerRow, into: &cb)
      enlarge(crSource, bytesPerRow, into: &cr)
      cb.pad()
      cr.pad()
    }
  }

  /// Box means of `factor × factor` samples, with the padding.
  static func reduce(
    _ source: Span<UInt8>, _ bytesPerRow: Int, by factor: Int, into plane: inout CellPlane, offset: Float
  ) {
    guard plane.rows > 0, plane.columns > 0 else { return }
    precondition(bytesPerRow >= factor * plane.columns)
    precondition(source.count >= bytesPerRow * (factor * plane.rows - 1) + factor * plane.columns)
    let (columns, rows) = (Int32(plane.columns), Int32(plane.rows))
    // SAFETY: the preconditions keep all samples inside the source; the plane has its rows and columns.
    unsafe source.withUnsafeBufferPointer { bytes in
      unsafe cguides_cells(
        bytes.baseAddress, bytesPerRow, Int32(factor), offset, &plane.lanes, columns, rows)
    }
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
      // With one more sample at either end.
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

  /// Bilinear: a sample lies in the middle of its `2 / factor` cells.
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
