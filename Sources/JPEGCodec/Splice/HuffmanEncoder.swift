import CJPEG

/// Codes for symbols, from the tables used by a scan (ITU-T T.81, C.2).
struct HuffmanEncoder: Sendable {
  /// For each of the four tables of DC, then of AC, and each symbol: the code, followed by zeros for the magnitude's bits, and in the
  /// lowest 5 how long both are; 0 for none. After an AC table's symbols, by the run of zeros and the value from -16 to 15, the codes
  /// with their magnitudes.
  private var entries = [UInt32](repeating: 0, count: Self.base(.ac, 4))

  /// Where a table begins.
  private static func base(_ kind: HuffmanCodes.Class, _ index: Int) -> Int {
    kind == .dc ? index * 256 : 4 * 256 + index * (256 + 16 * 32)
  }

  init(_ headers: borrowing JPEGHeaders) {
    for number in 0..<headers.layout.componentCount {
      let (dc, ac) = (headers.components[number].dc, headers.components[number].ac)
      let before = 0..<number
      if !before.contains(where: { headers.components[$0].dc == dc }) { build(.dc, dc, headers.codes) }
      if !before.contains(where: { headers.components[$0].ac == ac }) { build(.ac, ac, headers.codes) }
    }
  }

  private mutating func build(_ kind: HuffmanCodes.Class, _ index: Int, _ codes: HuffmanCodes) {
    let base = Self.base(kind, index)
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
    guard kind == .ac else { return }
    for value in -16..<16 {
      let (size, bits) = (Self.size(value), Self.bits(value))
      for run in 0..<16 {
        let entry = entries[base + run << 4 + size]
        entries[base + 256 + run << 5 + value + 16] = entry == 0 ? 0 : entry | bits << 5
      }
    }
  }

  /// How many bits a value's magnitude has.
  @inline(__always)
  private static func size(_ value: Int) -> Int { Int.bitWidth &- value.magnitude.leadingZeroBitCount }

  /// The value's magnitude. Negative values are coded as the ones' complement of theirs.
  private static func bits(_ value: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: (value &+ value &>> 63) & (1 &<< size(value) &- 1))
  }

  /// Whether two tables have a code for every symbol that an 8-bit picture may need.
  func isComplete(dc: Int, ac: Int) -> Bool {
    for size in 0...HuffmanDecoder.largestDC where entries[Self.base(.dc, dc) + size] == 0 { return false }
    let base = Self.base(.ac, ac)
    for run in 0...15 {
      for size in 1...HuffmanDecoder.largestAC where entries[base + run << 4 + size] == 0 { return false }
    }
    return entries[base] != 0 && entries[base + 0xF0] != 0
  }

  /// Appends a code and the value's magnitude bits (T.81, F.1.2.1). `table` is 0...3.
  @inline(__always)
  func putDC(_ table: Int, difference: Int, into sink: inout BitSink) {
    let size = Self.size(difference)
    let entry = UInt64(entries[table &* 256 &+ size])
    let bits = UInt64(truncatingIfNeeded: difference &+ difference &>> 63) & (1 &<< UInt64(size) &- 1)
    sink.append { end, words in end.put(entry &>> 5 | bits, count: Int(entry & 31), into: &words) }
  }

  /// A component's codes of differences of DC and of AC, as `cjpeg_coding` has them.
  typealias Codes = (dc: UnsafePointer<UInt32>, ac: UnsafePointer<UInt32>)

  /// Lends the codes of two components to C.
  @unsafe
  func withCodes(
    of first: JPEGHeaders.Component, _ second: JPEGHeaders.Component, _ body: (Codes, Codes) -> Void
  ) {
    precondition(
      max(first.dc, first.ac, second.dc, second.ac) < 4 && min(first.dc, first.ac, second.dc, second.ac) >= 0)
    // SAFETY: there are as many tables.
    unsafe entries.withUnsafeBufferPointer { codes in
      guard let codes = codes.baseAddress else { return }
      unsafe body(
        (codes + Self.base(.dc, first.dc), codes + Self.base(.ac, first.ac)),
        (codes + Self.base(.dc, second.dc), codes + Self.base(.ac, second.ac)))
    }
  }

  /// Appends a block's AC coefficients (T.81, F.1.2.2): the 64 quantized coefficients from `start` on, in
  /// natural order; values outside -1023...1023 are clamped. `table` is 0...3.
  @inline(__always)
  func putAC(_ table: Int, _ block: Span<Int16>, start: Int, into sink: inout BitSink) {
    precondition(start >= 0 && start + 64 <= block.count && (0...3).contains(table))
    // SAFETY: the block and the table were checked, and the call keeps no pointer.
    unsafe block.withUnsafeBufferPointer { block in
      unsafe entries.withUnsafeBufferPointer { codes in
        guard let block = block.baseAddress, let codes = codes.baseAddress else { return }
        unsafe sink.appendWords(atMost: 27) { bits in
          unsafe cjpeg_put_ac(block + start, codes + Self.base(.ac, table), &bits)
        }
      }
    }
  }
}
