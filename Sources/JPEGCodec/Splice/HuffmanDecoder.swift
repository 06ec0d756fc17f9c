/// Look-up tables for walking and reading entropy-coded data (ITU-T T.81, F.2.2.3), for all tables of a scan.
///
/// Walking needs no values, only the end of each block. So an AC look-up of ``skipBits`` bits covers as many complete
/// symbols as these bits determine, including their magnitude bits: two or three in webcam pictures.
struct HuffmanDecoder: Sendable {
  /// Bits of the AC look-up: 8 KiB a table, so that two fit in the first-level cache along with the data.
  static let skipBits = 12
  static let skipSize = 1 << skipBits
  /// Bits of the DC look-up; only the two longest standard DC codes exceed it.
  static let dcBits = 9
  static let dcSize = 1 << dcBits
  /// The most bits that a ``skip`` entry advances, so that three fit into a refilled bit cursor.
  static let largestSkip = 18
  /// In a ``skip`` entry's advance: the block ends here.
  static let endOfBlock = 128
  /// In a ``skip`` entry's advance: the bits don't determine it; read one symbol in full.
  static let unknown = 512
  /// The largest categories of 8-bit pictures (T.81, F.1.2.1.1 and F.1.2.2.1).
  static let largestDC = 11
  static let largestAC = 10

  /// For each AC table: bits to skip (6 bits) and how far the index of the coefficient moves (10 bits).
  private(set) var skip = [UInt16](repeating: 0, count: 4 * skipSize)
  /// For each AC table: the length of the first code (8 bits) and its symbol (8 bits); 0: a longer code.
  private(set) var single = [UInt16](repeating: 0, count: 4 * skipSize)
  /// For each DC table: bits of code and difference together (6 bits) and the code's length (10 bits); 0: unknown.
  private(set) var dc = [UInt16](repeating: 0, count: 4 * dcSize)
  /// For each of the eight tables and each length 1...16: the first code larger than all of this length, left-aligned
  /// in 16 bits; and what to add to a code to get its rank.
  private var limits = [Int32](repeating: 0, count: 8 * 17)
  private var offsets = [Int32](repeating: 0, count: 8 * 17)
  /// The codes that the tables represent.
  private(set) var codes = HuffmanCodes()

  init() {}

  /// Updates the tables that the scan uses; almost free if they haven't changed.
  mutating func prepare(for headers: borrowing JPEGHeaders) {
    for number in 0..<headers.layout.componentCount {
      let component = headers.components[number]
      prepare(.dc, component.dc, for: headers)
      prepare(.ac, component.ac, for: headers)
    }
  }

  private mutating func prepare(_ kind: HuffmanCodes.Class, _ index: Int, for headers: borrowing JPEGHeaders)
  {
    if codes.isDefined(kind, index), codes.agrees(kind, index, with: headers.codes, index) { return }
    codes.copy(kind, index, from: headers.codes, index)
    build(kind, index)
  }

  private mutating func build(_ kind: HuffmanCodes.Class, _ index: Int) {
    var code = 0
    var rank = 0
    let base = (kind.rawValue * 4 + index) * 17
    for length in 1...16 {
      let count = codes.count(kind, index, length: length)
      offsets[base + length] = Int32(rank - code)
      code += count
      rank += count
      limits[base + length] = Int32(code << (16 - length))
      code <<= 1
    }
    switch kind {
    case .dc:
      for bits in 0..<Self.dcSize { dc[index * Self.dcSize + bits] = dcEntry(index, bits) }
    case .ac:
      for bits in 0..<Self.skipSize {
        let symbol = symbol(.ac, index, window: UInt64(bits) << (64 - Self.skipBits))
        let known = symbol.length > 0 && symbol.length <= Self.skipBits
        single[index * Self.skipSize + bits] = known ? UInt16(symbol.length << 8 | symbol.value) : 0
        skip[index * Self.skipSize + bits] = skipEntry(index, bits)
      }
    }
  }

  private func dcEntry(_ index: Int, _ bits: Int) -> UInt16 {
    let symbol = symbol(.dc, index, window: UInt64(bits) << (64 - Self.dcBits))
    guard symbol.length > 0, symbol.length <= Self.dcBits, symbol.value <= Self.largestDC else { return 0 }
    return UInt16(symbol.length << 6 | (symbol.length + symbol.value))
  }

  private func skipEntry(_ index: Int, _ bits: Int) -> UInt16 {
    var used = 0
    var advance = 0
    // The code must lie within the look-up's bits; its magnitude bits may go beyond.
    while used < Self.skipBits {
      let symbol = symbol(.ac, index, window: UInt64(bits) << (64 - Self.skipBits + used))
      guard symbol.length > 0, used + symbol.length <= Self.skipBits else { break }
      let (run, size) = (symbol.value >> 4, symbol.value & 15)
      guard size <= Self.largestAC else { break }
      if size == 0 && run != 15 {
        return UInt16((advance + Self.endOfBlock) << 6 | (used + symbol.length))
      }
      guard advance + run + 1 <= 63, used + symbol.length + size <= Self.largestSkip else { break }
      advance += run + 1
      used += symbol.length + size
    }
    return UInt16(used == 0 ? Self.unknown << 6 : advance << 6 | used)
  }

  /// Reads one code from `window`, left-aligned bits, by comparing lengths (T.81, F.2.2.3); `length` is 0 if
  /// there is no such code.
  @inline(never)
  func symbol(_ kind: HuffmanCodes.Class, _ index: Int, window: UInt64) -> (length: Int, value: Int) {
    let base = (kind.rawValue * 4 + index) * 17
    let bits = Int32(window >> 48)
    for length in 1...16 where bits < limits[base + length] {
      let rank = bits >> Int32(16 - length) + offsets[base + length]
      return (length, Int(codes.symbol(kind, index, rank: Int(rank))))
    }
    return (0, 0)
  }
}
