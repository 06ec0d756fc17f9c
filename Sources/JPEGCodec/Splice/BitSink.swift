import CJPEG

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

  /// Lends the end to C, which appends at most `count` words.
  @unsafe @inline(__always)
  mutating func appendWords(atMost count: Int, _ body: (inout cjpeg_bits) -> Void) {
    precondition(end.wordCount + count < words.count)
    unsafe words.withUnsafeMutableBufferPointer { words in
      var bits = unsafe cjpeg_bits(
        words: words.baseAddress, word_count: end.wordCount, rest: end.rest, rest_count: CInt(end.restCount))
      unsafe body(&bits)
      end = unsafe End(wordCount: bits.word_count, rest: bits.rest, restCount: Int(bits.rest_count))
    }
  }

  /// Appends the bits from `first` up to `stop` of `data`, which must continue for 9 bytes beyond them.
  mutating func copy(_ data: RawSpan, from first: Int, to stop: Int) {
    var (first, count) = (first, stop - first)
    guard count >= 64 else {
      if count > 0 { put(Self.load(data, first >> 3, first & 7) >> UInt64(64 - count), count: count) }
      return
    }
    // Up to a whole byte, then byte by byte.
    let room = -end.restCount & 7
    if room > 0 { put(Self.load(data, first >> 3, first & 7) >> UInt64(64 - room), count: room) }
    first += room
    count -= room
    let (start, bytes) = (bitCount >> 3, (count + 7) >> 3)
    words[end.wordCount] = end.rest.bigEndian
    precondition(first >= 0 && first >> 3 + bytes < data.byteCount && start + bytes <= 8 * words.count)
    // SAFETY: both places were checked, and the call keeps no pointer.
    unsafe data.withUnsafeBytes { input in
      unsafe words.withUnsafeMutableBytes { output in
        guard let from = unsafe input.assumingMemoryBound(to: UInt8.self).baseAddress,
          let to = unsafe output.assumingMemoryBound(to: UInt8.self).baseAddress
        else { return }
        unsafe cjpeg_copy_bits(from + first >> 3, CInt(first & 7), bytes, to + start)
      }
    }
    let last = bitCount + count
    end = End(wordCount: last >> 6, restCount: last & 63)
    // Shifting by 64 leaves nothing.
    end.rest = UInt64(bigEndian: words[end.wordCount]) & ~(UInt64.max >> UInt64(end.restCount))
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

  /// Pads with ones to a whole byte and takes all bytes out, with FF stuffed (T.81, B.1.1.5 and F.1.2.3).
  ///
  /// - Returns: the offset after the last byte, or `nil` if there is no room.
  mutating func stuff(into output: inout MutableSpan<UInt8>, at offset: Int) -> Int? {
    let odd = bitCount & 7
    if odd > 0 { put(1 << UInt64(8 - odd) - 1, count: 8 - odd) }
    return takeBytes(into: &output, at: offset)
  }

  /// The same for whole bytes only: the bits after them stay.
  mutating func takeBytes(into output: inout MutableSpan<UInt8>, at offset: Int) -> Int? {
    seal()
    // SAFETY: words have no padding bits.
    guard let at = unsafe Self.stuff(words.span.bytes, count: bitCount / 8, into: &output, at: offset) else {
      return nil
    }
    end = End(rest: end.rest << UInt64(end.restCount & 56), restCount: end.restCount & 7)
    return at
  }

  @_lifetime(output: copy output)
  private static func stuff(
    _ input: RawSpan, count total: Int, into output: inout MutableSpan<UInt8>, at offset: Int
  ) -> Int? {
    var (read, at) = (0, offset)
    while read < total {
      let count = min(total - read, output.count - at)
      let copied = copyToFF(input, from: read, count: count, to: &output, at: at)
      read += copied
      at += copied
      guard read < total else { break }
      // An FF, or no more room.
      guard copied < count, at + 2 <= output.count else { return nil }
      output[at] = 0xFF
      output[at + 1] = 0
      read += 1
      at += 2
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
