import PixelTypes

/// Rows of a canvas' MCUs, which are put together without a look at any other rows: after each row stands a restart
/// marker (ITU-T T.81, E.1.4).
///
/// Bands of one canvas can be composed at a time, each on a thread of its own; see ``CanvasSplicer``.
public final class CanvasBand: @unchecked Sendable {
  // SAFETY: one thread at a time composes a band. What bands share, sources and planes, is only read meanwhile.
  private var composer: BandComposer
  /// Of the canvas' rows of MCUs.
  public let rows: Range<Int>

  init(
    _ headers: JPEGHeaders, _ plan: CanvasPlan, rows: Range<Int>, sources: [SpliceSource],
    shown: PlanarPicture
  ) {
    self.rows = rows
    composer = BandComposer(headers, plan, rows: rows, sources: sources, shown: shown)
  }

  /// What the last picture's MCUs of these rows were made of.
  public var counts: SpliceCounts { composer.counts }

  func chromeWasDrawn(in rect: PixelRect) { composer.chromeWasDrawn(in: rect) }

  /// Writes the band's rows.
  ///
  /// - Parameters:
  ///   - canvas: as for ``CanvasSplicer/compose(_:touched:into:)``, `touched` likewise.
  ///   - output: receives the rows from `offset` on.
  /// - Returns: the offset behind the last.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  public func compose(
    _ canvas: PlanarPicture, touched: borrowing BlockMask, into output: inout MutableSpan<UInt8>,
    at offset: Int
  ) throws(JPEGError) -> Int {
    try composer.compose(canvas, touched: touched, into: &output, at: offset)
  }
}
