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
    // SAFETY: the cursor stays inside, as the walk found this MCU whole.
    let data = unsafe entropy.bytes.span.bytes
    var cursor = BitCursor(bit: Int(tables.starts[mcu]), data)
    for block in 0..<blocks {
      let component = headers.components[layout.component(ofBlock: block)]
      skipDC(&cursor, component.dc, data)
      let end = readAC(&cursor, component.ac, data) { number, value in
        // SAFETY: the number is 1...63, natural positions are below 64, and there is room for all blocks.
        unsafe coefficients[unchecked: 64 &* block &+ Int(ZigZag.natural[number])] = value
      }
      guard end != nil else { return false }
    }
    return true
  }

  /// Reads a block's AC coefficients, at least to number `last`.
  ///
  /// - Parameter store: takes the number and value of each that isn't 0.
  /// - Returns: the number of the next one, 64 at the block's end; `nil` for invalid data.
  @inline(__always)
  func readAC(
    _ cursor: inout BitCursor, _ table: Int, _ data: RawSpan, through last: Int = 63,
    _ store: (_ number: Int, _ value: Int16) -> Void
  ) -> Int? {
    let singles = decoder.single.span
    var k = 1
    while k <= last {
      cursor.refill(data)
      // SAFETY: 12 bits of the window plus the base of a table 0...3 are below 4 × skipSize.
      let entry = Int(
        unsafe singles[
          unchecked: table &* HuffmanDecoder.skipSize &+ Int(truncatingIfNeeded: cursor.window &>> 52)])
      var value = 0
      if entry == 0 {
        guard let full = ScanWalker.readSymbol(&cursor, &k, decoder, table, data) else { return nil }
        value = full
      } else {
        let (length, size) = (entry &>> 11, entry &>> 7 & 15)
        value = cursor.value(after: length, size: size)
        cursor.consume(length &+ size)
        k = k &+ entry & 127
        if k > 64 { return entry & 127 == HuffmanDecoder.blockEnd ? 64 : nil }
      }
      if value != 0 { store(k &- 1, Int16(truncatingIfNeeded: value)) }
    }
    return k
  }

  /// Skips a DC code and its difference.
  @inline(__always)
  func skipDC(_ cursor: inout BitCursor, _ table: Int, _ data: RawSpan) {
    cursor.refill(data)
    let entry = Int(decoder.dc[table * HuffmanDecoder.dcSize + Int(cursor.window >> 55)])
    if entry > 0 {
      cursor.consume(entry & 63)
    } else {
      let symbol = decoder.symbol(.dc, table, window: cursor.window)
      cursor.consume(symbol.length + symbol.value)
      cursor.refill(data)
    }
  }
}
