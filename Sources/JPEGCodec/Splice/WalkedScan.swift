import CJPEG
import PixelTypes

/// A scan after the walk: where in its bits each MCU lies and what its DC values are, with nothing else decoded.
///
/// Made once for a camera, and filled frame by frame by ``walk(_:headers:detail:)``; its large arrays are reused from
/// frame to frame. It owns a copy of the entropy-coded data, so the JPEG isn't needed after the walk.
public struct WalkedScan: ~Copyable, Sendable {
  /// What the walk records besides the MCUs' positions and DC values.
  public enum Detail: Sendable {
    /// Nothing else.
    case dc
    /// The luma's coefficients (1,0), (0,1) and (1,1) (T.81, figure A.6: numbers 1, 2 and 4), for a small picture at a
    /// quarter of the scale.
    case lowFrequencies
  }

  /// The headers of the last frame walked.
  public internal(set) var headers = JPEGHeaders()
  /// What its walk recorded besides positions and DC values.
  public internal(set) var detail = Detail.dc
  var entropy = EntropyData()
  var decoder = HuffmanDecoder()
  var tables = MCUTables()
  var finder = BlockFinder()
  private var plan: [cjpeg_step] = []
  /// Whether all MCUs of the last frame could be read.
  private(set) var isWhole = false
  /// Whether its MCUs say everything that the last frame's data held: each interval ends with them and ones up to a whole byte, as T.81
  /// asks for (F.1.2.3), and nothing else lies between or behind them.
  package private(set) var isPlain = false

  /// Makes an empty scan, to be filled by a walk.
  public init() {}

  /// The shape of the last frame's scan.
  public var layout: ScanLayout { headers.layout }

  /// The second byte of the marker that ended the last frame's scan; `nil` if its data ended before one.
  ///
  /// - Parameter jpeg: that frame.
  package func endMarker(in jpeg: Span<UInt8>) -> UInt8? {
    var place = entropy.endOffset + 1
    while place < jpeg.count, jpeg[place] == 0xFF { place += 1 }
    return place < jpeg.count ? jpeg[place] : nil
  }

  /// Whether an MCU could be read.
  public func isGood(mcu: Int) -> Bool { tables.lengths[mcu] > 0 }

  /// Whether all MCUs of a row could be read.
  public func isGood(row: Int) -> Bool {
    let first = row * layout.columns
    for mcu in first..<first + layout.columns where tables.lengths[mcu] == 0 { return false }
    return true
  }

  /// Finds the rows in which all MCUs could be read. Allocates only if there are more rows than before.
  ///
  /// - Parameter good: receives a value for each row of MCUs.
  /// - Returns: the number of such rows.
  public func goodRows(into good: inout [Bool]) -> Int {
    good.removeAll(keepingCapacity: true)
    var count = 0
    for row in 0..<layout.rows {
      good.append(isGood(row: row))
      if good[row] { count += 1 }
    }
    return count
  }

  /// Copies another scan's DC values, and its other records, for a row that couldn't be read here, so that a small
  /// picture shows the stand-in. `other` must have the same layout, quantization and detail.
  mutating func takeMeans(row: Int, of other: borrowing WalkedScan) {
    let mcus = row * layout.columns..<(row + 1) * layout.columns
    let blocks = layout.blocksPerMCU
    for index in mcus.lowerBound * blocks..<mcus.upperBound * blocks {
      tables.dc[index] = other.tables.dc[index]
    }
    guard detail == .lowFrequencies, other.tables.low.count == tables.low.count else { return }
    let luma = layout.blocks(of: 0)
    for index in mcus.lowerBound * luma..<mcus.upperBound * luma {
      tables.low[index] = other.tables.low[index]
    }
  }

  /// The quantized DC coefficient of a block; a damaged MCU repeats the preceding good one's.
  public func dc(mcu: Int, block: Int) -> Int { Int(tables.dc[mcu * layout.blocksPerMCU + block]) }

  /// Walks a frame's entropy-coded data.
  ///
  /// - Parameters:
  ///   - jpeg: the frame that `headers` were parsed from.
  ///   - headers: kept by the scan.
  ///   - detail: what to record besides positions and DC values.
  /// - Returns: what was damaged. Damage never throws: the good MCUs are usable.
  public mutating func walk(
    _ jpeg: Span<UInt8>, headers: borrowing JPEGHeaders, detail: Detail = .dc
  ) -> WalkReport {
    self.headers = copy headers
    return walk(jpeg, detail: detail)
  }

