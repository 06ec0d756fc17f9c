import PixelTypes

/// One camera's frames on their way into a canvas: the last frame shown, walked, and the last complete one.
///
/// An unusable frame leaves the previous one in place. The ``DamagePolicy`` decides about damaged frames. Use from one
/// thread at a time; allocates only while frames grow.
///
/// A source belongs to a picture until that is composed. Another can ``follow(_:)`` it and read the camera's next frame
/// meanwhile.
public final class SpliceSource {
  /// What became of a frame.
  public enum Outcome: Sendable, Equatable {
    /// It was read without damage, and is shown.
    case whole
    /// The readable rows are shown; the others are the last complete frame's.
    case damaged(WalkReport)
    /// Not carried over; the previous frame stays, if there still is one: see ``hasPicture``.
    case unusable(SpliceObstacle)
  }

  /// How MCUs get into the canvas.
  enum Carriage {
    /// As bits.
    case copied
    /// Recoded.
    case recoded
  }

  /// The viewfinder, in canvas pixels.
  public let rect: PixelRect
  /// What else the walk records.
  public var detail: WalkedScan.Detail
  /// What to do with damaged frames.
  public var policy: DamagePolicy
  /// Whether there is a frame to show.
  public private(set) var hasPicture = false
  private(set) var current = SharedScan()
  /// Whether all MCUs of the current frame can be read.
  public private(set) var isWhole = false
  /// Which rows of MCUs can be read, unless the frame is whole.
  private var keptRows: [Bool] = []
  /// How many of the current frame's rows of MCUs are its own, and how many there are.
  public private(set) var rows = KeptRows(kept: 0, total: 0)
  /// The last complete frame, while a damaged one is `current`.
  private var standIn = SharedScan()
  private var hasStandIn = false
  /// From the stand-in's tables to `current`'s, if they differ.
  private var standInRequantizer: Requantizer?
  /// Receives the next frame.
  private var next = SharedScan()
  /// What another source had when this one followed it: read there, not walked over here.
  private var followed: (current: SharedScan, standIn: SharedScan)?
  private var nextRows: [Bool] = []
  private(set) var carriage = Carriage.copied
  private(set) var requantizer: Requantizer?
  // The tables that the transforms and the requantizer were made for.
  private var transformTables = JPEGHeaders()
  private var canvasTables = JPEGHeaders()
  private var transforms: [BlockTransform] = []
  /// Why the current frame isn't carried over into the canvas; `nil` if it is. Set for each picture by
  /// ``CanvasSplicer/prepare(_:)``.
  public private(set) var obstacle: SpliceObstacle?
  private var problem: SpliceObstacle?
  /// Whether the viewfinder shows part of the frames, enlarged: then they aren't carried over.
  public var isEnlarged = false
  /// The camera's name if its frames go along in the pictures: see ``EmbeddedSource``. ASCII, at most 255 characters; empty for none.
  public var embeddedName: [UInt8] = []
  /// Whether the picture is to give the current frame back. Set with ``obstacle``, to whether it can; may be cleared then.
  public var isEmbedded = false
  // Coefficients of the MCUs revealed in this picture, stored consecutively after a place for one that isn't kept.
  private let revealed = KeptCoefficients()
  private var revealedCount: Int32 = 0
  /// For each of the camera's MCUs, its number among those, from 1; ``pending`` or ``notOwned``.
  private var numbers: [Int32] = []
  /// It belongs to the viewfinder alone and has yet to be revealed.
  private static let pending: Int32 = 0
  /// It doesn't belong to the viewfinder alone.
  private static let notOwned: Int32 = -1
  /// The canvas that they are for.
  private var numbered: ScanLayout?
  private var columnShift = 3
  private var rowShift = 3
  private var columns = 0
  private var rowCount = 0

  /// Makes a source without a picture.
  ///
  /// - Parameters:
  ///   - rect: the viewfinder, in canvas pixels.
  ///   - detail: what else the walk records.
  ///   - policy: what to do with damaged frames.
  public init(rect: PixelRect, detail: WalkedScan.Detail = .dc, policy: DamagePolicy = .keepRows) {
    self.rect = rect
    self.detail = detail
    self.policy = policy
  }

  /// Passes the last frame shown, after its walk. Lost rows have the DC values of their stand-ins.
  public func withScan<Result>(_ body: (borrowing WalkedScan) -> Result) -> Result { body(current.scan) }

