import CJPEG

/// Codes for symbols, from the tables used by a scan (ITU-T T.81, C.2).
struct HuffmanEncoder: Sendable {
  /// For each of the eight tables and each symbol: the code, with its length in the lowest 8 bits; 0 for none.
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
    end.put((entry &>> 8) &<< UInt64(size) | bits, count: Int(entry & 255) &+ size, into: &words)
  }

  /// Appends a block's AC coefficients (T.81, F.1.2.2): the 64 quantized coefficients from `start` on, in
  /// natural order; values outside -1023...1023 are clamped. `table` is 0...3.
  func putAC(_ table: Int, _ block: Span<Int16>, start: Int, into sink: inout BitSink) {
    precondition(start >= 0 && start + 64 <= block.count)
    let entries = entries.span
    let base = (4 &+ table) &* 256
    sink.append { end, words in
      var remaining = Self.places(block, start)
      var last = 0
      while remaining != 0 {
        let k = remaining.trailingZeroBitCount
        remaining &= remaining &- 1
        // SAFETY: places are below 64, and so are natural positions; the block's end was checked above.
        let value = unsafe Int(block[unchecked: start &+ Int(ZigZag.natural[k])])
        var run = k &- last &- 1
        while run > 15 {
          let zeros = UInt64(entries[base &+ 0xF0])
          end.put(zeros &>> 8, count: Int(zeros & 255), into: &words)
          run = run &- 16
        }
        Self.put(entries, base &+ run &<< 4, max(-1023, min(1023, value)), &end, &words)
        last = k
      }
      if last < 63 {
        let stop = UInt64(entries[base])
        end.put(stop &>> 8, count: Int(stop & 255), into: &words)
      }
    }
  }

  /// One bit for each AC coefficient other than 0, by its number in coding order. Most are 0.
  @inline(__always)
  private static func places(_ block: Span<Int16>, _ start: Int) -> UInt64 {
    // SAFETY: the caller checked the 64 values, and the call keeps no pointer.
    var natural = unsafe block.withUnsafeBufferPointer { values in
      guard let values = values.baseAddress else { return 0 as UInt64 }
      return unsafe cjpeg_nonzero(values + start)
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
