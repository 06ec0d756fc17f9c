import CJPEG

/// The walk through entropy-coded data (ITU-T T.81, F.2.2), which finds the start of each MCU and its DC values.
///
/// Never reads a byte outside the data, whatever its bits say: a block starts inside its segment, takes at most
/// `EntropyData.padding` bytes, and the walk checks that it ended inside before the next.
enum ScanWalker {
  /// MCUs between two restart markers, and everything needed to read them.
  struct Interval {
    let first: Int
    let end: Int
    let segment: EntropyData.Segment
    let bytes: [UInt8]
    let decoder: HuffmanDecoder
    let plan: [cjpeg_step]
    let blocksPerMCU: Int
    let lumaBlocks: Int
  }

  /// One entry for each block of an MCU. Allocates only the first time.
  static func plan(_ headers: borrowing JPEGHeaders, into plan: inout [cjpeg_step]) {
    plan.removeAll(keepingCapacity: true)
    for block in 0..<headers.layout.blocksPerMCU {
      let component = headers.layout.component(ofBlock: block)
      let tables = headers.components[component]
      plan.append(
        cjpeg_step(
          component: UInt8(component), dc: UInt8(tables.dc), ac: UInt8(tables.ac),
          has_terms: component == 0 ? 1 : 0))
    }
  }

  /// How far a walk has come: the next MCU, the bit at which it starts, and each component's last DC value.
  struct Position {
    var mcu: Int
    var bit: Int
    var predictors: (Int32, Int32, Int32) = (0, 0, 0)
  }

  /// Walks to the first MCU that starts at `bit` or after it, or to the interval's end.
  ///
  /// - Returns: `false` if the MCU at the position reached is unreadable.
  static func walk(
    _ interval: Interval, _ position: inout Position, upTo bit: Int = .max, into tables: inout MCUTables,
    low: Bool
  ) -> Bool {
    // Two copies of the loop, specialized for either case.
    low
      ? walk(
        interval, &position, bit, &tables.starts, &tables.lengths, &tables.offsets, &tables.dc, &tables.low,
        low: true)
      : walk(
        interval, &position, bit, &tables.starts, &tables.lengths, &tables.offsets, &tables.dc, &tables.low,
        low: false)
  }

  @inline(__always)
  private static func walk(
    _ interval: borrowing Interval, _ position: inout Position, _ stop: Int, _ starts: inout [UInt32],
    _ lengths: inout [UInt16], _ offsets: inout [UInt16], _ values: inout [Int16],
    _ lows: inout [SIMD4<Int16>], low: Bool
  ) -> Bool {
    let plan = interval.plan.span
    let blocks = interval.blocksPerMCU
    let lumaBlocks = interval.lumaBlocks
    let limit = interval.segment.end * 8
    let decoder = interval.decoder
    // SAFETY: bytes without padding bits; the cursor stays inside, as said above.
    let data = unsafe interval.bytes.span.bytes
    let differences = decoder.dc.span
    var startSpan = starts.mutableSpan
    var lengthSpan = lengths.mutableSpan
    var offsetSpan = offsets.mutableSpan
    var valueSpan = values.mutableSpan
    var lowSpan = lows.mutableSpan
    var predictors: InlineArray<3, Int> = [
      Int(position.predictors.0), Int(position.predictors.1), Int(position.predictors.2),
    ]
    var start = position.bit
    var cursor = BitCursor(bit: start, data)
    for mcu in position.mcu..<interval.end {
      if start >= stop { break }
      for block in 0..<blocks {
        if cursor.bit >= limit { return false }
        // SAFETY: as for the values below.
        unsafe offsetSpan[unchecked: mcu &* blocks &+ block] = UInt16(truncatingIfNeeded: cursor.bit &- start)
        cursor.refill(data)
        // SAFETY: the plan has an entry for each block of an MCU.
        let step = unsafe plan[unchecked: block]
        guard let difference = readDifference(&cursor, decoder, differences, Int(step.dc), data) else {
          return false
        }
        let value = predictors[Int(step.component)] &+ difference
        predictors[Int(step.component)] = value
        guard isDC(value) else { return false }
        // SAFETY: there are blocksPerMCU values for each MCU, and mcu < end ≤ the number of MCUs.
        unsafe valueSpan[unchecked: mcu &* blocks &+ block] = Int16(truncatingIfNeeded: value)
        var k = 1
        if low && step.has_terms != 0 {
          var terms: UInt64 = 0
          k = readLow(&cursor, decoder, Int(step.ac), data, &terms)
          // SAFETY: as above, lumaBlocks for each MCU; the luma's blocks come first. Four Int16 are as wide as a word.
          unsafe lowSpan[unchecked: mcu &* lumaBlocks &+ block] = unsafeBitCast(
            (terms & 0xFFFF_FFFF_FFFF).littleEndian, to: SIMD4<Int16>.self)
          if k < 0 { return false }
          if k > 63 { continue }
        }
        if !skip(&cursor, from: k, decoder, Int(step.ac), data) { return false }
      }
      let bit = cursor.bit
      if bit > limit { return false }
      unsafe startSpan[unchecked: mcu] = UInt32(truncatingIfNeeded: start)
      unsafe lengthSpan[unchecked: mcu] = UInt16(truncatingIfNeeded: bit &- start)
      start = bit
      position.mcu = mcu &+ 1
      position.bit = bit
    }
    position.predictors = (Int32(predictors[0]), Int32(predictors[1]), Int32(predictors[2]))
    return true
  }

