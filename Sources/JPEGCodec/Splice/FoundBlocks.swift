import CJPEG

/// The walk where the starts of blocks were found before. It looks for no block's end, so a processor reads one block's
/// values while it waits for those of others.
extension ScanWalker {
  /// Walks the MCUs of an interval.
  ///
  /// - Parameters:
  ///   - finder: what was found in the scan. Nothing in `tables` or the result depends on it.
  ///   - pieces: those of the interval's segment.
  /// - Returns: the first unreadable MCU, or the interval's end; and the bit after the last readable one.
  static func walk(
    _ interval: Interval, _ finder: borrowing BlockFinder, pieces: Range<Int>, into tables: inout MCUTables,
    low: Bool
  ) -> (mcu: Int, bit: Int) {
    var position = Position(mcu: interval.first, bit: interval.segment.start * 8)
    let blocks = interval.blocksPerMCU
    var isReadable = true
    for number in pieces {
      let piece = finder.pieces[number]
      var (index, bit) = (piece.first, piece.bit)
      while isReadable, position.mcu < interval.end, index + blocks <= piece.last {
        if bit > position.bit {
          isReadable = walk(interval, &position, upTo: bit, into: &tables, low: low)
        } else if bit < position.bit {
          for _ in 0..<blocks {
            index += 1
            bit = BlockFinder.whole(finder.starts[index], after: bit)
          }
        } else {
          let count = min(interval.end - position.mcu, (piece.last - index) / blocks)
          let read = read(interval, &position, count, finder.starts, from: index, into: &tables, low: low)
          guard read < count else { break }
          // One that takes more than the tables.
          isReadable = walk(interval, &position, upTo: position.bit + 1, into: &tables, low: low)
          index += (read + 1) * blocks
          bit = position.bit
        }
      }
    }
    if isReadable { _ = walk(interval, &position, into: &tables, low: low) }
    return (position.mcu, position.bit)
  }

  /// Reads up to `count` MCUs, whose blocks start at `found` from `first` on.
  ///
  /// - Returns: how many; the next one is unreadable, or has codes that the tables don't.
  private static func read(
    _ interval: Interval, _ position: inout Position, _ count: Int, _ found: [UInt16], from first: Int,
    into tables: inout MCUTables, low: Bool
  ) -> Int {
    let (mcu, blocks, lumaBlocks) = (position.mcu, interval.blocksPerMCU, interval.lumaBlocks)
    precondition(interval.plan.count == blocks && first + count * blocks < found.count)
    precondition(mcu + count <= min(tables.starts.count, tables.lengths.count))
    precondition((mcu + count) * blocks <= min(tables.dc.count, tables.offsets.count))
    precondition(!low || (mcu + count) * lumaBlocks <= tables.low.count)
    let decoder = interval.decoder
    var read = 0
    // SAFETY: all places were checked; blocks end inside their piece, and codes read beyond one in the padding; the call
    // keeps no pointer.
    unsafe interval.bytes.withUnsafeBufferPointer { data in
      unsafe decoder.dc.withUnsafeBufferPointer { differences in
        unsafe decoder.single.withUnsafeBufferPointer { codes in
          unsafe interval.plan.withUnsafeBufferPointer { plan in
            unsafe found.withUnsafeBufferPointer { found in
              unsafe tables.withPlaces(mcu, blocks: blocks, lumaBlocks: low ? lumaBlocks : nil) { places in
                unsafe (places.data, places.differences) = (data.baseAddress, differences.baseAddress)
                unsafe (places.codes, places.steps) = (codes.baseAddress, plan.baseAddress)
                unsafe places.found = found.baseAddress! + first
                unsafe (places.bit, places.predictors) = (position.bit, position.predictors)
                unsafe read = cjpeg_read_mcus(&places, count)
                unsafe (position.bit, position.predictors) = (places.bit, places.predictors)
              }
            }
          }
        }
      }
    }
    position.mcu += read
    return read
  }
}
