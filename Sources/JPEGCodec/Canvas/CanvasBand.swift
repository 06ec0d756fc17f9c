import PixelTypes

/// Rows of a canvas' MCUs, composed independently of all other rows: a restart marker follows each row (ITU-T T.81,
/// E.1.4).
///
/// Bands of one canvas can be composed concurrently, each on its own thread; see ``CanvasSplicer``.
public final class CanvasBand: @unchecked Sendable {
  // SAFETY: one thread at a time composes a band. Bands only read the sources and planes they share.
  private var composer: BandComposer
  /// The band's rows among the canvas' rows of MCUs.
  public let rows: Range<Int>

  init(
    _ headers: JPEGHeaders, _ plan: CanvasPlan, rows: Range<Int>, viewfinders: [PixelRect],
    shown: PlanarPicture
  ) {
    self.rows = rows
    composer = BandComposer(headers, plan, rows: rows, viewfinders: viewfinders, shown: shown)
  }

  /// Where these rows' MCUs in the last picture came from.
  public var counts: SpliceCounts { composer.counts }

  func chromeWasDrawn(in rect: PixelRect) { composer.chromeWasDrawn(in: rect) }

  /// Writes the band's rows.
  ///
  /// - Parameters:
  ///   - canvas: as for ``CanvasSplicer/compose(_:from:touched:into:)``.
  ///   - sources: as for ``CanvasSplicer/compose(_:from:touched:into:)``.
  ///   - touched: as for ``CanvasSplicer/compose(_:from:touched:into:)``.
  ///   - output: receives the rows from `offset` on.
  ///   - offset: where the rows go.
  /// - Returns: the offset after the last row.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  public func compose(
    _ canvas: PlanarPicture, from sources: [SpliceSource], touched: borrowing BlockMask,
    into output: inout MutableSpan<UInt8>, at offset: Int
  ) throws(JPEGError) -> Int {
    try composer.compose(canvas, from: sources, touched: touched, into: &output, at: offset)
  }
}
