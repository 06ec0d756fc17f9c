import PixelTypes

/// Composes rows of a canvas' MCUs: the work and memory of a ``CanvasBand``.
struct BandComposer: ~Copyable {
  /// Where these rows' MCUs in the last picture came from.
  private(set) var counts = SpliceCounts()
  /// The band's rows among the canvas' rows of MCUs.
  private let rows: Range<Int>
  /// Of the current picture.
  private var sources: [SpliceSource] = []
  private let viewfinders: [PixelRect]
  private let plan: CanvasPlan
  private let blocks: PlaneBlocks
  private var transforms: [BlockTransform] = []
  private var writer: ScanRowWriter
  private var chromeWriter: ScanRowWriter
  private var chrome: ChromeRuns
  private var coefficients: [Int16]
  private var ownCoefficients: [Int16]

  /// `shown`, of the canvas' size, keeps the chrome's pixels as coded; all bands share it.
  init(
    _ headers: JPEGHeaders, _ plan: CanvasPlan, rows: Range<Int>, viewfinders: [PixelRect],
    shown: PlanarPicture
  ) {
    self.rows = rows
    self.viewfinders = viewfinders
    self.plan = plan
    blocks = PlaneBlocks(layout: headers.layout)
    for component in 0..<headers.layout.componentCount {
      transforms.append(BlockTransform(headers, component: component))
    }
    writer = ScanRowWriter(canvas: headers)
    chromeWriter = ScanRowWriter(canvas: headers)
    chrome = ChromeRuns(plan: plan, rows: rows, shown: shown)
    coefficients = [Int16](repeating: 0, count: 64 * headers.layout.blocksPerMCU)
    ownCoefficients = coefficients
  }

  mutating func chromeWasDrawn(in rect: PixelRect) { chrome.draw(in: rect) }

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
  mutating func compose(
    _ canvas: PlanarPicture, from sources: [SpliceSource], touched: borrowing BlockMask,
    into output: inout MutableSpan<UInt8>, at offset: Int
  ) throws(JPEGError) -> Int {
    self.sources = sources
    counts = SpliceCounts()
    var at = offset
    for row in rows {
      writer.begin()
      for index in plan.rows[row] {
        let span = plan.spans[index]
        switch span.owner {
        case .chrome: addChrome(span, row, canvas)
        case .viewfinder(let number):
          if sources[number].obstacle == nil {
            addCamera(sources[number], span, row, canvas, touched)
          } else {
            for column in span.columns { encode(column, row, canvas) }
            counts.coded += span.columns.count
          }
        case .shared:
          for column in span.columns { addShared(column, row, canvas, touched) }
        }
      }
      at = try writer.finish(row: row, into: &output, at: at)
    }
    return at
  }

  private mutating func addChrome(_ span: CanvasPlan.Span, _ row: Int, _ canvas: PlanarPicture) {
    if chrome.isCurrent(span, row: row, canvas: canvas) {
      counts.kept += span.columns.count
    } else {
      chromeWriter.begin()
      for column in span.columns {
        encode(column, row, canvas, asChrome: true)
      }
      chrome.capture(chromeWriter, run: span.run)
      counts.coded += span.columns.count
    }
    chrome.append(run: span.run, to: &writer)
  }

  /// Codes an MCU from pixels.
  private mutating func encode(
    _ column: Int, _ row: Int, _ canvas: PlanarPicture, asChrome: Bool = false
  ) {
    // Swapped, not copied: a span of a member would keep all of `self` borrowed.
    var values: [Int16] = []
    swap(&values, &coefficients)
    var span = values.mutableSpan
    draw(allBlocks, column, row, canvas, into: &span)
    if asChrome { chromeWriter.encode(values.span) } else { writer.encode(values.span) }
    swap(&values, &coefficients)
  }

  /// A bit for each block of an MCU.
  private var allBlocks: UInt32 { 1 << UInt32(plan.layout.blocksPerMCU) - 1 }

