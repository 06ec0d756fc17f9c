/// A string of bits that grows at its end, kept in 64-bit words in the order of a file.
struct BitSink: Sendable {
  /// Whole words, big-endian in memory.
  private(set) var words: [UInt64]
  private(set) var wordCount = 0
  /// The bits after the last whole word, left-aligned, zeros behind.
  private(set) var rest: UInt64 = 0
  /// How many these are, 0...63.
  private(set) var restCount = 0

  /// - Parameter capacity: in bits; nothing is allocated below that.
  init(capacity: Int) {
    words = [UInt64](repeating: 0, count: capacity / 64 + 3)
  }

  var bitCount: Int { wordCount * 64 + restCount }

  mutating func removeAll() {
    wordCount = 0
    rest = 0
    restCount = 0
  }

  mutating func ensure(capacity: Int) {
    let needed = capacity / 64 + 3
    if words.count < needed { words += [UInt64](repeating: 0, count: needed - words.count) }
  }

  /// Appends the lowest `count` bits of `bits` (1...64), which has zeros above them.
  @inline(__always)
  mutating func put(_ bits: UInt64, count: Int) {
    let room = 64 &- restCount
    if count < room {
      rest |= bits &<< UInt64(truncatingIfNeeded: room &- count)
      restCount = restCount &+ count
    } else {
      let left = count &- room
      words[wordCount] = (rest | bits &>> UInt64(truncatingIfNeeded: left)).bigEndian
      wordCount = wordCount &+ 1
      // A shift by 64 leaves nothing.
      rest = left == 0 ? 0 : bits &<< UInt64(truncatingIfNeeded: 64 &- left)
      restCount = left
    }
  }

  /// Appends the bits from `first` to before `end` of `data`, which goes on for 9 bytes beyond them.
  mutating func copy(_ data: RawSpan, from first: Int, to end: Int) {
    guard end > first else { return }
    var at = first >> 3
    let shift = first & 7
    var remaining = end - first
    if remaining >= 64 {
      let count = remaining >> 6
      let start = wordCount
      let output = restCount
      var carried = rest
      var target = words.mutableSpan
      for index in start..<start + count {
        let word = Self.load(data, at, shift)
        target[index] = (carried | word &>> UInt64(output)).bigEndian
        carried = (word &<< 1) &<< UInt64(63 &- output)
        at &+= 8
      }
      wordCount += count
      rest = carried
      remaining &= 63
    }
    if remaining > 0 { put(Self.load(data, at, shift) >> UInt64(64 - remaining), count: remaining) }
  }

  @inline(__always)
  private static func load(_ data: RawSpan, _ at: Int, _ shift: Int) -> UInt64 {
    // SAFETY: any bytes make a UInt64; both loads check their bounds.
    let word = unsafe UInt64(bigEndian: data.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
    let last = unsafe UInt64(data.unsafeLoadUnaligned(fromByteOffset: at &+ 8, as: UInt8.self))
    return word &<< UInt64(shift) | last &>> UInt64(8 &- shift)
  }

  /// Makes the bits readable by ``copy(_:from:to:)``: the rest gets into the words, with two words of zeros behind.
  mutating func seal() {
    words[wordCount] = rest.bigEndian
    for index in wordCount + 1..<min(wordCount + 3, words.count) { words[index] = 0 }
  }

  /// Fills up with ones to a whole byte and appends all bytes with FF stuffed (T.81, B.1.1.5 and F.1.2.3).
  ///
  /// - Returns: the offset behind the last byte, or `nil` where there is no room.
  mutating func stuff(into output: inout MutableSpan<UInt8>, at offset: Int) -> Int? {
    let odd = bitCount & 7
    if odd > 0 { put(1 << UInt64(8 - odd) - 1, count: 8 - odd) }
    seal()
    let total = bitCount / 8
    // SAFETY: words and bytes have no padding bits and any value is one.
    let input = unsafe words.span.bytes
    let room = output.count
    var target = unsafe output.mutableBytes
    var read = 0
    var at = offset
    while read < total {
      while read &+ 8 <= total, at &+ 8 <= room {
        // SAFETY: 8 bytes from `read` lie below `total`, from `at` below `room`.
        let word = unsafe input.unsafeLoadUnaligned(fromUncheckedByteOffset: read, as: UInt64.self)
        if (~word &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080 != 0 { break }
        unsafe target.storeBytes(of: word, toUncheckedByteOffset: at, as: UInt64.self)
        read &+= 8
        at &+= 8
      }
      let stop = min(total, read + 8)
      while read < stop {
        guard at + 2 <= room else { return nil }
        let byte = unsafe input.unsafeLoad(fromByteOffset: read, as: UInt8.self)
        target.storeBytes(of: byte, toByteOffset: at, as: UInt8.self)
        read += 1
        at += 1
        if byte == 0xFF {
          target.storeBytes(of: 0, toByteOffset: at, as: UInt8.self)
          at += 1
        }
      }
    }
    return at
  }
}

extension BitSink {
  /// Takes over all bits of another and seals itself; the room must be there.
  mutating func append(_ other: BitSink) {
    precondition(bitCount == 0 && words.count >= other.wordCount + 3)
    for index in 0..<other.wordCount { words[index] = other.words[index] }
    wordCount = other.wordCount
    rest = other.rest
    restCount = other.restCount
    seal()
  }
}
