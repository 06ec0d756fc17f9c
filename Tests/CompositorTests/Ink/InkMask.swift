import JPEGCodec
import PixelTypes

/// The canvas's MCUs touched by ink in a picture.
///
/// It proves the viewfinder's rule: everywhere else the picture is the camera's own.
struct InkMask {
  /// In blocks of 8×8 pixels, so finer than MCUs.
  let blocks: BlockMask
  let mcuWidth: Int
  let mcuHeight: Int
  /// MCUs per row of the canvas, a partial last one included.
  let columns: Int
  /// Rows of MCUs on the canvas, a partial last one included.
  let rows: Int

  init(_ blocks: BlockMask, on canvas: PlanarPicture) {
    self.blocks = blocks
    mcuWidth = canvas.subsampling.mcuWidth
    mcuHeight = canvas.subsampling.mcuHeight
    columns = (canvas.size.width + mcuWidth - 1) / mcuWidth
    rows = (canvas.size.height + mcuHeight - 1) / mcuHeight
  }

  /// Whether ink lies in the MCU at a column and row, counted from the top left.
  func isTouched(column: Int, row: Int) -> Bool {
    blocks.isTouched(
      column: column * mcuWidth / 8, row: row * mcuHeight / 8, across: mcuWidth / 8, down: mcuHeight / 8)
  }
}