  /// Continues with the frames of another source of this camera, which may be composed meanwhile.
  ///
  /// - Parameter other: with the same viewfinder and policy.
  public func follow(_ other: SpliceSource) {
    precondition(other.rect == rect)
    (current, standIn) = (other.current, other.standIn)
    followed = (other.current, other.standIn)
    (hasPicture, isWhole, hasStandIn) = (other.hasPicture, other.isWhole, other.hasStandIn)
    (keptRows, rows, standInRequantizer) = (other.keptRows, other.rows, other.standInRequantizer)
    (problem, isEnlarged, detail) = (other.problem, other.isEnlarged, other.detail)
    embeddedName = other.embeddedName
  }

  /// Reads the next frame, a JPEG, and returns what became of it.
  public func read(_ jpeg: Span<UInt8>) -> Outcome { read(jpeg, walked: nil) }

  /// Reads the next frame, and uses its walk if it was walked in advance.
  package func read(_ jpeg: Span<UInt8>, walked: WalkedFrame?) -> Outcome {
    let outcome = walk(jpeg, walked)
    if case .unusable(let obstacle) = outcome { problem = obstacle }
    return outcome
  }

  private func walk(_ jpeg: Span<UInt8>, _ walked: WalkedFrame?) -> Outcome {
    let detail = detail
    guard let size = PixelSize(width: rect.width, height: rect.height) else {
      return .unusable(.offGrid)
    }
    if let followed, next === followed.current || next === followed.standIn { next = SharedScan() }
    let report: WalkReport
    do {
      let found: WalkReport?
      if let result = walked?.take(size: size, detail: detail, into: &next.scan) {
        found = try result.get()
      } else {
        found = try next.scan.read(jpeg, of: size, detail: detail)
      }
      guard let found else { return .unusable(.otherSize(next.scan.layout.size)) }
      report = found
    } catch { return .unusable(.unreadable(error)) }
    next.rest.forget()
    if report.isWhole, !embeddedName.isEmpty { next.rest.take(jpeg, next.scan) }
    return report.isWhole ? show() : show(damaged: report)
  }

  private func show() -> Outcome {
    swap(&current, &next)
    hasPicture = true
    isWhole = true
    hasStandIn = false
    rows = KeptRows(kept: current.scan.layout.rows, total: current.scan.layout.rows)
    return .whole
  }

  private func show(damaged report: WalkReport) -> Outcome {
    if policy == .keep { reset(.damaged(report)) }
    guard policy == .keepRows else { return .unusable(.damaged(report)) }
    let kept = next.scan.goodRows(into: &nextRows)
    guard kept > 0 else { return .unusable(.damaged(report)) }
    if hasPicture && isWhole {
      swap(&standIn, &current)
      hasStandIn = true
    }
    guard hasStandIn, standIn.scan.layout.size == next.scan.layout.size,
      standIn.scan.layout.hasSameBlocks(as: next.scan.layout)
    else {
      // Nothing can replace the lost rows, so draw the frame from pixels.
      reset(.damaged(report))
      return .unusable(.damaged(report))
    }
    swap(&current, &next)
    swap(&keptRows, &nextRows)
    hasPicture = true
    isWhole = false
    rows = KeptRows(kept: kept, total: current.scan.layout.rows)
    standInRequantizer =
      current.scan.headers.hasSameQuantization(as: standIn.scan.headers)
      ? nil : Requantizer(from: standIn.scan.headers, to: current.scan.headers)
    if standInRequantizer == nil {
      for row in 0..<rows.total where !keptRows[row] { current.scan.takeMeans(row: row, of: standIn.scan) }
    }
    return .damaged(report)
  }

  /// Drops all frames; `reason` becomes the obstacle until the next usable one.
  public func reset(_ reason: SpliceObstacle) {
    hasPicture = false
    hasStandIn = false
    isWhole = false
    problem = reason
  }

  /// Whether the current frame came without Huffman tables.
  public var lacksHuffmanTables: Bool { !current.scan.headers.hasHuffmanTables }

  /// The subsampling of the last frame shown.
  public var subsampling: ChromaSubsampling { current.scan.layout.subsampling }

