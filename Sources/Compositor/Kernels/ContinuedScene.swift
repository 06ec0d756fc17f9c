import PixelTypes

/// A viewfinder's picture continued beyond its edges: one sharp reflection that melts, within a quarter of the canvas,
/// into a blurred copy that fills the canvas; all dimmed so that the viewfinders stand out.
package struct ContinuedScene {
  /// Of the canvas's size and subsampling.
  package let picture: PlanarPicture
  private let rect: PixelRect
  private let planes: [Continuation]
  /// How much of each code remains: luma about 0, chroma about 128.
  fileprivate static let kept: Int32 = 205
  /// Blur of the copy, in points.
  private static let blur = 24.0

  /// - Parameters:
  ///   - rect: the viewfinder on the canvas.
  ///   - canvas: whose size and subsampling the picture gets.
  ///   - scale: pixels per point.
  package init(_ rect: PixelRect, canvas: PlanarPicture, scale: Double) {
    self.rect = rect
    picture = PlanarPicture(size: canvas.size, subsampling: canvas.subsampling)
    let chroma = rect.inChroma(canvas.subsampling)
    // The copy is so much larger than the viewfinder that it fills the canvas.
    let growth = max(
      Double(canvas.size.width) / Double(max(rect.width, 1)),
      Double(canvas.size.height) / Double(max(rect.height, 1)))
    let blur = Self.blur * scale / growth
    planes = [
      Continuation(rect, picture.luma, blur: (blur, blur)),
      Continuation(
        chroma, picture.cb,
        blur: (
          blur / Double(canvas.subsampling.horizontal), blur / Double(canvas.subsampling.vertical)
        )),
    ]
  }

  /// Takes the viewfinder's picture from the canvas.
  package func take(_ canvas: PlanarPicture) {
    planes[0].fill(picture.luma, from: canvas.luma, zero: 0)
    planes[1].fill(picture.cb, from: canvas.cb, zero: 128)
    planes[1].fill(picture.cr, from: canvas.cr, zero: 128)
  }

  /// A place along an axis of `count` samples, mirrored into it: … 1, 0 | 0, 1, 2 … | … 2, 1, 0 | 0, 1 ….
  static func mirrored(_ place: Int, _ count: Int) -> Int {
    let turn = ((place % (2 * count)) + 2 * count) % (2 * count)
    return turn < count ? turn : 2 * count - 1 - turn
  }
}

/// Continues one plane. It holds memory and isn't thread-safe.
private final class Continuation {
  /// What one row or column of the plane reads.
  private struct Place {
    /// The viewfinder's row or column, itself or reflected.
    var sharp: Int32
    /// The cell of the blurred copy before it, and how far the next one mixes in, 0...64.
    var cell: Int32
    var fraction: Int32
    /// How much of the reflection is left, 0...64: all at the viewfinder's edge.
    var share: Int32
  }

  private let rect: PixelRect
  private let columns: [Place]
  private let rows: [Place]
  private let cells: PixelPlane
  private let scratch: PixelPlane
  private let radius: (across: Int, down: Int)
  private var reducer: BoxReducer
  private var line: [Int32]

  /// - Parameters:
  ///   - rect: the viewfinder in the plane's samples.
  ///   - plane: the one to fill; one of its size is read.
  ///   - blur: standard deviation, in the viewfinder's samples.
  init(_ rect: PixelRect, _ plane: PixelPlane, blur: (across: Double, down: Double)) {
    self.rect = rect
    // At least three cells each way, of at most the blur's deviation.
    func cell(_ side: Int, _ blur: Double) -> Int { max(1, min(Int(blur), side / 3, 64)) }
    let (width, height) = (cell(rect.width, blur.across), cell(rect.height, blur.down))
    reducer = BoxReducer(horizontal: width, vertical: height, width: rect.width)
    let count = (columns: max(rect.width / width, 1), rows: max(rect.height / height, 1))
    cells = PixelPlane(width: count.columns, height: count.rows)
    scratch = PixelPlane(width: count.columns, height: count.rows)
    // Three boxes of r to each side have the variance r(r + 1).
    func radius(_ deviation: Double) -> Int {
      max(1, Int(((1 + 4 * deviation * deviation).squareRoot() - 1) / 2 + 0.99))
    }
    self.radius = (radius(blur.across / Double(width)), radius(blur.down / Double(height)))
    line = Array(repeating: 0, count: max(count.columns, count.rows))
    let growth = max(
      Double(plane.width) / Double(max(rect.width, 1)), Double(plane.height) / Double(max(rect.height, 1)))
    columns = Self.places(rect.x, rect.width, of: plane.width, count.columns, growth)
    rows = Self.places(rect.y, rect.height, of: plane.height, count.rows, growth)
  }