  /// Whether a value is one of a DC of 8-bit samples: 11 bits wide with its sign (T.81, F.1.1.5.1).
  @inline(__always)
  static func isDC(_ value: Int) -> Bool { value == (value &<< 53) &>> 53 }

  /// Reads a block's DC difference and leaves the cursor, which has 49 bits or more, with 20 less.
  ///
  /// - Returns: `nil` for invalid bits.
  @inline(__always)
  static func readDifference(
    _ cursor: inout BitCursor, _ decoder: borrowing HuffmanDecoder, _ differences: Span<UInt16>, _ table: Int,
    _ data: RawSpan
  ) -> Int? {
    // SAFETY: 9 bits of the window plus the base of a table 0...3 are below 4 × dcSize.
    let entry = Int(
      unsafe differences[
        unchecked: table &* HuffmanDecoder.dcSize &+ Int(truncatingIfNeeded: cursor.window &>> 55)])
    if entry != 0 {
      let length = entry &>> 6
      let size = entry & 63 &- length
      let value = cursor.value(after: length, size: size)
      cursor.consume(length &+ size)
      return value
    }
    guard let long = readLongDifference(cursor, decoder, table) else { return nil }
    cursor.consume(long.bits)
    cursor.refill(data)
    return long.value
  }

  @inline(never)
  private static func readLongDifference(
    _ cursor: BitCursor, _ decoder: borrowing HuffmanDecoder, _ table: Int
  ) -> (value: Int, bits: Int)? {
    let symbol = decoder.symbol(.dc, table, window: cursor.window)
    guard symbol.length > 0, symbol.value <= HuffmanDecoder.largestDC else { return nil }
    return (cursor.value(after: symbol.length, size: symbol.value), symbol.length &+ symbol.value)
  }

