import PixelTypes

/// Writes what gives a camera's frame back from a picture that has most of its MCUs: the data of an ``EmbeddedSource``.
///
/// Allocates only while frames grow, or more of them is drawn on.
struct SourceEmbedder: ~Copyable {
  private let viewfinder: Int
  private let headers: JPEGHeaders
  private let plan: CanvasPlan
  private var writer: ScanRowWriter
  /// The frame's layout, for which the writer is.
  private var layout: ScanLayout
  private var runs: [UInt8] = []
  private var patch: [UInt8] = []
  private var patchCount = 0
  private var patchRows = 0
  /// What was gathered.
  private(set) var data: [UInt8] = []
  private let flat: [Int16]
  /// MCUs of the frame that are yet to be put, and whether the picture has them.
  private var waiting = (mcus: 0..<0, areCarried: true)
  /// Where the viewfinder begins, in the canvas' MCUs.
  private var corner = (column: 0, row: 0)

  /// - Parameters:
  ///   - headers: the canvas'.
  ///   - plan: the canvas'.
  ///   - viewfinder: the camera's, among the plan's.
  init(_ headers: JPEGHeaders, _ plan: CanvasPlan, viewfinder: Int) {
    (self.headers, self.plan, self.viewfinder) = (headers, plan, viewfinder)
    layout = ScanLayout(size: PixelSize(clampingWidth: 8, height: 8), subsampling: .grey)
    writer = ScanRowWriter(canvas: JPEGHeaders())
    flat = [Int16](repeating: 0, count: 64 * headers.layout.blocksPerMCU)
  }