  /// Parses a frame's headers into the scan's own, which keep their memory, and walks its entropy-coded data.
  ///
  /// - Parameters:
  ///   - jpeg: the frame from its first byte.
  ///   - size: the required size, in pixels; a frame of another size is not walked. `nil` takes any that so many bytes can hold.
  ///   - detail: what to record besides positions and DC values.
  /// - Returns: what was damaged, or `nil` for a frame of another size.
  /// - Throws: as ``JPEGHeaders/parse(_:)``. The scan must then not be used.
  public mutating func read(
    _ jpeg: Span<UInt8>, of size: PixelSize?, detail: Detail = .dc
  ) throws(JPEGError) -> WalkReport? {
    try headers.parse(jpeg)
    let own = headers.layout.size
    return own == size || size == nil && own.canBeHeld(from: jpeg.count) ? walk(jpeg, detail: detail) : nil
  }

  private mutating func walk(_ jpeg: Span<UInt8>, detail: Detail) -> WalkReport {
    self.detail = detail
    tables.fit(layout, detail)
    entropy.read(jpeg, from: headers.scanStart)
    decoder.prepare(for: headers)
    ScanWalker.plan(headers, into: &plan)
    finder.find(in: entropy, decoder, plan: plan)
    var report = WalkReport()
    isPlain = entropy.isPlain
    walkSegments(into: &report)
    isWhole = report.isWhole
    if !isWhole || report.extraneousBytes > 0 || report.misnumberedRestarts > 0 { isPlain = false }
    return report
  }

  /// Assigns each interval between restart markers (T.81, E.2.4) its segment of the data.
  private mutating func walkSegments(into report: inout WalkReport) {
    let total = layout.mcuCount
    let interval = headers.restartInterval == 0 ? total : headers.restartInterval
    var next = 0  // the MCU that is due
    var number = 0  // of the interval that is due
    var piece = 0  // the first of the finder's that isn't in an earlier segment
    for index in 0..<entropy.segments.count where next < total {
      let segment = entropy.segments[index]
      if let marker = segment.marker {
        if headers.restartInterval == 0 {
          // Unannounced markers: the position of the following data is unknown.
          report.misnumberedRestarts += 1
          break
        }
        // As in libjpeg's jpeg_resync_to_restart: a number one or two ahead means that intervals were lost, one or two
        // behind that this one is out of place; others mean nothing.
        let ahead = (Int(marker) - (number - 1)) & 7
        if ahead != 0 { report.misnumberedRestarts += 1 }
        if ahead == 1 || ahead == 2 {
          let resumed = min(total, next + ahead * interval)
          skip(from: next, to: resumed, &report)
          next = resumed
          number += ahead
          if next == total { break }
        } else if ahead >= 6 {
          continue
        }
      }
      let end = min(total, next + interval)
      walkInterval(from: next, to: end, segment, piece: &piece, into: &report)
      next = end
      number += 1
    }
    if number != entropy.segments.count { isPlain = false }
    skip(from: next, to: total, &report)
  }

  private mutating func walkInterval(
    from first: Int, to end: Int, _ segment: EntropyData.Segment, piece: inout Int,
    into report: inout WalkReport
  ) {
    let pieces = finder.pieces
    while piece < pieces.count, pieces[piece].stop <= segment.start { piece += 1 }
    let firstPiece = piece
    while piece < pieces.count, pieces[piece].stop <= segment.end { piece += 1 }
    let interval = ScanWalker.Interval(
      first: first, end: end, segment: segment, bytes: entropy.bytes, decoder: decoder,
      plan: plan, blocksPerMCU: layout.blocksPerMCU, lumaBlocks: layout.blocks(of: 0))
    let walked = ScanWalker.walk(
      interval, finder, pieces: firstPiece..<piece, into: &tables, low: detail == .lowFrequencies)
    if walked.mcu == end {
      let padding = UInt8(truncatingIfNeeded: 1 << (-walked.bit & 7) - 1)
      if padding > 0, entropy.bytes[walked.bit / 8] & padding != padding { isPlain = false }
      report.extraneousBytes += segment.end - (walked.bit + 7) / 8
    } else {
      skip(from: walked.mcu, to: end, &report)
    }
  }

  /// Marks MCUs as damaged; their DC values repeat those of the last good MCU.
  private mutating func skip(from first: Int, to end: Int, _ report: inout WalkReport) {
    report.damage(from: first, to: end)
    let blocks = layout.blocksPerMCU
    let lumaBlocks = layout.blocks(of: 0)
    for mcu in first..<end {
      tables.starts[mcu] = 0
      tables.lengths[mcu] = 0
      for block in 0..<blocks {
        let component = layout.component(ofBlock: block)
        let last = Int(layout.firstBlock[component]) + layout.blocks(of: component) - 1
        tables.dc[mcu * blocks + block] = mcu == 0 ? 0 : tables.dc[(mcu - 1) * blocks + last]
      }
      if detail == .lowFrequencies {
        for block in 0..<lumaBlocks { tables.low[mcu * lumaBlocks + block] = .zero }
      }
    }
  }
}
