/// Writes one row of MCUs of a canvas, independently of all other rows: a restart marker separates rows (ITU-T T.81,
/// E.1.4), so several writers can write rows concurrently.
///
/// MCUs are appended from left to right: copied from a walked scan as bits, coded from coefficients, or taken from a
/// ``CodedRun``. Nothing is allocated after `init`.
public struct ScanRowWriter: ~Copyable, Sendable {
  private let headers: JPEGHeaders
  private let encoder: HuffmanEncoder
  private var sink: BitSink
  /// The last DC coefficient of each component.
  private var predictors: InlineArray<3, Int> = [0, 0, 0]
  private var firstSites = DCSites()
  private var coefficients: [Int16]
  /// MCUs in the row so far.
  public private(set) var mcuCount = 0

  /// Makes a writer with room for any row of the canvas.
  ///
  /// - Parameter canvas: headers made by ``JPEGHeaders/canvas(size:like:)``.
  public init(canvas: JPEGHeaders) {
    headers = canvas
    encoder = HuffmanEncoder(canvas)
    // With tables for 8-bit pictures and codes of 16 bits, no block takes more than 27 + 63 × 26 bits.
    sink = BitSink(capacity: canvas.layout.columns * canvas.layout.blocksPerMCU * 2048)
    coefficients = [Int16](repeating: 0, count: 64 * canvas.layout.blocksPerMCU)
  }

  private var layout: ScanLayout { headers.layout }

  /// Starts a new row.
  public mutating func begin() {
    sink.removeAll()
    predictors = [0, 0, 0]
    mcuCount = 0
  }

  /// Copies MCUs bit for bit, except for the first DC differences.
  ///
  /// - Parameters:
  ///   - scan: a scan whose headers the canvas `canCarry`.
  ///   - mcus: in one row of the scan; no more than fit in this row.
  /// - Returns: `false` if one of them is damaged; nothing is written then.
  public mutating func copy(_ scan: borrowing WalkedScan, mcus: Range<Int>) -> Bool {
    precondition(mcuCount + mcus.count <= layout.columns && mcus.upperBound <= scan.layout.mcuCount)
    precondition(mcus.lowerBound >= 0 && scan.layout.hasSameBlocks(as: layout))
    guard scan.isWhole || mcus.allSatisfy({ scan.isGood(mcu: $0) }) else { return false }
    let interval = scan.headers.restartInterval
    // SAFETY: bytes have no padding bits; BitSink checks its loads.
    let data = unsafe scan.entropy.bytes.span.bytes
    var first = mcus.lowerBound
    while first < mcus.upperBound {
      // Up to the next place where the source resets its predictors.
      let end = interval == 0 ? mcus.upperBound : min(mcus.upperBound, (first / interval + 1) * interval)
      let stop = Int(scan.tables.starts[end - 1]) + Int(scan.tables.lengths[end - 1])
      append(data, from: Int(scan.tables.starts[first]), to: stop, scan.sites(mcu: first), count: end - first)
      for component in 0..<layout.componentCount {
        let block = Int(layout.firstBlock[component]) + layout.blocks(of: component) - 1
        predictors[component] = scan.dc(mcu: end - 1, block: block)
      }
      first = end
    }
    return true
  }

  /// Recodes MCUs of a scan whose tables differ.
  ///
  /// - Parameters:
  ///   - scan: with the same blocks in an MCU.
  ///   - mcus: in the scan; no more than fit in this row.
  ///   - requantizer: from the scan's to the canvas' quantization; `nil` if they are the same, so that the
  ///     coefficients are unchanged.
  /// - Returns: `false` if one of them is damaged; nothing is written then.
  public mutating func recode(
    _ scan: borrowing WalkedScan, mcus: Range<Int>, requantizer: borrowing Requantizer? = nil
  ) -> Bool {
    precondition(mcus.lowerBound >= 0 && mcus.upperBound <= scan.layout.mcuCount)
    precondition(scan.layout.hasSameBlocks(as: layout))
    guard scan.isWhole || mcus.allSatisfy({ scan.isGood(mcu: $0) }) else { return false }
    for mcu in mcus {
      var scratch: [Int16] = []
      swap(&scratch, &coefficients)
      var span = scratch.mutableSpan
      _ = scan.readMCU(mcu, into: &span)
      requantizer?.apply(to: &span, layout: scan.layout)
      encode(scratch.span)
      swap(&scratch, &coefficients)
    }
    return true
  }

