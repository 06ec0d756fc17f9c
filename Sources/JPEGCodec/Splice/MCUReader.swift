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
    // SAFETY: bytes have no padding bits.
    let data = unsafe entropy.bytes.span.bytes
    var bit = Int(tables.starts[mcu])
    for block in 0..<blocks {
      let component = headers.components[layout.component(ofBlock: block)]
      skipDC(&bit, component.dc, data)
      guard readAC(&bit, component.ac, data, into: &coefficients, start: 64 * block) != nil else {
        return false
      }
    }
    return true
  }

  /// Reads a block's AC coefficients other than 0; the walk must have found the block whole.
  ///
  /// - Parameters:
  ///   - bit: behind the DC difference; then behind what was read.
  ///   - isLow: only the lowest 4 × 4, in rows of four instead of eight; what follows them may be left. The place after
  ///     them is overwritten.
  ///   - coefficients: receives them from `start` on.
  /// - Returns: the number of the next one, 64 at the block's end; `nil` for invalid data.
  @inline(__always)
  func readAC(
    _ bit: inout Int, _ table: Int, _ data: RawSpan, isLow: Bool = false,
    into coefficients: inout MutableSpan<Int16>, start: Int
  ) -> Int? {
    precondition((0...3).contains(table) && start >= 0 && start + (isLow ? 17 : 64) <= coefficients.count)
    let codes = decoder.single.span
    var place = cjpeg_place(bit: bit, number: 1)
    while true {
      // SAFETY: the table and the coefficients' places were checked; the data are the walk's, padded behind each block; and the
      // call keeps no pointer.
      let knowsAll = unsafe data.withUnsafeBytes { data in
        unsafe codes.withUnsafeBufferPointer { codes in
          unsafe coefficients.withUnsafeMutableBufferPointer { output in
            unsafe cjpeg_read_ac(
              data.assumingMemoryBound(to: UInt8.self).baseAddress!, &place, isLow ? 1 : 0,
              codes.baseAddress! + table * HuffmanDecoder.skipSize, output.baseAddress! + start) != 0
          }
        }
      }
      bit = place.bit
      if knowsAll { return place.number < 0 ? nil : Int(place.number) }
      var cursor = BitCursor(bit: bit, data)
      var number = Int(place.number)
      guard let value = ScanWalker.readSymbol(&cursor, &number, decoder, table, data) else { return nil }
      if value != 0 {
        let at = Int(cjpeg_place_of(CInt(number - 1), isLow ? 1 : 0))
        coefficients[start + at] = Int16(truncatingIfNeeded: value)
      }
      place = cjpeg_place(bit: cursor.bit, number: Int32(number))
    }
  }

  /// Skips a DC code and its difference.
  @inline(__always)
  func skipDC(_ bit: inout Int, _ table: Int, _ data: RawSpan) {
    let window = BitCursor(bit: bit, data).window
    let entry = Int(decoder.dc[table * HuffmanDecoder.dcSize + Int(window >> 55)])
    if entry > 0 {
      bit += entry & 63
    } else {
      let symbol = decoder.symbol(.dc, table, window: window)
      bit += symbol.length + symbol.value
    }
  }
}
