/// Look-up tables for walking and reading entropy-coded data (ITU-T T.81, F.2.2.3), for all tables of a scan.
///
/// Walking needs no values, only the end of each block. So an AC look-up of ``skipBits`` bits covers as many complete
/// symbols as these bits determine, including their magnitude bits: two or three in webcam pictures.
struct HuffmanDecoder: Sendable {
  /// Bits of the AC look-up: 8 KiB a table, so that a picture's four fit in a first-level cache of 48 KiB.
  static let skipBits = 12
  static let skipSize = 1 << skipBits
  /// Bits of the DC look-up; only the two longest standard DC codes exceed it.
  static let dcBits = 9
  static let dcSize = 1 << dcBits
  /// The most bits that a ``skip`` entry without a DC code advances, so that three fit into a refilled bit cursor. With
  /// one it advances at most 23.
  static let largestSkip = 18
  /// In a ``skip`` entry's advance: the block ends here.
  static let endOfBlock = 128
  /// In a ``single`` entry's advance: likewise.
  static let blockEnd = 64
  /// In a ``skip`` entry's advance: the bits don't determine it; read one symbol in full.
  static let unknown = 512
  /// The largest categories of 8-bit pictures (T.81, F.1.2.1.1 and F.1.2.2.1).
  static let largestDC = 11
  static let largestAC = 10

  /// For each AC table, two of ``skipSize`` entries: how far the index of the coefficient moves (10 bits), and bits to
  /// skip (6 bits). The first is for the start of a block, whose DC code it includes; the second for later bits.
  private(set) var skip = [UInt16](repeating: 0, count: 8 * skipSize)
  /// For each AC table, the DC table that its entries for the start of a block include; -1: none yet.
  private(set) var partner: InlineArray<4, Int> = [-1, -1, -1, -1]
  /// For each AC table, what the first code says: its own length (5 bits), that of the magnitude (4 bits), and how far
  /// the index of the coefficient moves (7 bits; ``blockEnd`` at the block's end). 0: a longer code, or none.
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
    // Where components share an AC table but no DC table, the first one's blocks have theirs.
    for number in (0..<headers.layout.componentCount).reversed() {
      let component = headers.components[number]
      let isFirst = (0..<number).allSatisfy { headers.components[$0].ac != component.ac }
      guard isFirst, partner[component.ac] != component.dc else { continue }
      partner[component.ac] = component.dc
      let base = 2 * component.ac * Self.skipSize
      for bits in 0..<Self.skipSize { skip[base + bits] = skipEntry(component.ac, dc: component.dc, bits) }
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
      for other in 0..<4 where partner[other] == index { partner[other] = -1 }
      for bits in 0..<Self.dcSize { dc[index * Self.dcSize + bits] = dcEntry(index, bits) }
    case .ac:
      partner[index] = -1
      for bits in 0..<Self.skipSize {
        single[index * Self.skipSize + bits] = singleEntry(index, bits)
        skip[(2 * index + 1) * Self.skipSize + bits] = skipEntry(index, dc: nil, bits)
      }
    }
  }

  private func dcEntry(_ index: Int, _ bits: Int) -> UInt16 {
    let symbol = symbol(.dc, index, window: UInt64(bits) << (64 - Self.dcBits))
    guard symbol.length > 0, symbol.length <= Self.dcBits, symbol.value <= Self.largestDC else { return 0 }
    return UInt16(symbol.length << 6 | (symbol.length + symbol.value))
  }

  private func singleEntry(_ index: Int, _ bits: Int) -> UInt16 {
    let symbol = symbol(.ac, index, window: UInt64(bits) << (64 - Self.skipBits))
    let (run, size) = (symbol.value >> 4, symbol.value & 15)
    guard symbol.length > 0, symbol.length <= Self.skipBits, size <= Self.largestAC else { return 0 }
    let advance = size == 0 && run != 15 ? Self.blockEnd : run + 1
    return UInt16(symbol.length << 11 | size << 7 | advance)
  }

  /// What the bits tell of a block from its DC code in table `dc` on, or from an AC code on.
  private func skipEntry(_ index: Int, dc: Int?, _ bits: Int) -> UInt16 {
    var used = 0
    var advance = 0
    if let dc {
      let symbol = symbol(.dc, dc, window: UInt64(bits) << (64 - Self.skipBits))
      guard symbol.length > 0, symbol.length <= Self.skipBits, symbol.value <= Self.largestDC else {
        return UInt16(Self.unknown)
      }
      used = symbol.length + symbol.value
      advance = 1
    }
    // The code must lie within the look-up's bits; its magnitude bits may go beyond.
    while used < Self.skipBits {
      let symbol = symbol(.ac, index, window: UInt64(bits) << (64 - Self.skipBits + used))
      guard symbol.length > 0, used + symbol.length <= Self.skipBits else { break }
      let (run, size) = (symbol.value >> 4, symbol.value & 15)
      guard size <= Self.largestAC else { break }
      if size == 0 && run != 15 {
        return UInt16((used + symbol.length) << 10 | (advance + Self.endOfBlock))
      }
      guard advance + run + 1 <= 63, used + symbol.length + size <= Self.largestSkip else { break }
      advance += run + 1
      used += symbol.length + size
    }
    return UInt16(used == 0 ? Self.unknown : used << 10 | advance)
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
