import PixelTypes

/// Which tiles of a canvas have to be drawn anew, or have been.
///
/// Tiles are 64 × 32 pixels, whole MCUs of every subsampling; those at the right and bottom edges may be cut.
public struct TileMap: Sendable {
  public static let width = 64
  public static let height = 32

  public let canvas: PixelSize
  public let columns: Int
  public let rows: Int
  private var isMarked: [Bool]

  public init(canvas: PixelSize) {
    self.canvas = canvas
    columns = (canvas.width + Self.width - 1) / Self.width
    rows = (canvas.height + Self.height - 1) / Self.height
    isMarked = Array(repeating: false, count: columns * rows)
  }

  public subscript(column: Int, row: Int) -> Bool { isMarked[row * columns + column] }

  public var count: Int {
    var count = 0
    for mark in isMarked where mark { count += 1 }
    return count
  }

  public mutating func clear() {
    for i in isMarked.indices { isMarked[i] = false }
  }

  public mutating func markAll() {
    for i in isMarked.indices { isMarked[i] = true }
  }

  /// Marks all tiles that a rectangle of the canvas meets.
  public mutating func mark(_ rect: PixelRect) {
    let x0 = max(rect.x, 0) / Self.width
    let y0 = max(rect.y, 0) / Self.height
    let x1 = min((rect.maxX + Self.width - 1) / Self.width, columns)
    let y1 = min((rect.maxY + Self.height - 1) / Self.height, rows)
    guard !rect.isEmpty, x0 < x1 else { return }
    for row in y0..<max(y0, y1) {
      for column in x0..<x1 { isMarked[row * columns + column] = true }
    }
  }

  /// The next run of marked tiles in a row from `column` on, as pixels of the canvas, and the column after it.
  func run(row: Int, from column: Int) -> (rect: PixelRect, next: Int)? {
    var first = column
    while first < columns, !self[first, row] { first += 1 }
    guard first < columns else { return nil }
    var end = first
    while end < columns, self[end, row] { end += 1 }
    let rect = PixelRect(
      x: first * Self.width, y: row * Self.height, width: (end - first) * Self.width, height: Self.height)
    return (
      rect.intersection(PixelRect(x: 0, y: 0, width: canvas.width, height: canvas.height)), end
    )
  }
}
