/// A growing string of bits, kept in 64-bit words in file order.
struct BitSink: Sendable {
  /// The end of a string of bits. Code that appends a lot keeps it and the words at hand.
  struct End: Sendable {
    var wordCount = 0
    /// The bits after the last complete word, left-aligned, followed by zeros.
    var rest: UInt64 = 0
    /// How many there are, 0...63.
    var restCount = 0

    /// Appends the lowest `count` bits of `bits` (1...64), which has zeros above them.
    @inline(__always)
    mutating func put(_ bits: UInt64, count: Int, into words: inout MutableSpan<UInt64>) {
      let room = 64 &- restCount
      if count < room {
        rest |= bits &<< UInt64(truncatingIfNeeded: room &- count)
        restCount = restCount &+ count
      } else {
        let left = count &- room
        words[wordCount] = (rest | bits &>> UInt64(truncatingIfNeeded: left)).bigEndian
        wordCount = wordCount &+ 1
        // Shifting by 64 leaves nothing.
        rest = left == 0 ? 0 : bits &<< UInt64(truncatingIfNeeded: 64 &- left)
        restCount = left
      }
    }
  }

  /// Complete words, big-endian in memory.
  private(set) var words: [UInt64]
  private(set) var end = End()

  /// `capacity` is in bits; nothing is allocated below that.
  init(capacity: Int) {
    words = [UInt64](repeating: 0, count: capacity / 64 + 3)
  }

  var bitCount: Int { end.wordCount * 64 + end.restCount }

  mutating func removeAll() { end = End() }

  /// How many bits fit.
  var capacity: Int { (words.count - 3) * 64 }

  mutating func ensure(capacity: Int) {
    let needed = capacity / 64 + 3
    if words.count < needed { words += [UInt64](repeating: 0, count: needed - words.count) }
  }

  /// Appends the lowest `count` bits of `bits` (1...64), which has zeros above them.
  @inline(__always)
  mutating func put(_ bits: UInt64, count: Int) {
    append { end, words in end.put(bits, count: count, into: &words) }
  }

  /// Appends whatever the closure puts; see ``End/put(_:count:into:)``.
  @inline(__always)
  mutating func append(_ body: (inout End, inout MutableSpan<UInt64>) -> Void) {
    var last = end
    var span = words.mutableSpan
    body(&last, &span)
    end = last
  }

  /// Appends the bits from `first` up to `stop` of `data`, which must continue for 9 bytes beyond them.
  mutating func copy(_ data: RawSpan, from first: Int, to stop: Int) {
    guard stop > first else { return }
    var at = first >> 3
    let shift = first & 7
    var remaining = stop - first
    if remaining >= 64 {
      let count = remaining >> 6
      let start = end.wordCount
      let output = end.restCount
      var carried = end.rest
      var target = words.mutableSpan
      for index in start..<start + count {
        let word = Self.load(data, at, shift)
        target[index] = (carried | word &>> UInt64(output)).bigEndian
        carried = (word &<< 1) &<< UInt64(63 &- output)
        at &+= 8
      }
      end.wordCount += count
      end.rest = carried
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

  /// Makes the bits readable by ``copy(_:from:to:)``: moves the rest into the words, followed by two words of zeros.
  mutating func seal() {
    words[end.wordCount] = end.rest.bigEndian
    for index in end.wordCount + 1..<min(end.wordCount + 3, words.count) { words[index] = 0 }
  }

  /// Pads with ones to a whole byte and appends all bytes, with FF stuffed (T.81, B.1.1.5 and F.1.2.3).
  ///
  /// - Returns: the offset after the last byte, or `nil` if there is no room.
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
  /// Copies all bits of another sink into this empty one, and seals it; there must be room.
  mutating func append(_ other: BitSink) {
    precondition(bitCount == 0 && words.count >= other.end.wordCount + 3)
    let source = other.words.span
    var target = words.mutableSpan
    for index in 0..<other.end.wordCount { target[index] = source[index] }
    end = other.end
    seal()
  }
}
