import CJPEG

/// The eight Huffman tables that a scan may refer to, as in DHT (ITU-T T.81, B.2.4.2): four of class DC, four of
/// class AC. A table consists of its sixteen counts of codes by length, then its symbols.
struct HuffmanCodes: Sendable, Equatable {
  enum Class: Int { case dc = 0, ac = 1 }

  private static let stride = 16 + 256
  private var bytes = [UInt8](repeating: 0, count: 8 * stride)
  /// One bit for each defined table.
  private(set) var defined: UInt8 = 0

  /// Makes a set without tables.
  init() {}

  /// The tables of T.81 K.3 at indices 0 (luma) and 1 (chroma) of both classes.
  static let standard: HuffmanCodes = {
    var result = HuffmanCodes()
    let segment = StandardHuffmanTables.segment
    _ = result.read(segment.span, from: 4, to: segment.count)
    return result
  }()

  private static func number(_ kind: Class, _ index: Int) -> Int { kind.rawValue * 4 + index }

  mutating func removeAll() { defined = 0 }

  func isDefined(_ kind: Class, _ index: Int) -> Bool { defined & 1 << Self.number(kind, index) != 0 }

  /// How many codes of `length` bits (1...16) a table has.
  @inline(__always)
  func count(_ kind: Class, _ index: Int, length: Int) -> Int {
    Int(bytes[Self.number(kind, index) * Self.stride + length - 1])
  }

  /// The symbol at index `rank` in code order.
  @inline(__always)
  func symbol(_ kind: Class, _ index: Int, rank: Int) -> UInt8 {
    bytes[Self.number(kind, index) * Self.stride + 16 + rank]
  }

  /// The number of codes in a table.
  func count(_ kind: Class, _ index: Int) -> Int {
    var sum = 0
    for length in 1...16 { sum += count(kind, index, length: length) }
    return sum
  }

  /// Fills an undefined table at index 0 or 1 with the standard one; `false` if it stays undefined.
  mutating func complete(_ kind: Class, _ index: Int) -> Bool {
    if isDefined(kind, index) { return true }
    guard index < 2 else { return false }
    copy(kind, index, from: .standard, index)
    return true
  }

  /// Copies one table.
  mutating func copy(_ kind: Class, _ index: Int, from other: HuffmanCodes, _ otherIndex: Int) {
    let target = Self.number(kind, index) * Self.stride
    let source = Self.number(kind, otherIndex) * Self.stride
    for offset in 0..<Self.stride { bytes[target + offset] = other.bytes[source + offset] }
    defined |= 1 << Self.number(kind, index)
  }

  /// Whether a table has the same codes for the same symbols as another.
  func agrees(_ kind: Class, _ index: Int, with other: HuffmanCodes, _ otherIndex: Int) -> Bool {
    let a = Self.number(kind, index) * Self.stride
    let b = Self.number(kind, otherIndex) * Self.stride
    for offset in 0..<16 + count(kind, index) where bytes[a + offset] != other.bytes[b + offset] {
      return false
    }
    return true
  }

  /// Reads the contents of a DHT segment.
  ///
  /// - Returns: what is wrong with it, or `nil`.
  mutating func read(_ data: Span<UInt8>, from start: Int, to end: Int) -> String? {
    var at = start
    while at < end {
      guard at + 17 <= end else { return "cut short" }
      let kind = Int(data[at] >> 4)
      let index = Int(data[at] & 15)
      guard kind <= 1, index <= 3 else { return "a table of class \(kind), number \(index)" }
      var total = 0
      var free = 1
      for length in 1...16 {
        let count = Int(data[at + length])
        total += count
        free = 2 * free - count
        guard free >= 0 else { return "more codes of \(length) bits than are possible" }
      }
      guard total <= 256, at + 17 + total <= end else { return "cut short" }
      let target = (kind * 4 + index) * Self.stride
      for offset in 0..<16 + total { bytes[target + offset] = data[at + 1 + offset] }
      for offset in 16 + total..<Self.stride { bytes[target + offset] = 0 }
      defined |= 1 << (kind * 4 + index)
      at += 17 + total
    }
    return nil
  }
}
