import PixelTypes

/// Marks the tiles of a canvas that must be redrawn, or were.
///
/// Tiles are 64 × 32 pixels, whole MCUs of every subsampling; the canvas's right and bottom edges may cut them.
public struct TileMap: Sendable {
  /// Width of a tile in luma pixels.
  public static let width = 64
  /// Height of a tile in luma pixels.
  public static let height = 32

  /// Size of the canvas in pixels.
  public let canvas: PixelSize
  /// Tiles per row, including a cut one.
  public let columns: Int
  /// Rows of tiles, including a cut one.
  public let rows: Int
  private var isMarked: [Bool]

  /// A map with no tile marked.
  public init(canvas: PixelSize) {
    self.canvas = canvas
    columns = (canvas.width + Self.width - 1) / Self.width
    rows = (canvas.height + Self.height - 1) / Self.height
    isMarked = Array(repeating: false, count: columns * rows)
  }

  /// Whether a tile is marked; column and row must lie in the map.
  public subscript(column: Int, row: Int) -> Bool { isMarked[row * columns + column] }

  /// Number of marked tiles.
  public var count: Int { isMarked.count { $0 } }

  /// Unmarks all tiles.
  public mutating func clear() {
    for i in isMarked.indices { isMarked[i] = false }
  }

  /// Marks all tiles.
  public mutating func markAll() {
    for i in isMarked.indices { isMarked[i] = true }
  }

  /// Marks all tiles that a rectangle in canvas pixels overlaps; parts outside the canvas are ignored.
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

  /// Marks the tiles that another map of the canvas has marked.
  package mutating func formUnion(_ other: TileMap) {
    for i in isMarked.indices where other.isMarked[i] { isMarked[i] = true }
  }

  /// The next run of marked tiles in a row, from `column` on, in canvas pixels, and the column after it.
  package func run(row: Int, from column: Int) -> (rect: PixelRect, next: Int)? {
    var first = column
    while first < columns, !self[first, row] { first += 1 }
    guard first < columns else { return nil }
    var end = first
    while end < columns, self[end, row] { end += 1 }
    let rect = PixelRect(
      x: first * Self.width, y: row * Self.height, width: (end - first) * Self.width, height: Self.height)
    return (rect.intersection(canvas.bounds), end)
  }
}
