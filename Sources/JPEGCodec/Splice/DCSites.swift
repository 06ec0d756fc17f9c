/// The position of the DC code in the first block of each component in a run of MCUs. These must be recoded if the run
/// moves, because only their differences refer to blocks before the run (ITU-T T.81, F.1.1.5.1).
struct DCSites: Sendable {
  /// The bit positions where the codes start, and where their differences end.
  var starts: InlineArray<3, Int> = [0, 0, 0]
  var ends: InlineArray<3, Int> = [0, 0, 0]
  /// The DC coefficients themselves.
  var values: InlineArray<3, Int> = [0, 0, 0]
}

extension WalkedScan {
  /// The sites of a run that starts with a good MCU.
  func sites(mcu: Int) -> DCSites {
    var sites = DCSites()
    // SAFETY: the cursor stays inside, as the walk found this MCU whole.
    let data = unsafe entropy.bytes.span.bytes
    var bit = Int(tables.starts[mcu])
    let last = Int(layout.firstBlock[layout.componentCount - 1])
    for block in 0...last {
      let number = layout.component(ofBlock: block)
      let component = headers.components[number]
      let start = bit
      skipDC(&bit, component.dc, data)
      if block == Int(layout.firstBlock[number]) {
        sites.starts[number] = start
        sites.ends[number] = bit
        sites.values[number] = dc(mcu: mcu, block: block)
      }
      guard block < last else { break }
      var cursor = BitCursor(bit: bit, data)
      _ = ScanWalker.skip(&cursor, from: 1, decoder, component.ac, data)
      bit = cursor.bit
    }
    return sites
  }
}
