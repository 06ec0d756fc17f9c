import PixelTypes

/// A frame walked before a ``SpliceSource`` asks for it, on another thread.
package final class WalkedFrame: @unchecked Sendable {
  // SAFETY: used by one thread at a time, the one that holds the frame.
  private var scan = WalkedScan()
  private var result: Result<WalkReport?, JPEGError>?
  private var size: PixelSize?
  private var detail = WalkedScan.Detail.dc

  package init() {}

  /// Walks a frame, a JPEG.
  ///
  /// - Parameters:
  ///   - jpeg: the frame from its first byte.
  ///   - size: the size it must have, in pixels.
  ///   - detail: what else to record.
  package func walk(_ jpeg: Span<UInt8>, of size: PixelSize, detail: WalkedScan.Detail) {
    (self.size, self.detail) = (size, detail)
    do { result = .success(try scan.read(jpeg, of: size, detail: detail)) } catch { result = .failure(error) }
  }

  /// Hands over the walk, once, if it was made for this size and detail.
  ///
  /// - Parameter other: receives the scan; its memory is used for the next frame.
  func take(
    size: PixelSize, detail: WalkedScan.Detail, into other: inout WalkedScan
  ) -> Result<WalkReport?, JPEGError>? {
    guard let result, self.size == size, self.detail == detail else { return nil }
    self.result = nil
    swap(&scan, &other)
    return result
  }
}