  /// Notes which MCUs of a canvas belong to this viewfinder alone.
  private func take(_ plan: CanvasPlan, viewfinder: Int) {
    numbered = plan.layout
    let layout = plan.layout
    let columns = (rect.width + layout.mcuWidth - 1) / layout.mcuWidth
    let rowCount = (rect.height + layout.mcuHeight - 1) / layout.mcuHeight
    numbers = Array(repeating: Self.notOwned, count: columns * rowCount)
    for row in 0..<layout.rows {
      for index in plan.rows[row] where plan.spans[index].owner == .viewfinder(viewfinder) {
        for column in plan.spans[index].columns {
          let mcu =
            (row - rect.y / layout.mcuHeight) * columns + column - rect.x / layout.mcuWidth
          if numbers.indices.contains(mcu) { numbers[mcu] = Self.pending }
        }
      }
    }
    // MCUs are 8, 16 or 32 pixels wide and high.
    columnShift = layout.mcuWidth.trailingZeroBitCount
    rowShift = layout.mcuHeight.trailingZeroBitCount
    self.columns = columns
    self.rowCount = rowCount
  }

  /// Prepares for a picture: whether and how MCUs are carried, and the transforms to reveal them.
  func prepare(for canvas: borrowing JPEGHeaders, _ plan: CanvasPlan, viewfinder: Int, embeds: Bool) {
    if numbered.map({ $0.size != plan.layout.size || !$0.hasSameBlocks(as: plan.layout) }) ?? true {
      take(plan, viewfinder: viewfinder)
    }
    obstacle = obstacle(to: canvas)
    isEmbedded = false
    guard obstacle == nil else { return }
    carriage = canvas.canCarry(current.scan.headers) ? .copied : .recoded
    isEmbedded = embeds && carriage == .copied && isWhole && current.rest.byteCount > 0 && plan.holds(rect)
    if transforms.isEmpty || !current.scan.headers.hasSameQuantization(as: transformTables) {
      transformTables = current.scan.headers
      transforms.removeAll(keepingCapacity: true)
      for component in 0..<current.scan.layout.componentCount {
        transforms.append(BlockTransform(current.scan.headers, component: component))
      }
      requantizer = Requantizer(from: current.scan.headers, to: canvas)
      canvasTables = copy canvas
    } else if !canvas.hasSameQuantization(as: canvasTables) {
      requantizer = Requantizer(from: current.scan.headers, to: canvas)
      canvasTables = copy canvas
    }
    var states = numbers.mutableSpan
    for index in states.indices { states[index] = min(states[index], Self.pending) }
    revealedCount = 0
    revealed.grow(to: 64 * current.scan.layout.blocksPerMCU)
  }

  private func obstacle(to canvas: borrowing JPEGHeaders) -> SpliceObstacle? {
    guard hasPicture else { return problem ?? .noFrame }
    if isEnlarged { return .enlarged }
    let layout = canvas.layout
    if !layout.hasSameBlocks(as: current.scan.layout) { return .otherBlocks }
    if rect.x % layout.mcuWidth != 0 || rect.y % layout.mcuHeight != 0 { return .offGrid }
    return nil
  }

  /// Decodes the viewfinder's own MCUs under pixels `x ..< end` of canvas row `y` that haven't been decoded since the canvas
  /// was prepared. Call before drawing there.
  public func reveal(y: Int, from x: Int, to end: Int, into canvas: PlanarPicture) {
    let row = (y &- rect.y) >> rowShift
    let first = max(0, (x &- rect.x) >> columnShift)
    let last = min(columns &- 1, (end &- 1 &- rect.x) >> columnShift)
    guard row >= 0, row < rowCount, first <= last else { return }
    for column in first...last where numbers[row &* columns &+ column] == Self.pending {
      let mcu = row &* columns &+ column
      revealedCount &+= 1
      numbers[mcu] = revealedCount
      let size = 64 &* current.scan.layout.blocksPerMCU
      // Grow by half, so that growth stops after a few pictures.
      if revealed.count < (Int(revealedCount) &+ 1) &* size {
        revealed.grow(to: revealed.count + (revealed.count / 2 / size + 16) * size)
      }
      reveal(
        mcu, column: column + rect.x >> columnShift, row: row + rect.y >> rowShift, into: canvas,
        as: revealedCount)
    }
  }

  /// The coefficients of an MCU, from memory if it was revealed.
  func readAgain(_ mcu: Int, into values: inout MutableSpan<Int16>) {
    let number = Int(numbers[mcu])
    guard number > 0 else { return readMCU(mcu, into: &values) }
    revealed.give(from: number * 64 * current.scan.layout.blocksPerMCU, to: &values)
  }

  /// The camera's own MCU under one of the canvas', which must be at least partly in the viewfinder.
  @inline(__always)
  func mcu(column: Int, row: Int) -> Int {
    (row - rect.y / current.scan.layout.mcuHeight) * current.scan.layout.columns + column
      - rect.x / current.scan.layout.mcuWidth
  }