  /// Codes one MCU.
  ///
  /// - Parameter mcu: 64 quantized coefficients in natural order for each block of an MCU. A DC outside
  ///   -1024...1023 and an AC outside -1023...1023, which no 8-bit picture has, are clamped.
  public mutating func encode(_ mcu: Span<Int16>) {
    precondition(mcuCount < layout.columns && mcu.count >= 64 * layout.blocksPerMCU)
    for block in 0..<layout.blocksPerMCU {
      let component = layout.component(ofBlock: block)
      let value = max(-1024, min(1023, Int(mcu[64 * block])))
      let start = sink.bitCount
      putDC(component, value)
      if mcuCount == 0 && block == Int(layout.firstBlock[component]) { note(component, start, value) }
      encoder.putAC(headers.components[component].ac, mcu, start: 64 * block, into: &sink)
    }
    mcuCount += 1
  }

  /// Appends MCUs captured earlier, in a writer of the same canvas.
  public mutating func append(_ run: borrowing CodedRun) {
    precondition(mcuCount + run.mcuCount <= layout.columns)
    guard run.mcuCount > 0 else { return }
    // SAFETY: words have no padding bits; BitSink checks its loads.
    let data = unsafe run.sink.words.span.bytes
    append(data, from: 0, to: run.sink.bitCount, run.sites, count: run.mcuCount)
    predictors = run.lastDC
  }

  /// Stores the MCUs since ``begin()`` in a run, for ``append(_:)``.
  public func capture(into run: inout CodedRun) {
    run.sink.removeAll()
    // Leave room for busier content, so that recoding a run rarely allocates.
    if sink.bitCount > run.sink.capacity { run.sink.ensure(capacity: max(2 * sink.bitCount, 256 * mcuCount)) }
    run.sink.append(sink)
    run.sites = firstSites
    run.lastDC = predictors
    run.mcuCount = mcuCount
  }

  /// Ends the row: pads and stuffs it, and adds the marker: RSTn, or EOI after the canvas' last row.
  ///
  /// - Parameters:
  ///   - row: of MCUs on the canvas.
  ///   - output: receives the row.
  ///   - offset: where in the output the row goes.
  /// - Returns: the offset after it.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  public mutating func finish(
    row: Int, into output: inout MutableSpan<UInt8>, at offset: Int
  ) throws(JPEGError) -> Int {
    precondition(mcuCount == layout.columns)
    return try restart(layout.marker(afterRow: row), into: &output, at: offset)
  }

  /// Ends an interval, also within a row: pads and stuffs it, and starts predicting anew.
  ///
  /// - Parameters:
  ///   - marker: the second byte of the marker behind it; `nil` for none.
  ///   - output: receives what isn't written yet.
  ///   - offset: where it goes.
  /// - Returns: the offset after it.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  mutating func restart(
    _ marker: UInt8?, into output: inout MutableSpan<UInt8>, at offset: Int
  ) throws(JPEGError) -> Int {
    predictors = [0, 0, 0]
    guard let end = sink.stuff(into: &output, at: offset), end + 2 <= output.count else {
      throw .noRoom(capacity: output.count)
    }
    guard let marker else { return end }
    output[end] = 0xFF
    output[end + 1] = marker
    return end + 2
  }

  /// Goes on in the next row of a scan whose rows depend on each other.
  ///
  /// - Returns: the offset after what was written; a last bit or seven follow with the next.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  mutating func wrap(into output: inout MutableSpan<UInt8>, at offset: Int) throws(JPEGError) -> Int {
    mcuCount = 0
    guard let end = sink.takeBytes(into: &output, at: offset) else { throw .noRoom(capacity: output.count) }
    return end
  }

  private mutating func append(_ data: RawSpan, from start: Int, to end: Int, _ sites: DCSites, count: Int) {
    var at = start
    for component in 0..<layout.componentCount {
      sink.copy(data, from: at, to: sites.starts[component])
      let place = sink.bitCount
      putDC(component, sites.values[component])
      if mcuCount == 0 { note(component, place, sites.values[component]) }
      at = sites.ends[component]
    }
    sink.copy(data, from: at, to: end)
    mcuCount += count
  }

  @inline(__always)
  private mutating func putDC(_ component: Int, _ value: Int) {
    encoder.putDC(headers.components[component].dc, difference: value - predictors[component], into: &sink)
    predictors[component] = value
  }

  private mutating func note(_ component: Int, _ start: Int, _ value: Int) {
    firstSites.starts[component] = start
    firstSites.ends[component] = sink.bitCount
    firstSites.values[component] = value
  }
}
