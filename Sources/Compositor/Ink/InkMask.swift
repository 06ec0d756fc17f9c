import JPEGCodec
import PixelTypes

/// The canvas's MCUs touched by ink in this frame.
///
/// It proves the viewfinder's rule: everywhere else the picture is the camera's own.
package struct InkMask: Sendable {
  /// Width of an MCU in canvas pixels: 8 or 16.
  package let mcuWidth: Int
  /// Height of an MCU in canvas pixels: 8 or 16.
  package let mcuHeight: Int
  /// MCUs per row of the canvas, a partial last one included.
  package let columns: Int
  /// Rows of MCUs on the canvas, a partial last one included.
  package let rows: Int
  /// In blocks of 8×8 pixels, so finer than MCUs.
  package private(set) var blocks: BlockMask

  package init(canvas: PixelSize, subsampling: ChromaSubsampling) {
    mcuWidth = subsampling.mcuWidth
    mcuHeight = subsampling.mcuHeight
    columns = (canvas.width + mcuWidth - 1) / mcuWidth
    rows = (canvas.height + mcuHeight - 1) / mcuHeight
    blocks = BlockMask(canvas: canvas)
  }

  /// Whether ink lies in the MCU at a column and row, counted from the top left.
  package func isTouched(column: Int, row: Int) -> Bool {
    blocks.isTouched(
      column: column * mcuWidth / 8, row: row * mcuHeight / 8, across: mcuWidth / 8, down: mcuHeight / 8)
  }

  package mutating func clear() { blocks.clear() }

  /// Forgets blocks entirely inside a rectangle that is drawn over.
  package mutating func clear(inside rect: PixelRect) { blocks.clear(inside: rect) }

  /// Marks pixels `x ..< end` of row `y`; returns whether one of their blocks was untouched before.
  package mutating func mark(y: Int, from x: Int, to end: Int) -> Bool {
    blocks.mark(y: y, from: x, to: end)
  }
}
