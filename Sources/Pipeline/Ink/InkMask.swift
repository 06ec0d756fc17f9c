import PixelTypes

/// Which MCUs of the canvas ink has touched in this frame.
///
/// It is the proof of the viewfinder's rule: everywhere else the picture is the camera's own.
public struct InkMask: Sendable {
  public let mcuWidth: Int
  public let mcuHeight: Int
  public let columns: Int
  public let rows: Int
  private var touched: [Bool]

  init(canvas: PixelSize, subsampling: ChromaSubsampling) {
    mcuWidth = subsampling.mcuWidth
    mcuHeight = subsampling.mcuHeight
    columns = (canvas.width + mcuWidth - 1) / mcuWidth
    rows = (canvas.height + mcuHeight - 1) / mcuHeight
    touched = Array(repeating: false, count: columns * rows)
  }

  /// Whether ink lies in the MCU at a column and row.
  public func isTouched(column: Int, row: Int) -> Bool { touched[row * columns + column] }

  mutating func clear() {
    for index in touched.indices { touched[index] = false }
  }

  /// Marks pixels `x ..< end` of row `y`.
  mutating func mark(y: Int, from x: Int, to end: Int) {
    let start = y / mcuHeight * columns
    for column in (x / mcuWidth)...((end - 1) / mcuWidth) { touched[start + column] = true }
  }
}