  /// Whether an MCU is in one of the frame's own rows, in which all MCUs are good.
  @inline(__always)
  func isKept(mcu: Int) -> Bool { isWhole || keptRows[mcu / current.scan.layout.columns] }

  /// The coefficients of an MCU as coded by the camera, or of a lost one's stand-in.
  func readMCU(_ mcu: Int, into values: inout MutableSpan<Int16>) {
    if isKept(mcu: mcu) {
      _ = current.scan.readMCU(mcu, into: &values)
    } else {
      _ = standIn.scan.readMCU(mcu, into: &values)
      standInRequantizer?.apply(to: &values, layout: current.scan.layout)
    }
  }

  /// Decodes an MCU to its place in a picture of the canvas, except for parts outside the viewfinder.
  ///
  /// - Parameters:
  ///   - column: of MCUs on the canvas, at least partly in the viewfinder.
  ///   - row: likewise.
  ///   - canvas: of the canvas' size and subsampling.
  func reveal(column: Int, row: Int, into canvas: PlanarPicture) {
    let mcu = mcu(column: column, row: row)
    guard !transforms.isEmpty, mcu >= 0, mcu < current.scan.layout.mcuCount else { return }
    reveal(mcu, column: column, row: row, into: canvas, as: 0)
  }

  /// Decodes the MCUs of an area into another picture of the canvas's size and subsampling; leaves the canvas unchanged.
  ///
  /// - Parameters:
  ///   - area: in pixels of the canvas; only the part in the viewfinder is drawn.
  ///   - picture: where the pixels go, at their place on the canvas.
  public func show(_ area: PixelRect, into picture: PlanarPicture) {
    let area = area.intersection(rect)
    guard hasPicture, !area.isEmpty else { return }
    let layout = current.scan.layout
    for row in area.y / layout.mcuHeight...(area.maxY - 1) / layout.mcuHeight {
      for column in area.x / layout.mcuWidth...(area.maxX - 1) / layout.mcuWidth {
        reveal(column: column, row: row, into: picture)
      }
    }
  }

  private func reveal(_ mcu: Int, column: Int, row: Int, into canvas: PlanarPicture, as number: Int32) {
    let layout = current.scan.layout
    let size = 64 * layout.blocksPerMCU
    // Swapped, not copied: a span of a member would keep all of `self` borrowed.
    var scales: [BlockTransform] = []
    swap(&scales, &transforms)
    let blocks = PlaneBlocks(layout: layout)
    revealed.withValues(size, at: Int(number) * size) { values in
      readMCU(mcu, into: &values)
      // One by one, because a plane chosen by index is retained and released each time.
      Self.draw(values.span, 0, blocks, scales.span, column, row, to: canvas.luma, inside: rect)
      if layout.componentCount > 1 {
        let chroma = rect.inChroma(canvas.subsampling)
        Self.draw(values.span, 1, blocks, scales.span, column, row, to: canvas.cb, inside: chroma)
        Self.draw(values.span, 2, blocks, scales.span, column, row, to: canvas.cr, inside: chroma)
      }
    }
    swap(&scales, &transforms)
  }

  /// Decodes the blocks of one component of an MCU.
  private static func draw(
    _ values: Span<Int16>, _ component: Int, _ blocks: PlaneBlocks, _ transforms: Span<BlockTransform>,
    _ column: Int, _ row: Int, to plane: PixelPlane, inside rect: PixelRect
  ) {
    let first = Int(blocks.layout.firstBlock[component])
    for block in first..<first + blocks.layout.blocks(of: component) {
      let origin = blocks.origin(block: block, component: component, column: column, row: row)
      blocks.inverse(
        values, start: 64 * block, transforms[component], to: plane, x: origin.x, y: origin.y, inside: rect)
    }
  }
}

/// A walked frame that several sources of a camera may hold. Only the one that walked it writes it, before another follows.
final class SharedScan {
  var scan = WalkedScan()
  /// What else the frame has, if it is to go along in the picture.
  var rest = FrameRest()
}

extension JPEGHeaders {
  /// Whether both pictures have the same quantization for all components.
  func hasSameQuantization(as other: borrowing JPEGHeaders) -> Bool {
    guard layout.componentCount == other.layout.componentCount else { return false }
    for component in 0..<layout.componentCount
    where !hasSameQuantization(as: other, component: component) { return false }
    return true
  }
}
