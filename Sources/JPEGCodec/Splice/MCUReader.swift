import CJPEG

/// Reads the coefficients of single MCUs of a walked scan.
extension WalkedScan {
  /// Reads the quantized coefficients of an MCU, in natural order (row × 8 + column), block after block.
  ///
  /// - Parameters:
  ///   - mcu: 0..<`layout.mcuCount`.
  ///   - coefficients: receives 64 values for each of `layout.blocksPerMCU` blocks.
  /// - Returns: `false` for a damaged MCU, whose blocks then hold only their DC.
  public func readMCU(_ mcu: Int, into coefficients: inout MutableSpan<Int16>) -> Bool {
    let blocks = layout.blocksPerMCU
    precondition(coefficients.count >= 64 * blocks)
    // SAFETY: there is room for all blocks, and the call keeps no pointer.
    unsafe coefficients.withUnsafeMutableBufferPointer { unsafe $0.prefix(64 * blocks).update(repeating: 0) }
    for block in 0..<blocks { coefficients[64 * block] = tables.dc[mcu * blocks + block] }
    guard tables.lengths[mcu] > 0 else { return false }
    return readAC(mcu, blocks: blocks, into: &coefficients, each: 64)
  }

  /// The bit at which a block of a good MCU starts.
  @inline(__always)
  func start(mcu: Int, block: Int) -> Int {
    Int(tables.starts[mcu]) + Int(tables.offsets[mcu * layout.blocksPerMCU + block])
  }

  /// The bit at which its first AC code starts.
  @inline(__always)
  func acStart(mcu: Int, block: Int) -> Int {
    let bit = start(mcu: mcu, block: block)
    // SAFETY: bytes have no padding bits; the data go on behind each block.
    let window = BitCursor(bit: bit, unsafe entropy.bytes.span.bytes).window
    let table = headers.components[layout.component(ofBlock: block)].dc
    let entry = Int(decoder.dc[table * HuffmanDecoder.dcSize + Int(window >> 55)])
    if entry > 0 { return bit + entry & 63 }
    let symbol = decoder.symbol(.dc, table, window: window)
    return bit + symbol.length + symbol.value
  }

  /// Reads AC coefficients other than 0 of a good MCU, of its first blocks.
  ///
  /// - Parameters:
  ///   - isLow: only the lowest 4 × 4, in rows of four instead of eight. The place after these is overwritten.
  ///   - coefficients: receives them, those of a block `each` behind the ones before.
  /// - Returns: `false` for invalid data.
  func readAC(
    _ mcu: Int, blocks: Int, isLow: Bool = false, into coefficients: inout MutableSpan<Int16>, each: Int
  ) -> Bool {
    precondition(each >= (isLow ? 17 : 64) && each * blocks <= coefficients.count)
    for first in stride(from: 0, to: blocks, by: 2) {
      let count = min(2, blocks - first)
      var readers = unsafe InlineArray<2, cjpeg_reader> { number in
        let block = first + min(number, count - 1)
        return unsafe cjpeg_reader(
          place: cjpeg_place(bit: acStart(mcu: mcu, block: block), number: 1), codes: nil, coefficients: nil)
      }
      while true {
        unsafe read(&readers, count, first, isLow, into: &coefficients, each)
        var isWhole = true
        for number in 0..<count {
          let place = unsafe readers[number].place
          if place.number < 0 { return false }
          guard place.number < (isLow ? 25 : 64) else { continue }
          // A code longer than the table's.
          isWhole = false
          var cursor = BitCursor(bit: place.bit, unsafe entropy.bytes.span.bytes)
          var next = Int(place.number)
          let table = headers.components[layout.component(ofBlock: first + number)].ac
          let value = ScanWalker.readSymbol(&cursor, &next, decoder, table, unsafe entropy.bytes.span.bytes)
          guard let value else { return false }
          if value != 0 {
            let at = Int(cjpeg_place_of(CInt(next - 1), isLow ? 1 : 0))
            coefficients[each * (first + number) + at] = Int16(truncatingIfNeeded: value)
          }
          unsafe readers[number].place = cjpeg_place(bit: cursor.bit, number: Int32(next))
        }
        if isWhole { break }
      }
    }
    return true
  }

  /// Reads one or two blocks from their readers' places on.
  @unsafe @inline(__always)
  private func read(
    _ readers: inout InlineArray<2, cjpeg_reader>, _ count: Int, _ first: Int, _ isLow: Bool,
    into coefficients: inout MutableSpan<Int16>, _ each: Int
  ) {
    // SAFETY: tables are numbered 0...3; there is room for each block's coefficients; the data are the walk's, padded behind each
    // block; and the call keeps no pointer.
    unsafe entropy.bytes.withUnsafeBufferPointer { data in
      unsafe decoder.single.withUnsafeBufferPointer { codes in
        unsafe coefficients.withUnsafeMutableBufferPointer { output in
          for number in 0..<count {
            let table = headers.components[layout.component(ofBlock: first + number)].ac
            unsafe readers[number].codes = codes.baseAddress! + table * HuffmanDecoder.skipSize
            unsafe readers[number].coefficients = output.baseAddress! + each * (first + number)
          }
          var span = unsafe readers.mutableSpan
          unsafe span.withUnsafeMutableBufferPointer { readers in
            unsafe cjpeg_read_ac(data.baseAddress!, readers.baseAddress!, CInt(count), isLow ? 1 : 0)
          }
        }
      }
    }
  }
}
