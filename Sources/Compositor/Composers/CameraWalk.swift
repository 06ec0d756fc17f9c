import CaptureKit
import JPEGCodec
import PixelTypes

/// One camera's frames, walked on their way to the splicer. Two cameras can be walked in parallel.
package final class CameraWalk: SideTask, @unchecked Sendable {
  // SAFETY: used by one thread at a time, as SideTask requires.
  package let source: SpliceSource
  /// The current frame's outcome; `nil` if it isn't new.
  package private(set) var outcome: SpliceSource.Outcome?
  /// Whether the current picture carries over the camera's frame.
  package var isCarried = false
  /// Whether the frame was walked before, and other parts of it are hidden now.
  package private(set) var isSameAgain = false
  private var slot: FrameSlot?
  /// What masks hide of the last frame.
  private var hidden: HiddenBlocks?
  /// Bytes of a frame whose walk takes about half a millisecond; smaller ones aren't worth handing over.
  private static let worthHandingOver = 100_000

  package init(_ source: SpliceSource) { self.source = source }

  /// Continues with the frames of another's camera, which may be composed meanwhile.
  package func follow(_ other: CameraWalk) {
    source.follow(other.source)
    hidden = other.hidden
  }

  /// Takes a frame that needs a walk: a new one, or any until the source has one.
  package func take(_ input: CameraInput) {
    outcome = nil
    isSameAgain = false
    if let next = input.slot, next.hidden !== hidden {
      // Frames before a mask show what it hides: the same frame again, too.
      hidden = next.hidden
      isSameAgain = !input.isNew && source.hasPicture
      source.reset(.noFrame)
    }
    slot = input.isNew || !source.hasPicture ? input.slot : nil
    guard let slot, slot.format.pixelFormat != .mjpeg else { return }
    source.reset(.notJPEG)
    self.slot = nil
  }

  /// Walks this camera's frames before they reach the stage, as it would itself.
  package var ahead: (any FramePreparation)? {
    PixelSize(width: source.rect.width, height: source.rect.height).map {
      WalkAhead(size: $0, detail: source.detail)
    }
  }

  /// Whether the walk takes longer than handing it to another thread.
  package var isLong: Bool { slot.map { $0.byteCount >= Self.worthHandingOver } ?? false }

  package func run() {
    outcome = slot.map { slot in
      slot.withBytes { bytes in source.read(bytes, walked: slot.prepared as? WalkedFrame) }
    }
    slot = nil
    // A camera that returns with another size is scaled, as the pixel composer does.
    if case .unusable(.otherSize(let size)) = outcome { source.reset(.otherSize(size)) }
  }
}

/// Walks frames on their source's thread, for a ``CameraWalk``.
private final class WalkAhead: FramePreparation {
  private let size: PixelSize
  private let detail: WalkedScan.Detail

  init(size: PixelSize, detail: WalkedScan.Detail) { (self.size, self.detail) = (size, detail) }

  func prepare(_ slot: FrameSlot) {
    guard slot.format.pixelFormat == .mjpeg else {
      slot.prepared = nil
      return
    }
    let walked = slot.prepared as? WalkedFrame ?? WalkedFrame()
    slot.prepared = walked
    slot.withBytes { walked.walk($0, of: size, detail: detail) }
  }
}
