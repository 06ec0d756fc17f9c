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
    for number in 0..<layout.componentCount {
      let block = Int(layout.firstBlock[number])
      sites.starts[number] = start(mcu: mcu, block: block)
      sites.ends[number] = acStart(mcu: mcu, block: block)
      sites.values[number] = dc(mcu: mcu, block: block)
    }
    return sites
  }
}