  private static func places(
    _ start: Int, _ side: Int, of length: Int, _ count: Int, _ growth: Double
  ) -> [Place] {
    guard side > 0 else { return [] }
    let reach = Double(max(min(length / 4, side), 1))
    return (0..<length).map { i in
      let outside = max(start - i, i - (start + side - 1), 0)
      let left = max(0, 1 - Double(outside) / reach)
      let at = ((Double(i) + 0.5 - Double(length) / 2) / (Double(side) * growth) + 0.5) * Double(count) - 0.5
      let held = min(max(at, 0), Double(count - 1))
      let cell = min(Int(held), max(count - 2, 0))
      return Place(
        sharp: Int32(start + ContinuedScene.mirrored(i - start, side)), cell: Int32(cell),
        fraction: count > 1 ? Int32((held - Double(cell)) * 64 + 0.5) : 0,
        share: Int32(left * left * (3 - 2 * left) * 64 + 0.5))
    }
  }

  /// Fills a plane from the viewfinder in another of its size.
  func fill(_ target: PixelPlane, from source: PixelPlane, zero: Int32) {
    guard !rect.isEmpty else { return }
    reducer.reduce(source, rect, into: cells)
    for _ in 0..<3 {
      smooth(cells, into: scratch, radius.across, isAcross: true)
      smooth(scratch, into: cells, radius.down, isAcross: false)
    }
    let next = cells.width > 1 ? 1 : 0
    let below = cells.height > 1 ? cells.bytesPerRow : 0
    for y in 0..<target.height {
      let place = rows[y]
      // SAFETY: places are clamped into the viewfinder, which lies in the source, and into the cells; both planes have
      // one size, and there is a place for each column.
      let (sharp, to) = unsafe (
        source.base + Int(place.sharp) * source.bytesPerRow, target.base + y * target.bytesPerRow
      )
      let upper = unsafe cells.base + Int(place.cell) * cells.bytesPerRow
      let lower = unsafe upper + below
      let isBeside = y >= rect.y && y < rect.maxY
      unsafe columns.withUnsafeBufferPointer { columns in
        for x in 0..<target.width {
          let column = unsafe columns[x]
          let share = isBeside ? column.share : (column.share &* place.share) >> 6
          var code = unsafe Int32(sharp[Int(column.sharp)])
          if share < 64 {
            let (i, f) = (Int(column.cell), column.fraction)
            let above = unsafe Int32(upper[i]) &* (64 &- f) &+ Int32(upper[i &+ next]) &* f
            let under = unsafe Int32(lower[i]) &* (64 &- f) &+ Int32(lower[i &+ next]) &* f
            let soft = (above &* (64 &- place.fraction) &+ under &* place.fraction) >> 6
            code = (code &* share &* 64 &+ soft &* (64 &- share)) >> 12
          }
          unsafe to[x] = UInt8(truncatingIfNeeded: zero &+ ((code &- zero) &* ContinuedScene.kept) >> 8)
        }
      }
    }
  }

  /// Means over `radius` samples to each side along rows or columns; the outermost samples go on beyond the edges.
  private func smooth(_ from: PixelPlane, into to: PixelPlane, _ radius: Int, isAcross: Bool) {
    let (count, lines) = isAcross ? (from.width, from.height) : (from.height, from.width)
    let (step, pitch) = isAcross ? (1, from.bytesPerRow) : (from.bytesPerRow, 1)
    let (toStep, toPitch) = isAcross ? (1, to.bytesPerRow) : (to.bytesPerRow, 1)
    let whole = Int32(2 * radius + 1)
    for k in 0..<lines {
      // SAFETY: both planes have one size; indices are clamped to it.
      let (source, target) = unsafe (from.base + k * pitch, to.base + k * toPitch)
      func sample(_ i: Int) -> Int32 { unsafe Int32(source[min(max(i, 0), count - 1) * step]) }
      var sum = (-radius...radius).reduce(Int32(0)) { $0 + sample($1) }
      for i in 0..<count {
        unsafe target[i * toStep] = UInt8(truncatingIfNeeded: (sum + whole / 2) / whole)
        sum += sample(i + radius + 1) - sample(i - radius)
      }
    }
  }
}
