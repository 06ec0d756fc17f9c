/// Codes for symbols, made from the tables that a scan names (ITU-T T.81, C.2).
struct HuffmanEncoder: Sendable {
  /// For each of the eight tables and each symbol: the code, and its length in the lowest 8 bits; 0: there is none.
  private var entries = [UInt32](repeating: 0, count: 8 * 256)

  init(_ headers: borrowing JPEGHeaders) {
    for number in 0..<headers.layout.componentCount {
      build(.dc, headers.components[number].dc, headers.codes)
      build(.ac, headers.components[number].ac, headers.codes)
    }
  }

  private mutating func build(_ kind: HuffmanCodes.Class, _ index: Int, _ codes: HuffmanCodes) {
    let base = (kind.rawValue * 4 + index) * 256
    for symbol in 0..<256 { entries[base + symbol] = 0 }
    var code = 0
    var rank = 0
    for length in 1...16 {
      for _ in 0..<codes.count(kind, index, length: length) {
        let symbol = Int(codes.symbol(kind, index, rank: rank))
        if entries[base + symbol] == 0 { entries[base + symbol] = UInt32(code << 8 | length) }
        code += 1
        rank += 1
      }
      code <<= 1
    }
  }

  /// Whether two tables have a code for every symbol that an 8-bit picture may need.
  func isComplete(dc: Int, ac: Int) -> Bool {
    for size in 0...HuffmanDecoder.largestDC where entries[dc * 256 + size] == 0 { return false }
    for run in 0...15 {
      for size in 1...HuffmanDecoder.largestAC where entries[(4 + ac) * 256 + run << 4 + size] == 0 {
        return false
      }
    }
    return entries[(4 + ac) * 256] != 0 && entries[(4 + ac) * 256 + 0xF0] != 0
  }

  /// Appends a code and the value's magnitude bits (T.81, F.1.2.1 and F.1.2.2).
  ///
  /// - Parameters:
  ///   - table: 0...3 for DC, 4...7 for AC.
  ///   - run: zeros before an AC coefficient, 0...15.
  @inline(__always)
  func put(_ table: Int, run: Int, value: Int, into sink: inout BitSink) {
    let size = Int.bitWidth &- value.magnitude.leadingZeroBitCount
    let entry = UInt64(entries[table &* 256 &+ run &<< 4 &+ size])
    // Negative values are coded as the ones' complement of their magnitude.
    let bits = UInt64(truncatingIfNeeded: value &+ value &>> 63) & (1 &<< UInt64(size) &- 1)
    sink.put((entry &>> 8) &<< UInt64(size) | bits, count: Int(entry & 255) &+ size)
  }

  /// Appends the code of a symbol without magnitude bits: 0x00 for the block's end, 0xF0 for sixteen zeros.
  @inline(__always)
  func putAC(_ table: Int, symbol: Int, into sink: inout BitSink) {
    let entry = UInt64(entries[(4 + table) * 256 + symbol])
    sink.put(entry >> 8, count: Int(entry & 255))
  }

  /// Appends a block's AC coefficients.
  ///
  /// - Parameter block: 64 quantized coefficients from `start` on, in natural order; each in -1023...1023.
  func putAC(_ table: Int, _ block: Span<Int16>, start: Int, into sink: inout BitSink) {
    precondition(start >= 0 && start + 64 <= block.count)
    var remaining = Self.places(block, start)
    var last = 0
    while remaining != 0 {
      let k = remaining.trailingZeroBitCount
      remaining &= remaining &- 1
      // SAFETY: places are below 64, and so are natural positions; the block's end was checked above.
      let value = unsafe Int(block[unchecked: start &+ Int(ZigZag.natural[k])])
      var run = k &- last &- 1
      while run > 15 {
        putAC(table, symbol: 0xF0, into: &sink)
        run = run &- 16
      }
      put(4 &+ table, run: run, value: max(-1023, min(1023, value)), into: &sink)
      last = k
    }
    if last < 63 { putAC(table, symbol: 0, into: &sink) }
  }

  /// A bit for each AC coefficient that isn't 0, by its number in the order of coding. Most are.
  @inline(__always)
  private static func places(_ block: Span<Int16>, _ start: Int) -> UInt64 {
    // SAFETY: Int16 has no padding bits; the caller checked the 64 values.
    let bytes = unsafe block.bytes
    var natural: UInt64 = 0
    // Four values a word: masks of vectors are taken apart lane by lane, which costs far more.
    for word in 0..<16 {
      let values = unsafe UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: (start &+ 4 &* word) &* 2, as: UInt64.self))
      let top: UInt64 = 0x8000_8000_8000_8000
      // A lane's top bit: whether the lane isn't 0.
      let set = ((values & ~top) &+ ~top | values) & top
      // The four bits side by side.
      let four = ((set &>> 15) &* 0x0001_0002_0004_0008) &>> 48
      natural |= four &<< UInt64(4 &* word)
    }
    natural &= ~1
    var coded: UInt64 = 0
    while natural != 0 {
      coded |= 1 &<< UInt64(ZigZag.number[natural.trailingZeroBitCount])
      natural &= natural &- 1
    }
    return coded
  }
}
