import PixelTypes

/// The chrome as last coded: its bits run by run, and the pixels they stand for.
///
/// A run is compared only if something was drawn in it, and recoded only if one of its samples differs by more than
/// ``tolerance`` levels from the coded one. The comparison is with the pixels shown, not with the last picture, so
/// differences can't accumulate.
struct ChromeRuns: Sendable {
  /// In levels of 255. A slow backdrop drifts by less than one level a picture; two are invisible next to a moving picture,
  /// and about what quantization at quality 85 does to a flat block.
  static let tolerance: UInt8 = 2

  private var runs: [CodedRun]
  /// Whether a run has been coded at all.
  private var isCoded: [Bool]
  /// Whether something has been drawn in a run since it was last compared.
  private var isDrawn: [Bool]
  /// For each row of MCUs, its runs from left to right; none in other bands' rows.
  private let runsOfRow: [Range<Int>]
  private let columnsOfRun: [Range<Int>]
  private let shown: PlanarPicture
  private let layout: ScanLayout

  /// `rows` are the rows of MCUs whose chrome this holds. `shown` has the canvas' size; other bands hold its
  /// other rows.
  init(plan: CanvasPlan, rows: Range<Int>, shown: PlanarPicture) {
    runs = (0..<plan.runCount).map { _ in CodedRun() }
    isCoded = Array(repeating: false, count: plan.runCount)
    isDrawn = isCoded
    let chrome = plan.spans.filter { $0.owner == .chrome }
    columnsOfRun = chrome.map(\.columns)
    var first = 0
    runsOfRow = plan.rows.indices.map { row in
      let count = plan.spans[plan.rows[row]].count { $0.owner == .chrome }
      defer { first += count }
      return rows.contains(row) ? first..<first + count : 0..<0
    }
    layout = plan.layout
    self.shown = shown
  }

  /// Notes that pixels in a rectangle of the canvas may have changed.
  mutating func draw(in rect: PixelRect) {
    let (top, left) = (max(0, rect.y) / layout.mcuHeight, rect.x / layout.mcuWidth)
    let bottom = min(layout.rows, (rect.maxY + layout.mcuHeight - 1) / layout.mcuHeight)
    let right = (rect.maxX + layout.mcuWidth - 1) / layout.mcuWidth
    guard !rect.isEmpty, top < bottom else { return }
    for row in top..<bottom {
      for run in runsOfRow[row]
      where columnsOfRun[run].lowerBound < right && columnsOfRun[run].upperBound > left {
        isDrawn[run] = true
      }
    }
  }

  /// Whether a run's bits still stand for the canvas' pixels; if not, copies its pixels.
  mutating func isCurrent(_ span: CanvasPlan.Span, row: Int, canvas: PlanarPicture) -> Bool {
    var same = isCoded[span.run]
    if same {
      if !isDrawn[span.run] { return true }
      isDrawn[span.run] = false
      for component in 0..<layout.componentCount where same {
        same = matches(span, row, component, canvas)
      }
    }
    if same { return true }
    for component in 0..<layout.componentCount { take(span, row, component, canvas) }
    isCoded[span.run] = true
    return false
  }

  /// Writes a run's bits.
  func append(run: Int, to writer: inout ScanRowWriter) {
    // Through a span, so that the run is lent instead of copied.
    let runs = runs.span
    writer.append(runs[run])
  }

  mutating func capture(_ writer: borrowing ScanRowWriter, run: Int) { writer.capture(into: &runs[run]) }

  private func area(_ span: CanvasPlan.Span, _ row: Int, _ component: Int) -> PixelRect {
    let width = 8 * Int(layout.across[component])
    let height = 8 * Int(layout.down[component])
    return PixelRect(
      x: span.columns.lowerBound * width, y: row * height, width: span.columns.count * width, height: height)
  }

  private func matches(
    _ span: CanvasPlan.Span, _ row: Int, _ component: Int, _ canvas: PlanarPicture
  ) -> Bool {
    let rect = area(span, row, component)
    let now = unsafe PlaneRegion(PlaneBlocks.plane(canvas, component), rect)
    let before = unsafe PlaneRegion(PlaneBlocks.plane(shown, component), rect)
    // SAFETY: both regions were clipped to planes of one size.
    for y in 0..<(unsafe now.height) {
      let a = unsafe now.row(y)
      let b = unsafe before.row(y)
      // The compiler vectorizes a plain loop with min and max, but not explicit vector types here.
      var worst: UInt8 = 0
      for x in 0..<(unsafe now.width) {
        let (p, q) = unsafe (a[x], b[x])
        worst = max(worst, max(p, q) &- min(p, q))
      }
      if worst > Self.tolerance { return false }
    }
    return true
  }

  private func take(_ span: CanvasPlan.Span, _ row: Int, _ component: Int, _ canvas: PlanarPicture) {
    let rect = area(span, row, component)
    let now = unsafe PlaneRegion(PlaneBlocks.plane(canvas, component), rect)
    let before = unsafe PlaneRegion(PlaneBlocks.plane(shown, component), rect)
    // SAFETY: as above, and the planes don't overlap.
    for y in 0..<(unsafe now.height) {
      unsafe before.row(y).update(from: now.row(y), count: now.width)
    }
  }
}