  /// Transforms blocks of an MCU from pixels, two at a time.
  ///
  /// - Parameter blocks: a bit for each.
  @inline(__always)
  private func draw(
    _ blocks: UInt32, _ column: Int, _ row: Int, _ canvas: PlanarPicture,
    into values: inout MutableSpan<Int16>
  ) {
    let transforms = transforms.span
    var rest = blocks
    while rest != 0 {
      let first = rest.trailingZeroBitCount
      rest &= rest &- 1
      guard rest != 0 else { return draw(first, column, row, canvas, into: &values) }
      let second = rest.trailingZeroBitCount
      rest &= rest &- 1
      // SAFETY: the planes live as long as the canvas.
      if let one = unsafe samples(first, column, row, canvas),
        let two = unsafe samples(second, column, row, canvas)
      {
        let (a, b) = (plan.layout.component(ofBlock: first), plan.layout.component(ofBlock: second))
        unsafe transforms[a].forward(one, transforms[b], two, into: &values)
      } else {
        draw(first, column, row, canvas, into: &values)
        draw(second, column, row, canvas, into: &values)
      }
    }
  }

  /// A block's samples; `nil` if it extends beyond the canvas.
  @unsafe @inline(__always)
  private func samples(_ block: Int, _ column: Int, _ row: Int, _ canvas: PlanarPicture) -> BlockTransform
    .Block?
  {
    let component = plan.layout.component(ofBlock: block)
    let origin = blocks.origin(block: block, component: component, column: column, row: row)
    return switch component {
    case 0: unsafe blocks.block(canvas.luma, x: origin.x, y: origin.y, start: 64 * block)
    case 1: unsafe blocks.block(canvas.cb, x: origin.x, y: origin.y, start: 64 * block)
    default: unsafe blocks.block(canvas.cr, x: origin.x, y: origin.y, start: 64 * block)
    }
  }

  /// Transforms a block of an MCU from pixels.
  @inline(__always)
  private func draw(
    _ block: Int, _ column: Int, _ row: Int, _ canvas: PlanarPicture, into values: inout MutableSpan<Int16>
  ) {
    let component = plan.layout.component(ofBlock: block)
    let origin = blocks.origin(block: block, component: component, column: column, row: row)
    switch component {
    case 0: forward(canvas.luma, 0, origin, into: &values, start: 64 * block)
    case 1: forward(canvas.cb, 1, origin, into: &values, start: 64 * block)
    default: forward(canvas.cr, 2, origin, into: &values, start: 64 * block)
    }
  }

  private func forward(
    _ plane: PixelPlane, _ component: Int, _ origin: (x: Int, y: Int), into values: inout MutableSpan<Int16>,
    start: Int
  ) {
    // Through a span, so that half a kilobyte is lent instead of copied.
    let transforms = transforms.span
    blocks.forward(plane, x: origin.x, y: origin.y, transforms[component], into: &values, start: start)
  }

  /// Carries over MCUs that belong to a single camera.
  private mutating func addCamera(
    _ source: SpliceSource, _ span: CanvasPlan.Span, _ row: Int, _ canvas: PlanarPicture,
    _ touched: borrowing BlockMask
  ) {
    let across = Int(plan.layout.across[0])
    let down = Int(plan.layout.down[0])
    let end = span.columns.upperBound
    let offset = source.mcu(column: span.columns.lowerBound, row: row) - span.columns.lowerBound
    let isKept = source.isKept(mcu: offset + span.columns.lowerBound)
    var column = span.columns.lowerBound
    while column < end {
      // Up to the next MCU under ink.
      let block = touched.nextTouched(
        row: row * down, down: down, from: column * across, to: end * across)
      let touchedColumn = min(end, block / across)
      if isKept {
        if column < touchedColumn { carry(source, offset + column..<offset + touchedColumn) }
        column = touchedColumn
      }
      while column < touchedColumn {
        hide(source, offset + column)
        column += 1
      }
      if column < end {
        redraw(source, offset + column, column, row, canvas, touched)
        column += 1
      }
    }
  }

