/// The walk where the starts of blocks were found before. It looks for no block's end, so a processor reads one block's
/// values while it waits for those of others.
extension ScanWalker {
  /// Walks the MCUs of an interval.
  ///
  /// - Parameters:
  ///   - finder: what was found in the scan. Nothing in `tables` or the result depends on it.
  ///   - pieces: those of the interval's segment.
  /// - Returns: the first unreadable MCU, or the interval's end; and the bit after the last readable one.
  static func walk(
    _ interval: Interval, _ finder: borrowing BlockFinder, pieces: Range<Int>, into tables: inout MCUTables,
    low: Bool
  ) -> (mcu: Int, bit: Int) {
    var position = Position(mcu: interval.first, bit: interval.segment.start * 8)
    let blocks = interval.blocksPerMCU
    var isReadable = true
    for number in pieces {
      let piece = finder.pieces[number]
      var (index, bit) = (piece.first, piece.bit)
      while isReadable, position.mcu < interval.end, index + blocks <= piece.last {
        if bit > position.bit {
          isReadable = walk(interval, &position, upTo: bit, into: &tables, low: low)
        } else if bit < position.bit {
          for _ in 0..<blocks {
            index += 1
            bit = BlockFinder.whole(finder.starts[index], after: bit)
          }
        } else {
          let end = min(interval.end, position.mcu + (piece.last - index) / blocks)
          isReadable = read(
            interval, &position, to: end, finder.starts, from: index, &tables.starts, &tables.lengths,
            &tables.dc, &tables.low, low: low)
          break
        }
      }
    }
    if isReadable { _ = walk(interval, &position, into: &tables, low: low) }
    return (position.mcu, position.bit)
  }

  /// Reads MCUs up to number `end`, whose blocks start at `found` from `index` on.
  ///
  /// - Returns: `false` if the MCU at the position reached is unreadable.
  private static func read(
    _ interval: Interval, _ position: inout Position, to end: Int, _ found: [UInt16], from first: Int,
    _ starts: inout [UInt32], _ lengths: inout [UInt16], _ values: inout [Int16],
    _ lows: inout [SIMD4<Int16>], low: Bool
  ) -> Bool {
    let plan = interval.plan.span
    let blocks = interval.blocksPerMCU
    let decoder = interval.decoder
    // SAFETY: bytes without padding bits; blocks end inside their piece, and codes read beyond one in the padding.
    let data = unsafe interval.bytes.span.bytes
    let differences = decoder.dc.span
    let found = found.span
    let places = termPlaces
    let placeSpan = places.span
    var startSpan = starts.mutableSpan
    var lengthSpan = lengths.mutableSpan
    var valueSpan = values.mutableSpan
    var lowSpan = lows.mutableSpan
    // SAFETY: any bytes are terms.
    var lowBytes = unsafe lowSpan.mutableBytes
    var predictors = position.predictors
    var bit = position.bit
    var index = first
    for mcu in position.mcu..<end {
      let start = bit
      for block in 0..<blocks {
        // SAFETY: the plan has an entry for each block of an MCU.
        let step = unsafe plan[unchecked: block]
        var cursor = BitCursor(bit: bit, data)
        guard let difference = readDifference(&cursor, decoder, differences, step.dc, data) else {
          return false
        }
        let value = predictors[step.component] &+ difference
        predictors[step.component] = value
        guard isDC(value) else { return false }
        index = index &+ 1
        // SAFETY: the piece has a start after each block; tables have room for all blocks, as in a walk without pieces.
        bit = unsafe BlockFinder.whole(found[unchecked: index], after: bit)
        unsafe valueSpan[unchecked: mcu &* blocks &+ block] = Int16(truncatingIfNeeded: value)
        if low && step.isLuma {
          let offset = 8 &* (mcu &* interval.lumaBlocks &+ block)
          readTerms(at: cursor.bit, decoder, step.ac, data, placeSpan, into: &lowBytes, offset)
        }
      }
      unsafe startSpan[unchecked: mcu] = UInt32(truncatingIfNeeded: start)
      unsafe lengthSpan[unchecked: mcu] = UInt16(truncatingIfNeeded: bit &- start)
      position.mcu = mcu &+ 1
      position.bit = bit
    }
    position.predictors = predictors
    return true
  }

  /// Reads a block's coefficients (1,0), (0,1) and (1,1), without branches: the first four codes, of which at least
  /// those up to (1,1) count.
  @inline(__always)
  @_lifetime(terms: copy terms)
  private static func readTerms(
    at start: Int, _ decoder: borrowing HuffmanDecoder, _ table: Int, _ data: RawSpan, _ places: Span<UInt8>,
    into terms: inout MutableRawSpan, _ offset: Int
  ) {
    let singles = decoder.single.span
    let base = table &* HuffmanDecoder.skipSize
    // SAFETY: here and below, offset + 8 is inside the terms: see above.
    unsafe terms.storeBytes(of: 0, toUncheckedByteOffset: offset, as: UInt64.self)
    var (bit, k, entry) = (start, 1, 0)
    for _ in 0..<2 {
      // Two codes of at most 22 bits from 57.
      var window = BitCursor(bit: bit, data).window
      for _ in 0..<2 {
        // SAFETY: 12 bits of the window plus the base of a table 0...3 are below 4 × skipSize.
        entry = Int(unsafe singles[unchecked: base &+ Int(truncatingIfNeeded: window &>> 52)])
        let (length, size) = (entry &>> 11, entry &>> 7 & 15)
        window = window &<< UInt64(truncatingIfNeeded: length)
        // As BitCursor's value, unless the size is 0.
        let sign = ~(Int64(bitPattern: window) &>> 63)
        let magnitude = (window ^ UInt64(bitPattern: sign)) &>> UInt64(truncatingIfNeeded: 0 &- size)
        let value = (Int64(bitPattern: magnitude) ^ sign) &- sign
        k = k &+ entry & 127
        // SAFETY: k is at most 1 + 4 × 64.
        unsafe terms.storeBytes(
          of: Int16(truncatingIfNeeded: value), toUncheckedByteOffset: offset &+ Int(places[unchecked: k]),
          as: Int16.self)
        window = window &<< UInt64(truncatingIfNeeded: size)
        bit = bit &+ length &+ size
      }
    }
    unsafe terms.storeBytes(of: 0, toUncheckedByteOffset: offset &+ 6, as: Int16.self)
    // A code that the table doesn't have, before (1,1) or where it stood.
    if entry == 0 && k <= 5 {
      unsafe terms.storeBytes(
        of: termsInFull(at: start, decoder, table, data), toUncheckedByteOffset: offset, as: UInt64.self)
    }
  }

  /// By the index of the coefficient after one, the byte at which it goes among a block's terms; most go to the last
  /// term, which is unused.
  private static let termPlaces: [UInt8] = (0..<264).map { $0 == 2 ? 0 : $0 == 3 ? 2 : $0 == 5 ? 4 : 6 }

  @inline(never)
  private static func termsInFull(
    at bit: Int, _ decoder: borrowing HuffmanDecoder, _ table: Int, _ data: RawSpan
  ) -> UInt64 {
    var cursor = BitCursor(bit: bit, data)
    var terms: UInt64 = 0
    _ = readLow(&cursor, decoder, table, data, &terms)
    return (terms & 0xFFFF_FFFF_FFFF).littleEndian
  }
}
