import JPEGCodec
import PixelTypes

/// The blocks of a frame's pixels that masks hide; one object for all frames of a size.
package final class HiddenBlocks: Sendable {
  /// Of the frames, in pixels.
  package let size: PixelSize
  package let blocks: BlockMask
  /// The share of the frame that is hidden.
  package let share: Double

  package init(_ blocks: BlockMask, of size: PixelSize) {
    (self.size, self.blocks) = (size, blocks)
    share = Double(blocks.touchedCount) / Double(blocks.columns * blocks.rows)
  }
}
