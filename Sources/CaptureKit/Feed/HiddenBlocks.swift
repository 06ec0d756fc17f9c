import JPEGCodec
import PixelTypes

/// The blocks of a frame's pixels that masks hide; one object for all frames of a size.
package final class HiddenBlocks: Sendable {
  /// Of the frames, in pixels.
  package let size: PixelSize
  package let blocks: BlockMask
  /// The share of the frame that is hidden.
  package let share: Double
  /// Whether faces or people are among it.
  package let isRedacted: Bool

  package init(_ blocks: BlockMask, of size: PixelSize, isRedacted: Bool = false) {
    (self.size, self.blocks, self.isRedacted) = (size, blocks, isRedacted)
    share = Double(blocks.touchedCount) / Double(blocks.columns * blocks.rows)
  }
}