  /// Writes the segments of a spliced picture's frame.
  ///
  /// - Parameters:
  ///   - source: one that ``SpliceSource/isEmbedded``.
  ///   - touched: the blocks under ink.
  ///   - output: receives the segments.
  ///   - offset: where they go.
  /// - Returns: the offset after them.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  mutating func write(
    _ source: SpliceSource, touched: borrowing BlockMask, into output: inout MutableSpan<UInt8>,
    at offset: Int
  ) throws(JPEGError) -> Int {
    try gather(source.current, at: source.rect, named: source.embeddedName, touched: touched)
    let segments = EmbeddedSource.segments
    guard output.count - offset >= segments.byteCount(of: data.count) else {
      throw .noRoom(capacity: output.count)
    }
    return segments.write(data, number: viewfinder, into: &output, at: offset)
  }

  /// Gathers what gives a frame back, in ``data``.
  ///
  /// - Parameters:
  ///   - frame: walked, with its rest; its MCUs are the picture's, as bits.
  ///   - rect: where it is in the picture.
  ///   - name: the camera's.
  ///   - touched: the picture's blocks that aren't the frame's.
  mutating func gather(
    _ frame: SharedScan, at rect: PixelRect, named name: [UInt8], touched: borrowing BlockMask
  ) throws(JPEGError) {
    let own = frame.scan.layout
    if own.size != layout.size || !own.hasSameBlocks(as: layout) {
      layout = own
      // Whole MCUs: those at the edge may be in the middle of a row here.
      let size = PixelSize(clampingWidth: own.columns * own.mcuWidth, height: own.rows * own.mcuHeight)
      writer = ScanRowWriter(canvas: try JPEGHeaders.canvas(size: size, like: headers))
    }
    runs.removeAll(keepingCapacity: true)
    (patchCount, patchRows) = (0, 0)
    waiting = (0..<0, true)
    corner = (rect.x / layout.mcuWidth, rect.y / layout.mcuHeight)
    writer.begin()
    for row in 0..<layout.rows { add(row, frame, touched) }
    settle(frame)
    fill()
    join(frame, name)
  }

  /// Adds a row of the frame's MCUs.
  private mutating func add(_ row: Int, _ frame: SharedScan, _ touched: borrowing BlockMask) {
    let (first, line) = (row * layout.columns - corner.column, row + corner.row)
    let (across, down) = (layout.mcuWidth / 8, layout.mcuHeight / 8)
    // In the canvas' columns.
    let columns = corner.column..<corner.column + layout.columns
    var column = columns.lowerBound
    for index in plan.rows[line] where plan.spans[index].owner == .viewfinder(viewfinder) {
      let span = plan.spans[index].columns
      add(first + column..<first + span.lowerBound, areCarried: false, frame)
      column = span.lowerBound
      while column < span.upperBound {
        let block = touched.nextTouched(
          row: line * down, down: down, from: column * across, to: span.upperBound * across)
        let drawn = min(span.upperBound, block / across)
        add(first + column..<first + drawn, areCarried: true, frame)
        column = drawn
        if column < span.upperBound {
          add(first + column..<first + column + 1, areCarried: false, frame)
          column += 1
        }
      }
    }
    add(first + column..<first + columns.upperBound, areCarried: false, frame)
  }

  private mutating func add(_ mcus: Range<Int>, areCarried: Bool, _ frame: SharedScan) {
    if mcus.isEmpty { return }
    if areCarried != waiting.areCarried {
      settle(frame)
      waiting = (mcus, areCarried)
    } else {
      waiting.mcus = waiting.mcus.lowerBound..<mcus.upperBound
    }
  }

  /// Puts the MCUs that wait.
  private mutating func settle(_ frame: SharedScan) {
    var length = waiting.mcus.count
    repeat {
      runs.append(UInt8(length & 127) | (length > 127 ? 128 : 0))
      length >>= 7
    } while length > 0
    if waiting.areCarried { return }
    var next = waiting.mcus.lowerBound
    while next < waiting.mcus.upperBound {
      let end = min(waiting.mcus.upperBound, next + layout.columns - writer.mcuCount)
      _ = writer.copy(frame.scan, mcus: next..<end)
      next = end
      if writer.mcuCount == layout.columns { endRow() }
    }
  }

  /// Fills the last row with zeros.
  private mutating func fill() {
    guard writer.mcuCount > 0 else { return }
    let flat = flat
    while writer.mcuCount < layout.columns { writer.encode(flat.span) }
    endRow()
  }

  private mutating func endRow() {
    while true {
      // Swapped, not copied: a span of a member would keep all of `self` borrowed.
      var bytes: [UInt8] = []
      swap(&bytes, &patch)
      var span = bytes.mutableSpan
      let end = try? writer.finish(row: patchRows, into: &span, at: patchCount)
      swap(&bytes, &patch)
      if let end {
        (patchCount, patchRows) = (end, patchRows + 1)
        return writer.begin()
      }
      patch += [UInt8](repeating: 0, count: patch.count + 65_536)
    }
  }

  /// Joins what the segments hold, as ``EmbeddedSource`` has it.
  private mutating func join(_ frame: SharedScan, _ name: [UInt8]) {
    let rest = frame.rest
    data.removeAll(keepingCapacity: true)
    data.append(UInt8(name.count))
    data += name
    put(corner.column, bytes: 2)
    put(corner.row, bytes: 2)
    put(layout.size.width, bytes: 2)
    put(layout.size.height, bytes: 2)
    put(frame.scan.headers.restartInterval, bytes: 2)
    put(rest.byteCount, bytes: 4)
    data += rest.digest
    put(rest.head.count, bytes: 4)
    data += rest.head
    put(rest.tail.count, bytes: 4)
    data += rest.tail
    put(rest.zeros, bytes: 4)
    put(runs.count, bytes: 4)
    data += runs
    data += patch[..<patchCount]
  }

  private mutating func put(_ number: Int, bytes: Int) {
    for place in (0..<bytes).reversed() { data.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }
}

/// Holds an embedder, which can't be copied.
final class EmbedderBox {
  var embedder: SourceEmbedder
  init(_ embedder: consuming SourceEmbedder) { self.embedder = embedder }
}
