import CJPEG

/// Codes for symbols, from the tables used by a scan (ITU-T T.81, C.2).
struct HuffmanEncoder: Sendable {
  /// For each of the eight tables and each symbol: the code, followed by zeros for the magnitude's bits, and in the lowest 5 how long
  /// both are; 0 for none.
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
        let size = kind == .dc ? symbol : symbol & 15
        // Others aren't written: values are clamped.
        if size <= (kind == .dc ? HuffmanDecoder.largestDC : HuffmanDecoder.largestAC),
          entries[base + symbol] == 0
        {
          entries[base + symbol] = UInt32(code << (size + 5) | length + size)
        }
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

  /// Appends a code and the value's magnitude bits (T.81, F.1.2.1). `table` is 0...3.
  @inline(__always)
  func putDC(_ table: Int, difference: Int, into sink: inout BitSink) {
    let entries = entries.span
    sink.append { end, words in
      Self.put(entries, table &* 256, difference, &end, &words)
    }
  }

  /// Appends a value's code and magnitude bits; `first` is the entry for its run of zeros with size 0.
  @inline(__always)
  @_lifetime(words: copy words)
  private static func put(
    _ entries: Span<UInt32>, _ first: Int, _ value: Int, _ end: inout BitSink.End,
    _ words: inout MutableSpan<UInt64>
  ) {
    let size = Int.bitWidth &- value.magnitude.leadingZeroBitCount
    let entry = UInt64(entries[first &+ size])
    // Negative values are coded as the ones' complement of their magnitude.
    let bits = UInt64(truncatingIfNeeded: value &+ value &>> 63) & (1 &<< UInt64(size) &- 1)
    end.put(entry &>> 5 | bits, count: Int(entry & 31), into: &words)
  }

  /// A component's codes of differences of DC and of AC, 256 of each.
  typealias Codes = (dc: UnsafePointer<UInt32>, ac: UnsafePointer<UInt32>)

  /// Lends the codes of two components to C.
  @unsafe
  func withCodes(
    of first: JPEGHeaders.Component, _ second: JPEGHeaders.Component, _ body: (Codes, Codes) -> Void
  ) {
    precondition(
      max(first.dc, first.ac, second.dc, second.ac) < 4 && min(first.dc, first.ac, second.dc, second.ac) >= 0)
    // SAFETY: there are 256 codes for each of 8 tables.
    unsafe entries.withUnsafeBufferPointer { codes in
      guard let codes = codes.baseAddress else { return }
      unsafe body(
        (codes + first.dc * 256, codes + (4 + first.ac) * 256),
        (codes + second.dc * 256, codes + (4 + second.ac) * 256))
    }
  }

  /// Appends a block's AC coefficients (T.81, F.1.2.2): the 64 quantized coefficients from `start` on, in
  /// natural order; values outside -1023...1023 are clamped. `table` is 0...3.
  @inline(__always)
  func putAC(_ table: Int, _ block: Span<Int16>, start: Int, into sink: inout BitSink) {
    precondition(start >= 0 && start + 64 <= block.count && (0...3).contains(table))
    // SAFETY: the block was checked, there are 256 codes for each of 8 tables, and the call keeps no pointer.
    unsafe block.withUnsafeBufferPointer { block in
      unsafe entries.withUnsafeBufferPointer { codes in
        guard let block = block.baseAddress, let codes = codes.baseAddress else { return }
        unsafe sink.appendWords(atMost: 27) { bits in
          unsafe cjpeg_put_ac(block + start, codes + (4 + table) * 256, &bits)
        }
      }
    }
  }
}
