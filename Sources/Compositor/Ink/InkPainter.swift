import GlassChrome
import JPEGCodec
import PixelTypes

/// Blends coverage into the canvas's planes: luma pixel by pixel, chroma by the mean coverage of the pixels that
/// share a sample.
package struct InkPainter {
  // Both factors are 1 or 2: a shift each, since a division would cost more than blending a short span.
  private let horizontalShift: Int
  private let verticalShift: Int
  // Sum of alpha over the luma pixels of each chroma sample in the current chroma row.
  private var sums: [UInt16]
  // A bit for each 16 of these: whether some aren't 0.
  private var used: [UInt64]
  /// The blocks touched by ink in this frame; everywhere else the picture is the camera's own.
  package private(set) var mask: BlockMask
  /// Brings the pixels that ink is about to touch onto the canvas; `nil` when they are already there.
  package var source: SpliceSource?
  /// Ink in these rectangles isn't drawn.
  package var clearings: [PixelRect] = []
  /// Lines in these rectangles aren't drawn: letters stand there.
  package var gaps: [PixelRect] = []
  private var kept = CoverageSpans()
  private var rest = CoverageSpans()

  package init(canvas: PixelSize, subsampling: ChromaSubsampling) {
    horizontalShift = subsampling.horizontal - 1
    verticalShift = subsampling.vertical - 1
    sums = Array(repeating: 0, count: canvas.width + 16)
    used = Array(repeating: 0, count: sums.count / 1024 + 1)
    mask = BlockMask(canvas: canvas)
  }

  /// Starts a frame: no ink yet.
  package mutating func begin() { mask.clear() }

  /// A viewfinder is drawn over any ink in this rectangle.
  package mutating func cover(_ rect: PixelRect) { mask.clear(inside: rect) }

  /// Draws ink.
  ///
  /// - Parameters:
  ///   - spans: sorted by row, inside the canvas.
  ///   - color: the ink's colour.
  ///   - opacity: 0...1, multiplied by the coverage.
  ///   - canvas: the picture to draw into.
  package mutating func paint(
    _ spans: CoverageSpans, color: GuideColor, opacity: Double, into canvas: PlanarPicture
  ) {
    if clearings.isEmpty, gaps.isEmpty { return blend(spans, color, opacity, canvas) }
    keep(spans, off: gaps)
    blend(kept, color, opacity, canvas)
  }

  /// Shades an area, also where letters stand; otherwise as lines are drawn.
  package mutating func shade(
    _ spans: CoverageSpans, color: GuideColor, opacity: Double, into canvas: PlanarPicture
  ) {
    keep(spans, off: [])
    blend(kept, color, opacity, canvas)
  }

  /// Keeps what lies outside of clearings and these gaps.
  private mutating func keep(_ spans: CoverageSpans, off gaps: [PixelRect]) {
    kept.removeAll()
    kept.append(spans, outside: clearings.first ?? gaps.first ?? PixelRect(x: 0, y: 0, width: 0, height: 0))
    for clearing in clearings.dropFirst() { cut(clearing) }
    for gap in gaps.dropFirst(clearings.isEmpty ? 1 : 0) { cut(gap) }
  }

  private mutating func cut(_ clearing: PixelRect) {
    rest.removeAll()
    rest.append(kept, outside: clearing)
    swap(&kept, &rest)
  }

  /// Replaces the picture's colours by those of a table, which has one for each luma level.
  ///
  /// - Parameters:
  ///   - spans: sorted by row, inside the canvas; whole chroma samples.
  ///   - table: 256 colours.
  ///   - canvas: the picture to change.
  package mutating func recolor(
    _ spans: CoverageSpans, by table: [GuideColor], into canvas: PlanarPicture
  ) {
    keep(spans, off: [])
    precondition(table.count == 256)
    let (horizontal, vertical) = (horizontalShift, verticalShift)
    let (width, height) = (canvas.size.width, canvas.size.height)
    // SAFETY: spans are clipped to the planes, and levels are below 256.
    let luma = unsafe PlaneRegion(canvas.luma)
    let chroma = unsafe (cb: PlaneRegion(canvas.cb), cr: PlaneRegion(canvas.cr))
    for index in kept.spans.indices {
      let span = kept.spans[index]
      let (y, start) = (Int(span.y), max(Int(span.x), 0))
      let end = min(Int(span.x) + Int(span.length), width)
      guard y >= 0, y < height, start < end else { continue }
      if mask.mark(y: y, from: start, to: end) { source?.reveal(y: y, from: start, to: end, into: canvas) }
      let row = unsafe luma.row(y)
      let chromaRow = y >> vertical
      // Rows that share samples have nearly the same colours: the first one's are shown.
      if y == chromaRow << vertical || (start >> horizontal) << horizontal != start {
        let (blue, red) = unsafe (chroma.cb.row(chromaRow), chroma.cr.row(chromaRow))
        for x in start >> horizontal...(end - 1) >> horizontal {
          let first = unsafe table[Int(row[max(start, x << horizontal)])]
          let last = unsafe table[Int(row[min(end - 1, (x << horizontal) + horizontal)])]
          unsafe blue[x] = UInt8((Int(first.cb) + Int(last.cb)) / 2)
          unsafe red[x] = UInt8((Int(first.cr) + Int(last.cr)) / 2)
        }
      }
      for x in start..<end { unsafe row[x] = table[Int(row[x])].y }
    }
  }

  private mutating func blend(
    _ spans: CoverageSpans, _ color: GuideColor, _ opacity: Double, _ canvas: PlanarPicture
  ) {
    let opacity = Int32((min(max(opacity, 0), 1) * 256).rounded())
    guard opacity > 0, !spans.isEmpty else { return }
    precondition(sums.count >= canvas.size.width + 16)
    // SAFETY: `sums` has a place for every pixel of a row, and nothing else touches it during the call.
    unsafe sums.withUnsafeMutableBufferPointer { buffer in
      guard let sums = buffer.baseAddress else { return }
      unsafe Self.paint(
        spans.spans.span, color, opacity, canvas, (horizontalShift, verticalShift), sums, &used, &mask, source
      )
    }
  }

  @unsafe
  private static func paint(
    _ spans: Span<CoverageSpan>, _ color: GuideColor, _ opacity: Int32, _ canvas: PlanarPicture,
    _ shift: (horizontal: Int, vertical: Int), _ sums: UnsafeMutablePointer<UInt16>,
    _ blocks: inout [UInt64], _ mask: inout BlockMask, _ source: SpliceSource?
  ) {
    var used = blocks.mutableSpan
    let (width, height) = (canvas.size.width, canvas.size.height)
    let luma = unsafe PlaneRegion(canvas.luma)
    let chroma = unsafe (PlaneRegion(canvas.cb), PlaneRegion(canvas.cr))
    let ink = UInt16(color.y)
    var chromaRow = -1
    for index in spans.indices {
      let span = spans[index]
      let y = Int(span.y)
      let start = max(Int(span.x), 0)
      let end = min(Int(span.x) + Int(span.length), width)
      guard y >= 0, y < height, start < end else { continue }
      if y >> shift.vertical != chromaRow {
        unsafe flush(chromaRow, color, chroma, shift, sums, &used)
        chromaRow = y >> shift.vertical
      }
      // 0...256
      let alpha = UInt16((Int32(span.coverage) * opacity + 127) / 255)
      // Ink that would change a sample by at most three levels isn't drawn: it is invisible, and may cost an MCU.
      guard alpha > 3 else { continue }
      // Blocks that a viewfinder shares with what lies beneath are revealed beforehand; its own are
      // new to the mask at their first ink.
      if mask.mark(y: y, from: start, to: end) { source?.reveal(y: y, from: start, to: end, into: canvas) }
      // SAFETY: y and x were clipped to the plane; there are at most as many chroma columns as luma columns. Nothing
      // overflows: 255 · 256 + 128 fits in 16 bits, and a chroma sample's alphas add up to at most 1024.
      let row = unsafe luma.row(y)
      let (keep, add) = (256 &- alpha, ink &* alpha &+ 128)
      for x in start..<end {
        unsafe row[x] = UInt8(truncatingIfNeeded: (UInt16(row[x]) &* keep &+ add) &>> 8)
      }
      let (first, last) = (start >> shift.horizontal, (end - 1) >> shift.horizontal)
      if shift.horizontal == 0 {
        for x in first...last { unsafe sums[x] &+= alpha }
      } else {
        // Whole samples, less the halves that stick out at the ends.
        for x in first...last { unsafe sums[x] &+= 2 &* alpha }
        if start & 1 == 1 { unsafe sums[first] &-= alpha }
        if end & 1 == 1 { unsafe sums[last] &-= alpha }
      }
      for block in first >> 4...last >> 4 { used[block >> 6] |= 1 &<< UInt64(block & 63) }
    }
    unsafe flush(chromaRow, color, chroma, shift, sums, &used)
  }

  @unsafe
  private static func flush(
    _ row: Int, _ color: GuideColor, _ chroma: (cb: PlaneRegion, cr: PlaneRegion),
    _ shift: (horizontal: Int, vertical: Int), _ sums: UnsafeMutablePointer<UInt16>,
    _ used: inout MutableSpan<UInt64>
  ) {
    guard row >= 0, unsafe chroma.cb.height > row else { return }
    let share = UInt16(shift.horizontal + shift.vertical)
    // SAFETY: what is used comes from pixels inside the canvas, so it begins inside the chroma row; rows have 16 spare bytes,
    // and sums beyond the picture are 0, so sixteen that reach past its edge change nothing there.
    let alphas = UnsafeMutableRawPointer(sums)
    let (blue, red) = unsafe (
      UnsafeMutableRawPointer(chroma.cb.row(row)), UnsafeMutableRawPointer(chroma.cr.row(row))
    )
    for word in used.indices {
      while used[word] != 0 {
        let x = 16 &* (64 &* word &+ used[word].trailingZeroBitCount)
        used[word] &= used[word] &- 1
        let alpha = unsafe (alphas + 2 * x).loadUnaligned(as: SIMD16<UInt16>.self)
        unsafe (alphas + 2 * x).storeBytes(of: .zero, as: SIMD16<UInt16>.self)
        unsafe blend(UInt16(color.cb), alpha &>> share, blue + x)
        unsafe blend(UInt16(color.cr), alpha &>> share, red + x)
      }
    }
  }

  /// Mixes sixteen samples with a colour, by alphas 0...256.
  @unsafe @inline(__always)
  private static func blend(_ ink: UInt16, _ alpha: SIMD16<UInt16>, _ place: UnsafeMutableRawPointer) {
    let old = unsafe SIMD16<UInt16>(truncatingIfNeeded: place.loadUnaligned(as: SIMD16<UInt8>.self))
    let mixed = (old &* (256 &- alpha) &+ ink &* alpha &+ 128) &>> 8
    unsafe place.storeBytes(of: SIMD16<UInt8>(truncatingIfNeeded: mixed), as: SIMD16<UInt8>.self)
  }
}