  /// Moves the cursor, which has 36 bits or more, from a block's AC coefficient number `k` to the block's
  /// end.
  ///
  /// - Returns: `false` if the bits aren't a code, or the block has more than 64 coefficients.
  @inline(__always)
  static func skip(
    _ cursor: inout BitCursor, from first: Int, _ decoder: borrowing HuffmanDecoder, _ table: Int,
    _ data: RawSpan
  ) -> Bool {
    let entries = decoder.skip.span
    let base = (2 &* table &+ 1) &* HuffmanDecoder.skipSize
    var k = first
    var entry = 0
    while true {
      // Three look-ups a round, of at most 18 bits: two from the rest of the last refill (56 bits, less 20 for a DC
      // difference or 18 for the third look-up), one after the refill.
      // SAFETY: 12 bits of the window plus the base of one of 8 tables are below 8 × skipSize.
      entry = Int(unsafe entries[unchecked: base &+ Int(truncatingIfNeeded: cursor.window &>> 52)])
      cursor.consume(entry &>> 10)
      k = k &+ entry & 1023
      if k < 64 {
        entry = Int(unsafe entries[unchecked: base &+ Int(truncatingIfNeeded: cursor.window &>> 52)])
        cursor.consume(entry &>> 10)
        k = k &+ entry & 1023
        if k < 64 {
          cursor.refill(data)
          entry = Int(unsafe entries[unchecked: base &+ Int(truncatingIfNeeded: cursor.window &>> 52)])
          cursor.consume(entry &>> 10)
          k = k &+ entry & 1023
          if k < 64 { continue }
        }
      }
      let beyond = k &- HuffmanDecoder.endOfBlock
      if k == 64 || (beyond > 0 && beyond < 64) { return true }
      // One symbol in full: a long code, or a block's last one if the look-up saw more symbols after it.
      k = k &- entry & 1023
      cursor = BitCursor(bit: cursor.bit &- entry &>> 10, data)
      guard readSymbol(&cursor, &k, decoder, table, data) != nil else { return false }
      if k > 63 { return true }
    }
  }

  /// Reads one AC symbol and its value, leaves the cursor refilled and `k` after the coefficient; at 64 if the block
  /// ends.
  ///
  /// - Returns: the coefficient, 0 for a run of zeros or the block's end; `nil` for invalid bits.
  @inline(never)
  static func readSymbol(
    _ cursor: inout BitCursor, _ k: inout Int, _ decoder: borrowing HuffmanDecoder, _ table: Int,
    _ data: RawSpan
  ) -> Int? {
    cursor.refill(data)
    let symbol = decoder.symbol(.ac, table, window: cursor.window)
    let (run, size) = (symbol.value >> 4, symbol.value & 15)
    guard symbol.length > 0, size <= HuffmanDecoder.largestAC else { return nil }
    if size == 0 && run != 15 {
      cursor.consume(symbol.length)
      k = 64
    } else {
      guard k + run <= 63 else { return nil }
      k += run + 1
      let value = cursor.value(after: symbol.length, size: size)
      cursor.consume(symbol.length + size)
      cursor.refill(data)
      return value
    }
    cursor.refill(data)
    return 0
  }

  /// Reads AC coefficients as long as the next may be one of the lowest three. The cursor has 36 bits or
  /// more; `terms` receives the coefficients (1,0), (0,1) and (1,1), 16 bits each from the lowest up.
  ///
  /// - Returns: the number of the next coefficient, 64 at the block's end; -1 for invalid data.
  @inline(__always)
  static func readLow(
    _ cursor: inout BitCursor, _ decoder: borrowing HuffmanDecoder, _ table: Int, _ data: RawSpan,
    _ terms: inout UInt64
  ) -> Int {
    let singles = decoder.single.span
    let base = table &* HuffmanDecoder.skipSize
    var k = 1
    while k <= 4 {
      // SAFETY: 12 bits of the window plus the base of a table 0...3 are below 4 × skipSize.
      let entry = Int(unsafe singles[unchecked: base &+ Int(truncatingIfNeeded: cursor.window &>> 52)])
      var value = 0
      if entry == 0 {
        guard let full = readSymbol(&cursor, &k, decoder, table, data) else { return -1 }
        value = full
      } else {
        let (length, size) = (entry &>> 11, entry &>> 7 & 15)
        value = cursor.value(after: length, size: size)
        cursor.consume(length &+ size)
        k = k &+ entry & 127
        if k > 64 { return 64 }
      }
      cursor.refill(data)
      // The places of coefficients number 1, 2 and 4, by the `k` after them; all others go to the top 16
      // bits, which are unused.
      let place = UInt64(0x3030_2030_1000_3030) &>> UInt64(truncatingIfNeeded: 8 &* min(k, 7)) & 63
      terms |= UInt64(UInt16(truncatingIfNeeded: value)) &<< place
    }
    return k
  }
}
