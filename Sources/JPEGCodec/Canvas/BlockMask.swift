import PixelTypes

/// Which blocks of 8×8 luma pixels of a canvas have been drawn on ("touched").
public struct BlockMask: Sendable, Equatable {
  /// Blocks in a row; those at the right and the bottom may extend beyond the canvas.
  public let columns: Int
  /// Rows of blocks.
  public let rows: Int
  private var touched: [Bool]

  /// Makes a mask with no block touched.
  public init(canvas: PixelSize) {
    columns = (canvas.width + 7) / 8
    rows = (canvas.height + 7) / 8
    touched = Array(repeating: false, count: columns * rows)
  }

  /// Appends the mask as a portable bitmap (netpbm's `P4`), one pixel per block.
  public func appendBitmap(to bytes: inout [UInt8]) {
    func append(_ number: Int) {
      var divisor = 10_000
      while divisor > 1, number < divisor { divisor /= 10 }
      while divisor > 0 {
        bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
        divisor /= 10
      }
    }
    bytes.append(UInt8(ascii: "P"))
    bytes.append(UInt8(ascii: "4"))
    bytes.append(UInt8(ascii: "\n"))
    append(columns)
    bytes.append(UInt8(ascii: " "))
    append(rows)
    bytes.append(UInt8(ascii: "\n"))
    for row in 0..<rows {
      for first in stride(from: 0, to: columns, by: 8) {
        var byte: UInt8 = 0
        for column in first..<min(first + 8, columns) where touched[row * columns + column] {
          byte |= 0x80 >> UInt8(column - first)
        }
        bytes.append(byte)
      }
    }
  }

  /// Reads what ``appendBitmap(to:)`` wrote for a canvas of this size; `nil` for anything else.
  public init?(canvas: PixelSize, bitmap: [UInt8]) {
    self.init(canvas: canvas)
    var header: [UInt8] = []
    self.appendBitmap(to: &header)
    let bytesPerRow = (columns + 7) / 8
    let start = header.count - bytesPerRow * rows
    guard bitmap.count == header.count, bitmap[..<start] == header[..<start] else { return nil }
    for row in 0..<rows {
      for column in 0..<columns {
        touched[row * columns + column] =
          bitmap[start + row * bytesPerRow + column / 8] & 0x80 >> UInt8(column % 8) != 0
      }
    }
  }

  /// Marks all blocks as untouched.
  public mutating func clear() {
    var span = touched.mutableSpan
    for index in span.indices { span[index] = false }
  }

  /// Marks the blocks that lie entirely in a rectangle of the canvas as untouched.
  public mutating func clear(inside rect: PixelRect) {
    let left = max(0, (rect.x + 7) / 8)
    let right = min(columns, rect.maxX / 8)
    let top = max(0, (rect.y + 7) / 8)
    let bottom = min(rows, rect.maxY / 8)
    guard left < right, top < bottom else { return }
    for row in top..<bottom {
      for column in left..<right { touched[row * columns + column] = false }
    }
  }

  /// Marks the blocks that a rectangle reaches into, as far as it lies on the canvas.
  package mutating func mark(_ rect: PixelRect) {
    let (left, right) = (max(rect.x, 0) >> 3, min((rect.maxX + 7) >> 3, columns))
    let (top, bottom) = (max(rect.y, 0) >> 3, min((rect.maxY + 7) >> 3, rows))
    guard left < right, top < bottom, !rect.isEmpty else { return }
    for row in top..<bottom {
      for column in left..<right { touched[row * columns + column] = true }
    }
  }

  /// Marks the blocks of pixels `x ..< end` in row `y`, all inside the canvas and at least one.
  ///
  /// - Parameters:
  ///   - y: the row of pixels.
  ///   - x: the first column of pixels.
  ///   - end: the column after the last.
  /// - Returns: whether any of these blocks was untouched before.
  @discardableResult @inline(__always)
  public mutating func mark(y: Int, from x: Int, to end: Int) -> Bool {
    let start = (y >> 3) * columns
    var isNew = false
    for column in (x >> 3)...((end - 1) >> 3) where !touched[start + column] {
      touched[start + column] = true
      isNew = true
    }
    return isNew
  }

  /// The first column, from `column` to before `end`, with a touched block in `down` rows from `row` on; `end` if there
  /// is none.
  func nextTouched(row: Int, down: Int, from column: Int, to end: Int) -> Int {
    var next = min(end, columns)
    guard column < next else { return end }
    // SAFETY: any bytes make a number; the load checks its bounds.
    let marks = unsafe touched.span.bytes
    for y in row..<min(rows, row + down) {
      let start = y * columns
      var x = column
      while x &+ 8 <= next, unsafe marks.unsafeLoadUnaligned(fromByteOffset: start &+ x, as: UInt64.self) == 0
      {
        x &+= 8
      }
      while x < next, !touched[start &+ x] { x &+= 1 }
      next = x
    }
    return next == columns ? end : next
  }

  /// Whether a block is touched; it must be one of the mask's.
  public func isTouched(column: Int, row: Int) -> Bool { touched[row * columns + column] }

  /// The number of touched blocks.
  public var touchedCount: Int { touched.count { $0 } }

  /// Whether any of `across` × `down` blocks from a column and row on is touched; blocks outside the mask are not.
  @inline(__always)
  public func isTouched(column: Int, row: Int, across: Int, down: Int) -> Bool {
    for y in row..<min(rows, row + down) {
      for x in column..<min(columns, column + across) where touched[y * columns + x] { return true }
    }
    return false
  }
}
