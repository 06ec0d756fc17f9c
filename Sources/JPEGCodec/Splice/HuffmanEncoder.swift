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
    var last = 0
    for k in 1..<64 {
      let value = Int(block[start + Int(ZigZag.natural[k])])
      if value == 0 { continue }
      var run = k - last - 1
      while run > 15 {
        putAC(table, symbol: 0xF0, into: &sink)
        run -= 16
      }
      put(4 + table, run: run, value: max(-1023, min(1023, value)), into: &sink)
      last = k
    }
    if last < 63 { putAC(table, symbol: 0, into: &sink) }
  }
}