  private mutating func carry(_ source: SpliceSource, _ mcus: Range<Int>) {
    switch source.carriage {
    case .copied:
      _ = writer.copy(source.current.scan, mcus: mcus)
      counts.copied += mcus.count
    case .recoded:
      _ = writer.recode(source.current.scan, mcus: mcus, requantizer: source.requantizer)
      counts.recoded += mcus.count
    }
  }

  /// Writes the stand-in for a lost MCU.
  private mutating func hide(_ source: SpliceSource, _ mcu: Int) {
    var values: [Int16] = []
    swap(&values, &ownCoefficients)
    var span = values.mutableSpan
    source.readMCU(mcu, into: &span)
    source.requantizer?.apply(to: &span, layout: plan.layout)
    writer.encode(values.span)
    swap(&values, &ownCoefficients)
    counts.recoded += 1
  }

  /// Codes the blocks under ink from pixels, and the MCU's other blocks from their existing coefficients.
  private mutating func redraw(
    _ source: SpliceSource, _ mcu: Int, _ column: Int, _ row: Int, _ canvas: PlanarPicture,
    _ touched: borrowing BlockMask
  ) {
    var values: [Int16] = []
    swap(&values, &ownCoefficients)
    var span = values.mutableSpan
    source.readAgain(mcu, into: &span)
    source.requantizer?.apply(to: &span, layout: plan.layout)
    var drawn: UInt32 = 0
    for block in 0..<plan.layout.blocksPerMCU {
      let area = blocks.luma(block: block, column: column, row: row)
      if touched.isTouched(column: area.column, row: area.row, across: area.across, down: area.down) {
        drawn |= 1 << UInt32(block)
      }
    }
    draw(drawn, column, row, canvas, into: &span)
    writer.encode(values.span)
    swap(&values, &ownCoefficients)
    counts.redrawn += 1
  }

  /// Codes an MCU with more than one owner: blocks that belong to a single camera keep their coefficients.
  private mutating func addShared(
    _ column: Int, _ row: Int, _ canvas: PlanarPicture, _ touched: borrowing BlockMask
  ) {
    var values: [Int16] = []
    swap(&values, &coefficients)
    var own: [Int16] = []
    swap(&own, &ownCoefficients)
    var span = values.mutableSpan
    draw(allBlocks, column, row, canvas, into: &span)
    let mcu = CanvasPlan.rect(plan.layout, column: column, row: row)
    for index in sources.indices where sources[index].obstacle == nil && viewfinders[index].intersects(mcu) {
      var ownSpan = own.mutableSpan
      sources[index].readMCU(sources[index].mcu(column: column, row: row), into: &ownSpan)
      sources[index].requantizer?.apply(to: &ownSpan, layout: plan.layout)
      for block in 0..<plan.layout.blocksPerMCU {
        let area = blocks.luma(block: block, column: column, row: row)
        guard isOwned(area, by: index),
          !touched.isTouched(column: area.column, row: area.row, across: area.across, down: area.down)
        else { continue }
        for position in 64 * block..<64 * block + 64 { span[position] = ownSpan[position] }
      }
    }
    writer.encode(values.span)
    swap(&values, &coefficients)
    swap(&own, &ownCoefficients)
    counts.redrawn += 1
  }

  /// Whether a viewfinder covers these blocks and no later one overlaps them.
  private func isOwned(_ area: PlaneBlocks.Area, by viewfinder: Int) -> Bool {
    guard viewfinders[viewfinder].contains(area.rect) else { return false }
    for later in viewfinder + 1..<max(viewfinder + 1, viewfinders.count)
    where viewfinders[later].intersects(area.rect) { return false }
    return true
  }
}
