import CaptureKit
import JPEGCodec
import PixelTypes

/// Copies of what a camera showed, for when its newest frame can't be shown or its memory must be returned.
package struct LastFrames {
  private let rect: PixelRect
  private let subsampling: ChromaSubsampling
  private let policy: DamagePolicy
  /// A copy of the last frame drawn whole.
  private var good: FrameSlot?
  private var hasGood = false
  /// A copy of the last frame drawn in part.
  private var damaged: FrameSlot?
  /// Whether the damaged frame is newer than the good one.
  private var isDamagedNewest = false
  /// The viewfinder's last picture without ink.
  private var frozen: PlanarPicture?
  private var isFrozenCurrent = false

  package init(rect: PixelRect, subsampling: ChromaSubsampling, policy: DamagePolicy) {
    self.rect = rect
    self.subsampling = subsampling
    self.policy = policy
  }

  /// The last frame drawn whole; its rows replace lost ones.
  package var standIn: FrameSlot? { hasGood ? good : nil }

  /// Keeps a frame that was drawn whole.
  package mutating func keep(good slot: FrameSlot) {
    isFrozenCurrent = false
    // Raw frames need a copy only if partial ones must not be shown.
    guard slot.format.pixelFormat == .mjpeg || policy == .drop else { return }
    Self.copy(slot, to: &good)
    hasGood = true
    isDamagedNewest = false
  }

  /// Keeps a frame that was drawn in part.
  package mutating func keep(damaged slot: FrameSlot) {
    isFrozenCurrent = false
    guard slot.format.pixelFormat == .mjpeg else { return }
    Self.copy(slot, to: &damaged)
    isDamagedNewest = true
  }

  /// Forgets the frames drawn by pixels: the splicer carried over a newer one, which it keeps itself.
  package mutating func forgetDrawn() {
    hasGood = false
    isDamagedNewest = false
  }

  /// Keeps what the viewfinder shows, unless it is already kept.
  package mutating func freeze(_ canvas: PlanarPicture) {
    guard !isFrozenCurrent, let size = PixelSize(width: rect.width, height: rect.height) else { return }
    let picture = frozen ?? PlanarPicture(size: size, subsampling: subsampling)
    PlaneFill.copy(canvas, rect, to: picture, picture.bounds)
    frozen = picture
    isFrozenCurrent = true
  }

  /// Draws the newest frame that can be drawn, at least in part.
  package func drawNewest(with painter: inout ViewfinderPainter, into canvas: PlanarPicture) {
    if isDamagedNewest, let damaged {
      _ = painter.draw(damaged, standIn: standIn, into: canvas)
    } else if let standIn {
      _ = painter.draw(standIn, into: canvas)
    } else {
      drawFrozen(with: painter, into: canvas)
    }
  }

  /// Draws the frozen picture, or dark grey without one.
  package func drawFrozen(with painter: borrowing ViewfinderPainter, into canvas: PlanarPicture) {
    guard let frozen else { return painter.drawEmpty(into: canvas) }
    PlaneFill.copy(frozen, frozen.bounds, to: canvas, rect)
  }

  private static func copy(_ slot: FrameSlot, to kept: inout FrameSlot?) {
    if kept == nil || slot.byteCount > kept?.capacity ?? 0 {
      kept = FrameSlot(capacity: max(slot.capacity, slot.byteCount), format: slot.format)
    }
    guard let kept else { return }
    kept.copy(slot)
  }
}
