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
  // MCUs are 8 or 16 pixels wide and high.
  private let widthShift: Int
  private let heightShift: Int

  init(canvas: PixelSize, subsampling: ChromaSubsampling) {
    mcuWidth = subsampling.mcuWidth
    mcuHeight = subsampling.mcuHeight
    widthShift = mcuWidth.trailingZeroBitCount
    heightShift = mcuHeight.trailingZeroBitCount
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
    let start = (y >> heightShift) * columns
    for column in (x >> widthShift)...((end - 1) >> widthShift) { touched[start + column] = true }
  }
}
